"""Unix sockets between the site's processes and their servers, which can be cut and frozen."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path

AT_ONCE = 2**16
"""How many bytes are forwarded at a time."""


class Link:
    """Listens at ``path`` and forwards to the server's socket at ``target``, in both directions."""

    def __init__(self, name: str, path: Path, target: Path) -> None:
        self.name = name
        self.path = path
        self.target = target
        self.delay = 0.0
        """The extra delay in each direction, in seconds."""
        self._refuses = False
        self._flows = asyncio.Event()
        self._flows.set()
        self._open: set[asyncio.StreamWriter] = set()
        self._server: asyncio.Server | None = None

    async def open(self) -> None:
        """Starts listening."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self._server = await asyncio.start_unix_server(self._serve, self.path)

    def close(self) -> None:
        """Stops listening and ends all connections."""
        if self._server:
            self._server.close()
        self.cut()

    def cut(self) -> None:
        """Ends all connections at once, even in the middle of data."""
        for writer in self._open:
            writer.transport.abort()

    def refuse(self) -> None:
        """Ends all connections, and every new one as soon as it is made."""
        self._refuses = True
        self.cut()

    def hold(self) -> None:
        """Stops forwarding; connections stay open but silent."""
        self._flows.clear()

    def mend(self) -> None:
        """Forwards normally again."""
        self._refuses = False
        self.delay = 0.0
        self._flows.set()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._open.add(writer)
        try:
            if self._refuses:
                return
            far_reader, far_writer = await asyncio.open_unix_connection(self.target)
            self._open.add(far_writer)
            try:
                await asyncio.wait(
                    {
                        asyncio.create_task(self._hand_on(reader, far_writer)),
                        asyncio.create_task(self._hand_on(far_reader, writer)),
                    },
                    return_when=asyncio.FIRST_COMPLETED,
                )
            finally:
                self._open.discard(far_writer)
                far_writer.transport.abort()
        except (OSError, asyncio.CancelledError):
            pass  # the server is down, or the run has ended
        finally:
            self._open.discard(writer)
            writer.transport.abort()

    async def _hand_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await reader.read(AT_ONCE):
                if self.delay:
                    await asyncio.sleep(self.delay)
                await self._flows.wait()
                writer.write(data)
                await writer.drain()

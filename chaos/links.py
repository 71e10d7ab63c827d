"""Unix sockets between the site's processes and their servers, which can be cut and held."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path

AT_ONCE = 2**16
"""Bytes that are handed on together."""


class Link:
    """Listens at ``path`` and hands on to the server's socket at ``target``, both ways."""

    def __init__(self, name: str, path: Path, target: Path) -> None:
        self.name = name
        self.path = path
        self.target = target
        self.delay = 0.0
        """Seconds that everything takes longer, each way."""
        self._refuses = False
        self._flows = asyncio.Event()
        self._flows.set()
        self._open: set[asyncio.StreamWriter] = set()
        self._server: asyncio.Server | None = None

    async def open(self) -> None:
        """From now on it can be connected to."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self._server = await asyncio.start_unix_server(self._serve, self.path)

    def close(self) -> None:
        """Ends it with all of its connections."""
        if self._server:
            self._server.close()
        self.cut()

    def cut(self) -> None:
        """Ends all connections, whatever is under way on them."""
        for writer in self._open:
            writer.transport.abort()

    def refuse(self) -> None:
        """Ends all connections, and every new one at once."""
        self._refuses = True
        self.cut()

    def hold(self) -> None:
        """Hands nothing on: the network is there and silent."""
        self._flows.clear()

    def mend(self) -> None:
        """All as it was."""
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
            pass  # the server is not there, or all is over
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

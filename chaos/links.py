"""Connections between programs and servers that can be cut, refused, held and slowed."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path

AT_ONCE = 2**16
"""How many bytes are forwarded at a time."""


class Link:
    """Listens at ``path`` and forwards to the server at ``target``, in both directions.

    Without a path it listens at a free port of this machine. ``target``: the server's Unix socket,
    or its host and port.
    """

    def __init__(self, name: str, path: Path | None, target: Path | tuple[str, int]) -> None:
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
        if self.path is None:
            self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
            return
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self._server = await asyncio.start_unix_server(self._serve, self.path)

    @property
    def port(self) -> int:
        """The port at which it listens, without a path."""
        assert self._server is not None
        return int(self._server.sockets[0].getsockname()[1])

    def close(self) -> None:
        """Stops listening and ends all connections."""
        if self._server:
            self._server.close()
        self.cut()

    def cut(self) -> int:
        """Ends all connections at once, even in the middle of data; returns how many."""
        for writer in self._open:
            writer.transport.abort()
        return len(self._open) // 2  # each has two ends

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

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if isinstance(self.target, Path):
            return await asyncio.open_unix_connection(self.target)
        return await asyncio.open_connection(*self.target)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._open.add(writer)
        try:
            if self._refuses:
                return
            far_reader, far_writer = await self._connect()
            self._open.add(far_writer)
            try:
                _, others = await asyncio.wait(
                    {
                        asyncio.create_task(self._hand_on(reader, far_writer)),
                        asyncio.create_task(self._hand_on(far_reader, writer)),
                    },
                    return_when=asyncio.FIRST_COMPLETED,
                )
                for other in others:
                    other.cancel()
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

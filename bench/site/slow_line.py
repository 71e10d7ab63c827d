"""A slow line to a port of this machine: bytes are delayed, and their rate is limited."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

PIECE = 1400
"""How many bytes are sent at a time, as in a packet."""
WINDOW = 65_536
"""How many bytes of one connection may be in flight."""


class Direction:
    """One direction of the line, shared by all connections. ``delay``: in seconds; ``speed``: bytes
    per second."""

    def __init__(self, delay: float, speed: float) -> None:
        self.delay = delay
        self.speed = speed
        self.free_at = 0.0

    def arrival(self, size: int) -> float:
        """When ``size`` bytes that are sent now will arrive, after everything sent before them."""
        now = asyncio.get_running_loop().time()
        self.free_at = max(self.free_at, now) + size / self.speed
        return self.free_at + self.delay

    async def carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Carries one connection's bytes until one side closes it."""
        loop = asyncio.get_running_loop()
        under_way: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue(WINDOW // PIECE)

        async def take() -> None:
            while piece := await reader.read(PIECE):
                await under_way.put((self.arrival(len(piece)), piece))
            await under_way.put((self.arrival(0), b""))

        taking = asyncio.create_task(take())
        try:
            while True:
                arrival, piece = await under_way.get()
                await asyncio.sleep(max(0.0, arrival - loop.time()))
                if not piece:
                    break
                writer.write(piece)
                await writer.drain()
        except OSError:
            pass  # one side has left
        finally:
            taking.cancel()
            writer.close()


@asynccontextmanager
async def slow_line(port: int, round_trip: float, speed: float) -> AsyncIterator[int]:
    """Provides the port at the near end of the line to ``port``. Each new connection waits for one
    round trip (in seconds), like TCP's handshake. ``speed``: bytes per second in each direction,
    shared by all connections."""
    there, back = (Direction(round_trip / 2, speed) for _ in range(2))

    async def connect(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError, asyncio.CancelledError):
            await asyncio.sleep(round_trip)
            end_reader, end_writer = await asyncio.open_connection("127.0.0.1", port)
            await asyncio.gather(there.carry(reader, end_writer), back.carry(end_reader, writer))

    server = await asyncio.start_server(connect, "127.0.0.1", 0)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()

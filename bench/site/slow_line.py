"""A slow line to a port of this machine: every byte comes late, and only so many a second."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

PIECE = 1400
"""Bytes that are sent at a time, as in a packet."""
WINDOW = 65_536
"""Bytes of one connection that may be under way."""


class Direction:
    """One way of the line, shared by all connections. ``delay``: seconds that it takes;
    ``speed``: bytes a second."""

    def __init__(self, delay: float, speed: float) -> None:
        self.delay = delay
        self.speed = speed
        self.free_at = 0.0

    def arrival(self, size: int) -> float:
        """When ``size`` bytes arrive that are sent now, after all that was sent before them."""
        now = asyncio.get_running_loop().time()
        self.free_at = max(self.free_at, now) + size / self.speed
        return self.free_at + self.delay

    async def carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Carries one connection's bytes until one side ends it."""
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
    """The port on which the line to ``port`` begins. Each new connection waits for one round trip
    (seconds), as TCP's handshake does; ``speed``: bytes a second, each way, of all together."""
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

"""Until the last of 1,000 watchers of one game has a step.

The watchers are bare: they look for the step in the bytes that come, so that what is measured
is the site and not the reader.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

from bench.site.figures import Figures, figures
from bench.site.production import Running

WATCHERS = 1000
STEPS = 8
AT_A_TIME = 50
STEP = b'"type":"step.resolved"'
SNAPSHOT = b'"type":"game.snapshot"'
LONGEST = 30.0
"""Seconds after which a step that has not come to everybody fails the measurement."""


class Watcher(asyncio.Protocol):
    """One socket. ``seen``: when each step's frame had come, in order."""

    def __init__(self, request: bytes) -> None:
        self.request = request
        self.seen: list[float] = []
        self.rest = b""
        self.ready = asyncio.get_running_loop().create_future()
        self.stepped = asyncio.Event()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Asks for the socket."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(self.request)

    def data_received(self, data: bytes) -> None:
        """Notes when a step or the snapshot comes; what is looked for may come in two parts."""
        seen = self.rest + data
        if STEP in seen:
            self.seen.append(time.perf_counter())
            self.stepped.set()
        elif SNAPSHOT in seen and not self.ready.done():
            self.ready.set_result(None)
        self.rest = b"" if STEP in seen else seen[-len(STEP) :]


async def measure(running: Running, public_id: str, send: Callable[[], Awaitable[None]]) -> Figures:
    """Connects the watchers and times :data:`STEPS` steps; ``send`` has the next one opened."""
    request = (
        f"GET /ws/games/{public_id}/ HTTP/1.1\r\nHost: {running.host}:{running.port}\r\n"
        "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        f"Origin: http://{running.host}:{running.port}\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    ).encode()
    loop, watchers = asyncio.get_running_loop(), []
    for _ in range(WATCHERS // AT_A_TIME):
        batch = await asyncio.gather(
            *(
                loop.create_connection(lambda: Watcher(request), running.host, running.port)
                for _ in range(AT_A_TIME)
            )
        )
        watchers += [watcher for _, watcher in batch]
        await asyncio.gather(*(watcher.ready for _, watcher in batch))
    await asyncio.sleep(3)  # the count of spectators has been told by then
    delays = []
    for step in range(STEPS):
        for watcher in watchers:
            watcher.stepped.clear()
        began = time.perf_counter()
        await send()
        async with asyncio.timeout(LONGEST):
            await asyncio.gather(*(watcher.stepped.wait() for watcher in watchers))
        delays.append(max(watcher.seen[step] for watcher in watchers) - began)
        await asyncio.sleep(1.0)
    for watcher in watchers:
        watcher.transport.close()
    return figures(f"opened → the last of {WATCHERS:,} watchers has it", delays, 150)

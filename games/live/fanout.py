"""One subscription a process: a frame comes in once and is written to every local socket.

A channel of the layer for every socket would cost a task and a hop for each recipient of each
message (docs/performance.md has the figures). Here the process has one channel, and per
recipient only bytes are written.
"""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from typing import Protocol
from weakref import WeakKeyDictionary

from games.live.layer import channel_layer

logger = logging.getLogger(__name__)


class Socket(Protocol):
    """Whatever can be handed a frame."""

    async def write(self, frame: str) -> None:
        """Writes the frame to the client."""


class Fanout:
    """The local sockets by group, and the process's one channel of the layer."""

    def __init__(self) -> None:
        self.sockets: defaultdict[str, set[Socket]] = defaultdict(set)
        self.layer = channel_layer()
        self.channel: str | None = None
        self.lock = asyncio.Lock()
        self.relaying: asyncio.Task[None] | None = None

    async def join(self, group: str, socket: Socket) -> None:
        """From now on frames for ``group`` are written to ``socket``."""
        async with self.lock:
            if self.channel is None:
                self.channel = await self.layer.new_channel("fanout")
                self.relaying = asyncio.create_task(self._relay(self.channel))
            if not self.sockets[group]:
                await self.layer.group_add(group, self.channel)
            self.sockets[group].add(socket)

    async def leave(self, group: str, socket: Socket) -> None:
        """No more frames for ``group`` are written to ``socket``."""
        async with self.lock:
            members = self.sockets[group]
            members.discard(socket)
            if not members:
                del self.sockets[group]
                if self.channel is not None:
                    await self.layer.group_discard(group, self.channel)

    def count(self, group: str) -> int:
        """How many local sockets the group has."""
        return len(self.sockets.get(group, ()))

    async def _relay(self, channel: str) -> None:
        while True:
            message = await self.layer.receive(channel)
            for socket in tuple(self.sockets.get(message["group"], ())):
                try:
                    await socket.write(message["frame"])
                except Exception:  # one broken socket must not silence the others
                    logger.warning("a socket could not be written to", exc_info=True)


_fanouts: WeakKeyDictionary[asyncio.AbstractEventLoop, Fanout] = WeakKeyDictionary()


def fanout() -> Fanout:
    """The fan-out of the running event loop."""
    loop = asyncio.get_running_loop()
    if loop not in _fanouts:
        _fanouts[loop] = Fanout()
    return _fanouts[loop]

"""One subscription a process: a frame comes in once and is written to every local socket.

A channel of the layer for every socket would cost a task and a hop for each recipient of each
message (docs/performance.md has the figures). Here the process has one channel, and per
recipient only bytes are written.
"""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from contextlib import suppress
from typing import Protocol
from weakref import WeakKeyDictionary

from redis import RedisError

from games.live.layer import channel_layer

LAYER_SECONDS = 2.0
"""How long the layer may take to hear of a group."""

LAYER_AGAIN = 1.0
"""Seconds until it is told again."""

logger = logging.getLogger(__name__)


class Socket(Protocol):
    """Whatever can be handed a frame."""

    async def write(self, frame: str) -> None:
        """Writes the frame to the client."""


class Fanout:
    """The local sockets by group, and the process's one channel of the layer.

    A socket belongs to a group here at once, whatever becomes of Redis; what the layer has not
    heard of yet it is told again until it has.
    """

    def __init__(self) -> None:
        self.sockets: defaultdict[str, set[Socket]] = defaultdict(set)
        self.subscribed: set[str] = set()
        self.outdated: set[str] = set()
        """Groups of which the layer may still have to hear."""
        self.layer = channel_layer()
        self.channel: str | None = None
        self.lock = asyncio.Lock()
        self.relaying: asyncio.Task[None] | None = None
        self.catching_up: asyncio.Task[None] | None = None

    async def join(self, group: str, socket: Socket) -> None:
        """From now on frames for ``group`` are written to ``socket``."""
        self.sockets[group].add(socket)
        if group not in self.subscribed:
            self.outdated.add(group)
            await self._subscribe()

    async def leave(self, group: str, socket: Socket) -> None:
        """No more frames for ``group`` are written to ``socket``."""
        members = self.sockets[group]
        members.discard(socket)
        if not members:
            del self.sockets[group]
            self.outdated.add(group)
            await self._subscribe()

    async def _subscribe(self) -> None:
        """Brings the layer's groups up to date with ours; where it cannot be reached, soon."""
        try:
            async with self.lock:
                await asyncio.wait_for(self._catch_up(), LAYER_SECONDS)
        except (RedisError, OSError, TimeoutError):
            if self.catching_up is None or self.catching_up.done():
                self.catching_up = asyncio.create_task(self._catch_up_later())

    async def _catch_up(self) -> None:
        if self.channel is None:
            self.channel = await self.layer.new_channel("fanout")
            self.relaying = asyncio.create_task(self._relay(self.channel))
        while self.outdated:
            group = next(iter(self.outdated))
            if group in self.sockets and group not in self.subscribed:
                await self.layer.group_add(group, self.channel)
                self.subscribed.add(group)
            elif group not in self.sockets and group in self.subscribed:
                await self.layer.group_discard(group, self.channel)
                self.subscribed.discard(group)
            else:
                self.outdated.discard(group)

    async def _catch_up_later(self) -> None:
        while self.outdated:
            await asyncio.sleep(LAYER_AGAIN)
            with suppress(RedisError, OSError, TimeoutError):
                async with self.lock:
                    await asyncio.wait_for(self._catch_up(), LAYER_SECONDS)

    async def write(self, group: str, frame: str) -> None:
        """Writes a frame to the group's local sockets."""
        for socket in tuple(self.sockets.get(group, ())):
            try:
                await socket.write(frame)
            except Exception:  # one broken socket must not silence the others
                logger.warning("a socket could not be written to", exc_info=True)

    def count(self, group: str) -> int:
        """How many local sockets the group has."""
        return len(self.sockets.get(group, ()))

    async def _relay(self, channel: str) -> None:
        while True:
            message = await self.layer.receive(channel)
            await self.write(message["group"], message["frame"])


_fanouts: WeakKeyDictionary[asyncio.AbstractEventLoop, Fanout] = WeakKeyDictionary()


def fanout() -> Fanout:
    """The fan-out of the running event loop."""
    loop = asyncio.get_running_loop()
    if loop not in _fanouts:
        _fanouts[loop] = Fanout()
    return _fanouts[loop]

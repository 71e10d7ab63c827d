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

from transport.groups import topic_of
from transport.layer import channel_layer
from transport.refusals import fault_of

LAYER_SECONDS = 2.0
"""How long the layer may take to hear of a topic."""

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
        self.topics: defaultdict[str, set[str]] = defaultdict(set)
        """The groups of each topic that have sockets."""
        self.subscribed: set[str] = set()
        self.outdated: set[str] = set()
        """Topics of which the layer may still have to hear."""
        self.layer = channel_layer()
        self.channel: str | None = None
        self.lock = asyncio.Lock()
        self.relaying: asyncio.Task[None] | None = None
        self.catching_up: asyncio.Task[None] | None = None

    async def join(self, group: str, socket: Socket) -> None:
        """From now on frames for ``group`` are written to ``socket``."""
        topic = topic_of(group)
        self.sockets[group].add(socket)
        self.topics[topic].add(group)
        if topic not in self.subscribed:
            self.outdated.add(topic)
            await self._subscribe()

    async def leave(self, group: str, socket: Socket) -> None:
        """No more frames for ``group`` are written to ``socket``."""
        topic = topic_of(group)
        self.sockets[group].discard(socket)
        if not self.sockets[group]:
            del self.sockets[group]
            self.topics[topic].discard(group)
        if not self.topics[topic]:
            del self.topics[topic]
            self.outdated.add(topic)
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
            topic = next(iter(self.outdated))
            if topic in self.topics and topic not in self.subscribed:
                await self.layer.group_add(topic, self.channel)
                self.subscribed.add(topic)
            elif topic not in self.topics and topic in self.subscribed:
                await self.layer.group_discard(topic, self.channel)
                self.subscribed.discard(topic)
            else:
                self.outdated.discard(topic)

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
            try:
                for group, frame in message["frames"]:
                    await self.write(group, frame)
            except (KeyError, TypeError, ValueError) as error:
                # Such as another version's, while processes are replaced: the next one is heard.
                logger.error("a push could not be read: %s", fault_of(error))


_fanouts: WeakKeyDictionary[asyncio.AbstractEventLoop, Fanout] = WeakKeyDictionary()


def fanout() -> Fanout:
    """The fan-out of the running event loop."""
    loop = asyncio.get_running_loop()
    if loop not in _fanouts:
        _fanouts[loop] = Fanout()
    return _fanouts[loop]

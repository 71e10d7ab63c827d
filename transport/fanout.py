"""Distributes frames to local sockets: each process has one subscription.

A channel of the layer for every socket would cost a task and a hop for each recipient of each
message. Here a frame reaches the process once, and per recipient only bytes are written.
"""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from contextlib import suppress
from typing import Protocol
from weakref import WeakKeyDictionary

from redis import RedisError

from transport.refusals import fault_of
from transport.sending import channel_layer, topic_of

LAYER_SECONDS = 2.0
"""How long a change of subscriptions may take, in seconds."""

LAYER_AGAIN = 1.0
"""Seconds until a failed change is retried."""

logger = logging.getLogger(__name__)


class Socket(Protocol):
    """Something that frames are written to."""

    async def write(self, frame: str) -> None:
        """Writes the frame to the client."""


class Fanout:
    """The local sockets by group, and the process's one channel of the layer.

    A socket joins a group at once, even without Redis; subscriptions follow as soon as Redis can be
    reached.
    """

    def __init__(self) -> None:
        self.sockets: defaultdict[str, set[Socket]] = defaultdict(set)
        self.topics: defaultdict[str, set[str]] = defaultdict(set)
        """The groups of each topic that have sockets."""
        self.subscribed: set[str] = set()
        self.outdated: set[str] = set()
        """Topics whose subscription may have to change."""
        self.layer = channel_layer()
        self.channel: str | None = None
        self.lock = asyncio.Lock()
        self.relaying: asyncio.Task[None] | None = None
        self.catching_up: asyncio.Task[None] | None = None

    async def join(self, group: str, socket: Socket) -> None:
        """Writes frames for ``group`` to ``socket`` from now on."""
        topic = topic_of(group)
        self.sockets[group].add(socket)
        self.topics[topic].add(group)
        if topic not in self.subscribed:
            self.outdated.add(topic)
            await self._subscribe()

    async def leave(self, group: str, socket: Socket) -> None:
        """Stops writing frames for ``group`` to ``socket``."""
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
        """Brings the subscriptions up to date; retries later if the layer cannot be reached."""
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
                # Another version's format, for example, while processes are replaced.
                logger.error("a push could not be read: %s", fault_of(error))


_fanouts: WeakKeyDictionary[asyncio.AbstractEventLoop, Fanout] = WeakKeyDictionary()


def fanout() -> Fanout:
    """The fan-out of the running event loop."""
    loop = asyncio.get_running_loop()
    if loop not in _fanouts:
        _fanouts[loop] = Fanout()
    return _fanouts[loop]

"""Distributes frames to local sockets: each process has one subscription.

A subscription for every socket would cost a task and a hop for each recipient of each message. Here
a frame reaches the process once, and per recipient only bytes are written.
"""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from contextlib import suppress
from typing import Any, Protocol
from weakref import WeakKeyDictionary

import msgspec
from django.conf import settings
from redis import RedisError
from redis import asyncio as redis
from redis.asyncio.client import PubSub
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

from transport.refusals import fault_of
from transport.sending import Frames, channel_of, topic_of

SUBSCRIBE_SECONDS = 2.0
"""How long a change of subscriptions may take, in seconds."""

SUBSCRIBE_AGAIN = 1.0
"""Seconds until a failed change is retried."""

logger = logging.getLogger(__name__)


class Socket(Protocol):
    """Something that frames are written to."""

    async def write(self, frame: str) -> None:
        """Writes the frame to the client."""


class Fanout:
    """The local sockets by group, and the process's one subscription.

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
        # A quiet subscription is read without a timeout. It never connects again by itself: that is
        # left to _listen.
        self.client: redis.Redis = redis.from_url(
            settings.REDIS_URL, socket_timeout=None, retry=Retry(NoBackoff(), 0)
        )
        self.subscription: PubSub | None = None
        self.lock = asyncio.Lock()
        self.listening: asyncio.Task[None] | None = None
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

    async def _subscribe(self) -> None:
        """Brings the subscriptions up to date; retries later if Redis cannot be reached."""
        try:
            async with self.lock:
                await asyncio.wait_for(self._catch_up(), SUBSCRIBE_SECONDS)
        except (RedisError, OSError, TimeoutError):
            if self.catching_up is None or self.catching_up.done():
                self.catching_up = asyncio.create_task(self._catch_up_later())

    async def _catch_up(self) -> None:
        while self.outdated:
            topic = next(iter(self.outdated))
            if topic in self.topics and topic not in self.subscribed:
                await self._subscription().subscribe(channel_of(topic))
                self.subscribed.add(topic)
                self._listen()
            elif topic not in self.topics and topic in self.subscribed:
                await self._subscription().unsubscribe(channel_of(topic))
                self.subscribed.discard(topic)
            else:
                self.outdated.discard(topic)

    async def _catch_up_later(self) -> None:
        while self.outdated:
            await asyncio.sleep(SUBSCRIBE_AGAIN)
            with suppress(RedisError, OSError, TimeoutError):
                async with self.lock:
                    await asyncio.wait_for(self._catch_up(), SUBSCRIBE_SECONDS)

    def _subscription(self) -> PubSub:
        if self.subscription is None:
            self.subscription = self.client.pubsub(ignore_subscribe_messages=True)
        return self.subscription

    def _listen(self) -> None:
        if self.listening is None or self.listening.done():
            self.listening = asyncio.create_task(self._relay(self._subscription()))

    async def _relay(self, subscription: PubSub) -> None:
        """Writes what comes to the sockets, until the connection breaks. Then subscribes to all
        topics by another connection."""
        try:
            while True:
                message = await subscription.get_message(timeout=None)
                if message is not None:
                    await self._distribute(message["data"])
        except Exception as error:  # noqa: BLE001 whatever it is, pages must hear again
            logger.warning("pushes are not heard: %s", fault_of(error))
        async with self.lock:
            await subscription.aclose()
            self.subscription = self.listening = None
            self.subscribed.clear()
            self.outdated.update(self.topics)
        await self._catch_up_later()

    async def _distribute(self, data: Any) -> None:
        try:
            frames = msgspec.msgpack.decode(data, type=Frames)
        except msgspec.DecodeError as error:
            # Another version's format, for example, while processes are replaced.
            logger.error("a push could not be read: %s", fault_of(error))
            return
        for group, frame in frames:
            await self.write(group, frame)


_fanouts: WeakKeyDictionary[asyncio.AbstractEventLoop, Fanout] = WeakKeyDictionary()


def fanout() -> Fanout:
    """The fan-out of the running event loop."""
    loop = asyncio.get_running_loop()
    if loop not in _fanouts:
        _fanouts[loop] = Fanout()
    return _fanouts[loop]

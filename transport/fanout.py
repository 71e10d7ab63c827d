"""Distributes frames to local sockets: each process has one subscription.

A subscription for every socket would cost a task and a hop for each recipient of each message. Here
a frame reaches the process once, and per recipient only bytes are written.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections import defaultdict
from collections.abc import Callable
from typing import Any, Protocol

import msgspec
from redis import RedisError
from redis.asyncio.client import PubSub

from transport.redis_clients import loop_client
from transport.refusals import fault_of
from transport.sending import Frames, channel
from transport.singletons import loop_singleton

SUBSCRIBE_SECONDS = 2.0
"""How long subscribing may take, in seconds."""

SUBSCRIBE_AGAIN = 1.0
"""Seconds until a failed subscription is retried."""

QUIET_SECONDS = 2.0
"""After this long without a push Redis is asked whether it is still there, and has as long to
answer. Otherwise a server that froze or whose machine vanished would be listened to for ever, while
pushes come from the one that took its place."""

COME_AGAIN_SECONDS = 10.0
"""How many seconds all sockets and streams have to reconnect after a push that could not be read.
"""

COME_AGAIN_EVERY = 60.0
"""The least time between two requests to reconnect for that reason, in seconds."""

LEAVING = "process.ends"
"""The group of those in this process that must hear when it is about to end. Only the process
itself writes to it."""

logger = logging.getLogger(__name__)


class Socket(Protocol):
    """Something that frames are written to."""

    async def write(self, frame: str) -> None:
        """Writes the frame to the client."""


class Fanout:
    """The local sockets by group, and the process's one subscription.

    A socket joins a group at once, even without Redis; the subscription follows as soon as Redis
    can be reached.
    """

    def __init__(self) -> None:
        self.sockets: defaultdict[str, set[Socket]] = defaultdict(set)
        # A quiet subscription is read without a timeout. It never connects again by itself: that is
        # left to _listen.
        self.client = loop_client(timeout=None, once=True)
        self.subscription: PubSub | None = None
        self.lock = asyncio.Lock()
        self.listening: asyncio.Task[None] | None = None
        self.came_again = -COME_AGAIN_EVERY

    async def join(self, group: str, socket: Socket) -> None:
        """Writes frames for ``group`` to ``socket`` from now on."""
        self.sockets[group].add(socket)
        if not self._is_listening():
            await self._subscribe()
            if not self._is_listening():  # else another socket has begun it meanwhile
                self.listening = asyncio.create_task(self._listen())

    def leave(self, group: str, socket: Socket) -> None:
        """Stops writing frames for ``group`` to ``socket``."""
        self.sockets[group].discard(socket)
        if not self.sockets[group]:
            del self.sockets[group]

    async def write(self, group: str, frame: str) -> None:
        """Writes a frame to the group's local sockets."""
        for socket in tuple(self.sockets.get(group, ())):
            try:
                await socket.write(frame)
            except Exception:  # one broken socket must not silence the others
                logger.warning("a socket could not be written to", exc_info=True)

    def _is_listening(self) -> bool:
        return self.listening is not None and not self.listening.done()

    async def _subscribe(self) -> None:
        """Subscribes unless that is done already or Redis cannot be reached."""
        async with self.lock:
            if self.subscription is not None:
                return
            fresh = self.client.pubsub(ignore_subscribe_messages=True)
            try:
                async with asyncio.timeout(SUBSCRIBE_SECONDS):
                    await fresh.subscribe(channel())
            except (RedisError, OSError, TimeoutError):
                await fresh.aclose()
            else:
                self.subscription = fresh

    async def _listen(self) -> None:
        """Passes the messages of Redis on to the sockets, until the process ends. When the
        connection breaks, or anything else fails, it subscribes again."""
        while True:
            try:
                await self._relay_and_subscribe()
            except Exception as error:  # noqa: BLE001 whatever it is, pages must hear again
                logger.error("pushes are not heard: %s", fault_of(error))
            if self.subscription is None:
                await asyncio.sleep(SUBSCRIBE_AGAIN)

    async def _relay_and_subscribe(self) -> None:
        """Relays until the subscription ends, if there is one, and tries once to get a new one."""
        if self.subscription is not None:
            try:
                await self._relay(self.subscription)
            finally:
                self.subscription = None
        await self._subscribe()

    async def _relay(self, subscription: PubSub) -> None:
        """Writes what comes to the sockets, until the connection breaks or falls silent."""
        asked = False
        try:
            while True:
                message = await subscription.get_message(timeout=QUIET_SECONDS)
                if message is None and asked:
                    raise TimeoutError
                asked = message is None
                if asked:
                    await subscription.ping()
                elif message["type"] == "message":
                    await self._distribute(message["data"])
        except Exception as error:  # noqa: BLE001 whatever it is, pages must hear again
            logger.warning("pushes are not heard: %s", fault_of(error))
            await subscription.aclose()

    async def _distribute(self, data: Any) -> None:
        try:
            frames = msgspec.msgpack.decode(data, type=Frames)
        except msgspec.DecodeError as error:
            # Another version's format, for example, while processes are replaced.
            logger.error("a push could not be read: %s", fault_of(error))
            await self._have_all_come_again()
            return
        for group, frame in frames:
            await self.write(group, frame)

    async def _have_all_come_again(self) -> None:
        """Has all sockets and streams connect again and read everything, since nobody can tell whom
        an unreadable push was for."""
        now = asyncio.get_running_loop().time()
        if now - self.came_again >= COME_AGAIN_EVERY:
            self.came_again = now
            await self.write(LEAVING, str(COME_AGAIN_SECONDS))


class Farewell:
    """Joins a socket or a stream to those that are told when this process is about to end. Calls
    ``leave`` then, once, after a random pause."""

    def __init__(self, leave: Callable[[], None]) -> None:
        self.leave = leave
        self.told = False

    async def write(self, frame: str) -> None:
        """``frame``: the longest pause, in seconds."""
        if not self.told:
            self.told = True
            pause = random.uniform(0, float(frame))
            asyncio.get_running_loop().call_later(pause, self.leave)


async def send_elsewhere(spread: float) -> None:
    """Tells all sockets and streams of this process to come back to another one, within ``spread``
    seconds."""
    await fanout().write(LEAVING, str(spread))


@loop_singleton
def fanout() -> Fanout:
    """The fan-out of the running event loop."""
    return Fanout()

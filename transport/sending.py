"""Sends events to groups of sockets, from any process and thread, over Redis.

A group is named for those who may know the same, in parts with points between them. What one commit
sends is a single message to all processes, whether it comes from a thread or from an event loop.
Each process writes it to those of its own sockets that are in the groups.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable

import msgspec
import redis
from django.conf import settings
from django.db import transaction

from transport.messages import Event, encode
from transport.redis_clients import thread_client
from transport.singletons import loop_singleton, process_singleton
from transport.store import CircuitBreaker, RedisUnavailable, loop_store

logger = logging.getLogger(__name__)

SEND_TIMEOUT = 2.0
"""Seconds after which a push is given up; clients then notice a gap and load what they missed."""

breaker = CircuitBreaker(1.0, "no push is sent")
"""After a push without an answer those that follow are not sent, so that a frozen Redis does not
hold up every choice, and every turn that a worker ends."""

Frames = list[tuple[str, str]]
"""Pairs of group and frame, in the order in which they are sent."""


def channel() -> str:
    """The name in Redis of the channel to which all processes subscribe."""
    return f"{settings.REDIS_PREFIX}:pushes"


class Sender:
    """Sends the frames of one event loop, one request at a time: what comes meanwhile is sent
    together."""

    def __init__(self) -> None:
        self.client = loop_store().client
        self.waiting: Frames = []
        self.sending = asyncio.Lock()

    async def send(self, frames: Frames) -> None:
        """Sends these frames and those that wait. Raises RedisError and RedisUnavailable."""
        self.waiting += frames
        async with self.sending:
            frames, self.waiting = self.waiting, []
            if not frames:
                return
            breaker.check()
            try:
                async with asyncio.timeout(SEND_TIMEOUT):
                    await self.client.publish(channel(), msgspec.msgpack.encode(frames))
            except TimeoutError as error:
                raise breaker.trip(error) from None


@loop_singleton
def _sender() -> Sender:
    return Sender()


async def send_frames(frames: Frames) -> None:
    """Sends frames to groups from the running loop. Raises RedisError and RedisUnavailable."""
    await _sender().send(frames)


@process_singleton
def _client() -> redis.Redis:
    """The connections for threads."""
    return thread_client(timeout=SEND_TIMEOUT)


def send_now(frames: Frames) -> None:
    """Sends frames to groups from any thread and waits until they are sent. Raises RedisError and
    RedisUnavailable."""
    breaker.check()
    try:
        _client().publish(channel(), msgspec.msgpack.encode(frames))
    except redis.TimeoutError as error:
        raise breaker.trip(error) from None


def frames_of(messages: Iterable[tuple[str, Event]]) -> Frames:
    """Serialises events for groups."""
    return [(group, encode(event)) for group, event in messages]


def send_on_commit(*messages: tuple[str, Event]) -> None:
    """Sends events to groups once the transaction has committed, each serialised here, once. Errors
    as in :func:`send_frames_on_commit`."""
    if messages:
        frames = frames_of(messages)
        send_frames_on_commit(lambda: frames)


def send_frames_on_commit(make: Callable[[], Frames]) -> None:
    """Sends the frames that ``make`` returns once the transaction has committed; it is called then.

    A failure to send is logged only: clients notice the gap and load what they missed.
    """

    def send() -> None:
        frames = make()
        if not frames:
            return
        try:
            send_now(frames)
        except (redis.RedisError, RedisUnavailable, OSError) as error:
            logger.warning("a push was not sent: %s", type(error).__name__)

    transaction.on_commit(send, robust=True)

"""Sends events to groups of sockets, from any process and thread.

A group is named for those who may know the same, in parts with points between them. Services are
synchronous and run in Celery workers, in Daphne's threads and in tests. One event loop in a thread
of its own keeps the channel layer's connections, so that a push costs half a millisecond instead of
a new connection.
"""

from __future__ import annotations

import asyncio
import logging
import os
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from typing import Any

from channels.layers import get_channel_layer
from django.db import transaction
from redis import RedisError

from transport.messages import Event, encode

logger = logging.getLogger(__name__)

SEND_TIMEOUT = 5.0
"""Seconds after which a push is given up; clients then notice a gap and load what they missed."""


def channel_layer() -> Any:
    """The channel layer that all processes share. Raises RuntimeError if none is configured."""
    layer = get_channel_layer()
    if layer is None:
        raise RuntimeError("CHANNEL_LAYERS has no default layer")
    return layer


def topic_of(group: str) -> str:
    """The topic that processes subscribe to: the first two parts of a group's name.

    All groups of one game share a topic, so that a commit sends what it has for several of them in
    one message; each process distributes it by groups.

    >>> topic_of("game.abc.seat.0"), topic_of("lobby")
    ('game.abc', 'lobby')
    """
    return ".".join(group.split(".", 2)[:2])


class SendingLoop:
    """The process's event loop for pushes, in a thread; a forked child starts its own."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._process = 0

    def get(self) -> asyncio.AbstractEventLoop:
        """The running loop."""
        with self._lock:
            if self._loop is None or self._process != os.getpid():
                self._loop = asyncio.new_event_loop()
                self._process = os.getpid()
                threading.Thread(target=self._loop.run_forever, name="pushes", daemon=True).start()
            return self._loop


_sending_loop = SendingLoop()


Frames = list[tuple[str, str]]
"""Pairs of group and frame, in the order in which they are sent."""


async def send_frames(frames: Frames) -> None:
    """Sends frames to groups from the running loop, one message for each topic."""
    by_topic: dict[str, Frames] = {}
    for group, frame in frames:
        by_topic.setdefault(topic_of(group), []).append((group, frame))
    for topic, its_frames in by_topic.items():
        message = {"type": "frames", "frames": its_frames}
        try:
            await channel_layer().group_send(topic, message)
        except RedisError:  # a connection went stale in a quiet hour; the retry opens another
            await channel_layer().group_send(topic, message)


def send_now(frames: Frames) -> None:
    """Sends frames to groups from any thread and waits until they are sent."""
    sending = send_frames(frames)
    future: Future[Any] = asyncio.run_coroutine_threadsafe(sending, _sending_loop.get())
    try:
        future.result(SEND_TIMEOUT)
    except TimeoutError:
        future.cancel()
        raise


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
        except (RedisError, OSError) as error:  # TimeoutError is an OSError
            logger.warning("a push was not sent: %s", type(error).__name__)

    transaction.on_commit(send, robust=True)

"""Sending an event to a group, from wherever a service runs.

Services are synchronous and run in Celery workers, in Daphne's threads and in tests. One event
loop in a thread of its own keeps the channel layer's connections, so that a push costs half a
millisecond instead of a new connection.
"""

from __future__ import annotations

import asyncio
import logging
import os
import threading
from collections.abc import Iterable
from concurrent.futures import Future
from typing import Any

from django.db import transaction
from redis import RedisError

from transport.groups import topic_of
from transport.layer import channel_layer
from transport.messages import Event, encode

logger = logging.getLogger(__name__)

SEND_TIMEOUT = 5.0
"""Seconds after which a push is given up: it is a hint, the database is the truth."""


class SendingLoop:
    """This process's event loop for pushes, in a thread; a forked child starts its own."""

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
"""Groups, each with a frame for it, in the order in which they are sent."""


async def send_frames(frames: Frames) -> None:
    """Sends frames to groups from the running loop: one message a topic."""
    by_topic: dict[str, Frames] = {}
    for group, frame in frames:
        by_topic.setdefault(topic_of(group), []).append((group, frame))
    for topic, its_frames in by_topic.items():
        message = {"type": "frames", "frames": its_frames}
        try:
            await channel_layer().group_send(topic, message)
        except RedisError:  # a connection that went stale in a quiet hour; the next is new
            await channel_layer().group_send(topic, message)


def send_now(frames: Frames) -> None:
    """Sends frames to groups, from any thread."""
    sending = send_frames(frames)
    future: Future[Any] = asyncio.run_coroutine_threadsafe(sending, _sending_loop.get())
    try:
        future.result(SEND_TIMEOUT)
    except TimeoutError:
        future.cancel()
        raise


def frames_of(messages: Iterable[tuple[str, Event]]) -> Frames:
    """Events for groups as they are sent, each serialised once."""
    return [(group, encode(event)) for group, event in messages]


def send_on_commit(*messages: tuple[str, Event]) -> None:
    """Sends events to groups once the transaction has committed, each serialised here, once.

    A failure to send costs a line in the log and nothing else: clients notice the gap and ask.
    """
    if not messages:
        return
    frames = frames_of(messages)

    def send() -> None:
        try:
            send_now(frames)
        except (RedisError, OSError) as error:  # or nothing came in time
            logger.warning("a push was not sent: %s", type(error).__name__)

    transaction.on_commit(send, robust=True)

"""Redis as the place where all processes count together, which may be away or hang.

A count is worth a few milliseconds, never a game: who asks waits at most twice ``TIMEOUT``, and
after a failure nobody asks for ``PAUSE`` seconds. What that means is for the caller to say.
"""

from __future__ import annotations

import asyncio
import functools
import logging
import time
from collections.abc import Awaitable, Callable
from typing import TypeVar
from weakref import WeakKeyDictionary

import redis
from django.conf import settings
from redis import asyncio as redis_in_loop
from redis.asyncio.retry import Retry as RetryInLoop
from redis.backoff import NoBackoff
from redis.retry import Retry

TIMEOUT = 0.04
"""Seconds that an attempt may take; there are two, as a connection may have gone stale."""

PAUSE = 3.0
"""Seconds without asking after Redis did not answer."""

AT_ONCE = 8
"""Questions that an event loop has under way; more wait for their turn."""

Answer = TypeVar("Answer")
logger = logging.getLogger(__name__)


class Away(Exception):
    """Redis does not answer now."""


class Breaker:
    """Remembers, for the whole process, that Redis does not answer."""

    def __init__(self) -> None:
        self.closed_from = 0.0

    def check(self) -> None:
        """Raises Away during a pause."""
        if time.monotonic() < self.closed_from:
            raise Away

    def trip(self, error: BaseException | None) -> Away:
        """Begins a pause."""
        name = type(error).__name__ if error else "no answer in time"
        logger.warning("Redis does not answer (%s): nothing is counted for %s s", name, PAUSE)
        self.closed_from = time.monotonic() + PAUSE
        return Away()


breaker = Breaker()


@functools.cache
def client() -> redis.Redis:
    """This process's connections for code that runs in threads."""
    return redis.Redis.from_url(
        settings.REDIS_URL,
        socket_timeout=TIMEOUT,
        socket_connect_timeout=TIMEOUT,
        retry=Retry(NoBackoff(), 1),
    )


def ask(question: Callable[[], Answer]) -> Answer:
    """The answer to a question that uses ``client()``. Raises Away."""
    breaker.check()
    try:
        return question()
    except redis.RedisError as error:
        raise breaker.trip(error) from None


class LoopStore:
    """An event loop's connections."""

    def __init__(self) -> None:
        self.client: redis_in_loop.Redis = redis_in_loop.Redis.from_url(
            settings.REDIS_URL, socket_timeout=None, retry=RetryInLoop(NoBackoff(), 1)
        )
        self.turns = asyncio.Semaphore(AT_ONCE)

    async def ask(self, question: Callable[[], Awaitable[Answer]]) -> Answer:
        """The answer to a question that uses ``client``. Raises Away.

        Waiting for a turn does not count: many questions are no reason to stop counting. The
        second wait is for a busy loop, which may have let the first pass before it read.
        """
        async with self.turns:
            breaker.check()
            asking = asyncio.ensure_future(question())
            try:
                for _ in range(2):
                    await asyncio.wait({asking}, timeout=TIMEOUT)
                    if asking.done():
                        return asking.result()
            except redis.RedisError as error:
                raise breaker.trip(error) from None
            finally:
                asking.cancel()
            raise breaker.trip(None)


_stores: WeakKeyDictionary[asyncio.AbstractEventLoop, LoopStore] = WeakKeyDictionary()


def loop_store() -> LoopStore:
    """The connections of the running event loop."""
    loop = asyncio.get_running_loop()
    if loop not in _stores:
        _stores[loop] = LoopStore()
    return _stores[loop]

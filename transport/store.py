"""Redis as the place where all processes count together. It may be away or not answer.

Counting must not delay a game: a caller waits at most twice ``TIMEOUT``, and after a failure Redis
is not asked for ``PAUSE`` seconds. What to do then is up to the caller.
"""

from __future__ import annotations

import asyncio
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

from transport.once import MadeOnce

TIMEOUT = 0.04
"""Seconds for an attempt. There are two attempts, as a connection may be stale."""

PAUSE = 3.0
"""Seconds for which Redis is not asked after it did not answer."""

AT_ONCE = 8
"""Questions of one event loop that run at once; more wait."""

Answer = TypeVar("Answer")
logger = logging.getLogger(__name__)


class Away(Exception):
    """Redis does not answer."""


class CircuitBreaker:
    """Remembers, for the whole process, that Redis does not answer."""

    def __init__(self) -> None:
        self.paused_until = 0.0

    def check(self) -> None:
        """Raises Away during a pause."""
        if time.monotonic() < self.paused_until:
            raise Away

    def trip(self, error: BaseException | None) -> Away:
        """Begins a pause. Returns the error to raise."""
        name = type(error).__name__ if error else "no answer in time"
        logger.warning("Redis does not answer (%s): nothing is counted for %s s", name, PAUSE)
        self.paused_until = time.monotonic() + PAUSE
        return Away()


breaker = CircuitBreaker()


@MadeOnce
def client() -> redis.Redis:
    """This process's connections, for code that runs in threads."""
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
        self.free = asyncio.Semaphore(AT_ONCE)

    async def ask(self, question: Callable[[], Awaitable[Answer]]) -> Answer:
        """The answer to a question that uses ``client``. Raises Away.

        Waiting for other questions does not count: many of them are no reason to stop counting.
        The second wait is for a busy loop, in which the first may pass before the answer is read.
        """
        async with self.free:
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

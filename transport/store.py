"""Redis connections for counting across processes, with a circuit breaker.

Counting must not delay a game: a call waits at most twice ``COUNTING_TIMEOUT``, and after a failure
Redis is not asked for ``PAUSE`` seconds. Calls then raise :class:`RedisUnavailable`; what to do is
up to the caller.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from typing import TypeVar

import redis
from django.conf import settings

from transport.redis_clients import loop_client, thread_client
from transport.singletons import loop_singleton, process_singleton

PAUSE = 3.0
"""How long Redis is not asked after it failed to answer, in seconds."""

AT_ONCE = 8
"""How many requests of one event loop run at once; others wait."""

Answer = TypeVar("Answer")
logger = logging.getLogger(__name__)


class RedisUnavailable(Exception):
    """Redis does not answer, or has not answered a moment ago."""


class CircuitBreaker:
    """Stops asking Redis for ``pause`` seconds, in the whole process, after it failed to answer.
    ``meanwhile``: what that means, for the log."""

    def __init__(self, pause: float, meanwhile: str) -> None:
        self.pause, self.meanwhile = pause, meanwhile
        self.paused_until = 0.0

    def check(self) -> None:
        """Raises RedisUnavailable during a pause."""
        if time.monotonic() < self.paused_until:
            raise RedisUnavailable

    def trip(self, error: BaseException | None) -> RedisUnavailable:
        """Starts a pause. Returns the error to raise."""
        name = type(error).__name__ if error else "no answer in time"
        logger.warning("Redis does not answer (%s): %s for %s s", name, self.meanwhile, self.pause)
        self.paused_until = time.monotonic() + self.pause
        return RedisUnavailable()


breaker = CircuitBreaker(PAUSE, "nothing is counted")


def seconds_for_an_attempt() -> float:
    """How long one attempt waits for Redis to answer. There are two attempts, because the first may
    use a stale connection."""
    return float(settings.COUNTING_TIMEOUT) / 1000


@process_singleton
def client() -> redis.Redis:
    """This process's connections for threads."""
    return thread_client(timeout=seconds_for_an_attempt(), late_again=True)


def ask(question: Callable[[], Answer]) -> Answer:
    """Runs ``question``, which uses ``client()``. Raises RedisUnavailable."""
    breaker.check()
    try:
        return question()
    except redis.RedisError as error:
        raise breaker.trip(error) from None


class LoopStore:
    """The connections of one event loop."""

    def __init__(self) -> None:
        self.client = loop_client(timeout=None)
        self.free = asyncio.Semaphore(AT_ONCE)

    async def ask(self, question: Callable[[], Awaitable[Answer]]) -> Answer:
        """Awaits ``question``, which uses ``client``. Raises RedisUnavailable.

        Time spent waiting for other requests does not count: a busy process is no reason to stop
        counting. There is a second wait because a busy loop may let the first pass before it reads
        the answer.
        """
        async with self.free:
            breaker.check()
            asking = asyncio.ensure_future(question())
            try:
                for _ in range(2):
                    await asyncio.wait({asking}, timeout=seconds_for_an_attempt())
                    if asking.done():
                        return asking.result()
            except redis.RedisError as error:
                raise breaker.trip(error) from None
            finally:
                asking.cancel()
            raise breaker.trip(None)


@loop_singleton
def loop_store() -> LoopStore:
    """The connections of the running event loop."""
    return LoopStore()

"""The part of a rate limit that a process does not ask Redis about."""

from __future__ import annotations

import time
from threading import Lock

from limits import RateLimitItem

MOST_REMEMBERED = 10_000
"""How many windows are remembered; beyond that all are forgotten."""


class LocalBurst:
    """Lets the first 10 % of a limit pass without asking Redis.

    Beyond that the whole window is counted in Redis, from its first request on. Worst case: the
    limit plus 10 % for each further process.
    """

    def __init__(self) -> None:
        self.lock = Lock()
        self.waiting: dict[tuple[RateLimitItem, tuple[str, ...]], tuple[float, int | None]] = {}
        """The start of the window, in seconds since the epoch, and how many requests are not yet
        counted in Redis; None once all of them are, and all that follow."""

    def to_count(self, rate: RateLimitItem, key: tuple[str, ...]) -> int:
        """How many requests to count in Redis now: 0, or this one and all that wait."""
        now = time.time()
        with self.lock:
            began, waiting = self.waiting.get((rate, key), (now, 0))
            if not began <= now < began + rate.get_expiry():
                began, waiting = now, 0
            if waiting is None or waiting >= rate.amount // 10:
                return (waiting or 0) + 1
            if len(self.waiting) >= MOST_REMEMBERED:
                self.waiting.clear()
            self.waiting[rate, key] = (began, waiting + 1)
            return 0

    def counted(self, rate: RateLimitItem, key: tuple[str, ...]) -> None:
        """Notes that Redis has counted all that waited."""
        with self.lock:
            if (rate, key) in self.waiting:
                self.waiting[rate, key] = (self.waiting[rate, key][0], None)

    def forget(self, rate: RateLimitItem, key: tuple[str, ...]) -> None:
        """Forgets what was counted."""
        with self.lock:
            self.waiting.pop((rate, key), None)

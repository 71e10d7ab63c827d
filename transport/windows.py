"""Uncounts a request that the library `limits` has counted in a moving window; it has no function
of its own for that. A window is a list of times, the newest first."""

from __future__ import annotations

from typing import Any

from limits import RateLimitItem
from limits.strategies import MovingWindowRateLimiter


def take_back(limiter: MovingWindowRateLimiter, rate: RateLimitItem, key: tuple[str, ...]) -> None:
    """Removes the newest request from this key's window, if there is one."""
    storage: Any = limiter.storage
    name = rate.key_for(*key)
    if hasattr(storage, "events"):  # in this process
        with storage.locks[name]:
            del storage.events.get(name, [])[:1]
    else:  # in Redis
        storage.get_connection().lpop(storage.prefixed_key(name))

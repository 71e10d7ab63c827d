"""Taking a request back out of the moving windows that the library `limits` keeps, which has no
call for it. A window is a list of times, the last one first."""

from __future__ import annotations

from typing import Any

from limits import RateLimitItem
from limits.strategies import MovingWindowRateLimiter


def take_back(limiter: MovingWindowRateLimiter, rate: RateLimitItem, key: tuple[str, ...]) -> None:
    """Removes the last request from the window of this key; does nothing if it is empty."""
    storage: Any = limiter.storage
    name = rate.key_for(*key)
    if hasattr(storage, "events"):  # in this process
        with storage.locks[name]:
            del storage.events.get(name, [])[:1]
    else:  # in Redis
        storage.get_connection().lpop(storage.prefixed_key(name))

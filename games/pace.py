"""At what pace one person may ask for something. Every process counts in the same cache."""

from __future__ import annotations

from contextlib import suppress
from datetime import timedelta

from django.core.cache import cache
from django.utils import timezone
from redis import RedisError


def within_pace(name: str, *, most: int, window: timedelta) -> bool:
    """Counts one more of what ``name`` stands for; whether so many are allowed in a window.

    Without a cache nobody is too fast: a game goes on while Redis is away.
    """
    key = f"pace:{name}:{int(timezone.now().timestamp() / window.total_seconds())}"
    counted = 0
    with suppress(RedisError):
        cache.add(key, 0, window.total_seconds() * 2)
        counted = cache.incr(key)
    return counted <= most

"""Redis as a cache: ours, which says when it is away, and the one that libraries are given."""

from __future__ import annotations

from typing import Any

from django.core.cache import BaseCache, caches
from django.core.cache.backends.redis import RedisCache
from django.utils.connection import ConnectionProxy
from redis import RedisError

cache: BaseCache = ConnectionProxy(caches, "ours")  # type: ignore[assignment] # stands for it
"""Raises ``RedisError`` while Redis is away: what that means is for the caller to say."""


class EmptyWhileAway(RedisCache):
    """For libraries that expect a cache to be there: without Redis it is empty and forgets, so
    that nobody is locked out because nothing can be counted."""

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        """What is kept, or the default."""
        try:
            return super().get(key, default, version)
        except RedisError:
            return default

    def set(self, key: Any, value: Any, *args: Any, **kwargs: Any) -> None:
        """Keeps a value, where it can."""
        try:
            super().set(key, value, *args, **kwargs)
        except RedisError:
            return

    def add(self, key: Any, value: Any, *args: Any, **kwargs: Any) -> bool:
        """Whether the key was free; it is while nothing is kept."""
        try:
            return bool(super().add(key, value, *args, **kwargs))
        except RedisError:
            return True

    def delete(self, key: Any, version: int | None = None) -> bool:
        """Whether something was kept."""
        try:
            return bool(super().delete(key, version))
        except RedisError:
            return False

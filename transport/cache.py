"""Redis as a cache: ours raises while Redis is away, the one for libraries does not."""

from __future__ import annotations

from typing import Any

from django.core.cache import BaseCache, caches
from django.core.cache.backends.redis import RedisCache
from django.utils.connection import ConnectionProxy
from redis import RedisError

cache: BaseCache = ConnectionProxy(caches, "ours")  # type: ignore[assignment] # stands for it
"""Raises ``RedisError`` while Redis is away; what to do then is up to the caller."""


class EmptyWhileAway(RedisCache):
    """For libraries that expect a working cache. While Redis is away it is empty and stores
    nothing, so that nobody is locked out because nothing can be counted."""

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        """The stored value, or the default."""
        try:
            return super().get(key, default, version)
        except RedisError:
            return default

    def set(self, key: Any, value: Any, *args: Any, **kwargs: Any) -> None:
        """Stores a value, if it can."""
        try:
            super().set(key, value, *args, **kwargs)
        except RedisError:
            return

    def add(self, key: Any, value: Any, *args: Any, **kwargs: Any) -> bool:
        """Whether the key was free; while nothing can be stored, it is."""
        try:
            return bool(super().add(key, value, *args, **kwargs))
        except RedisError:
            return True

    def delete(self, key: Any, version: int | None = None) -> bool:
        """Whether there was a value."""
        try:
            return bool(super().delete(key, version))
        except RedisError:
            return False

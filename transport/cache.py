"""Redis as a cache: ours raises while Redis is unavailable, the one for libraries does not."""

from __future__ import annotations

from typing import Any

from django.core.cache import BaseCache, caches
from django.core.cache.backends.redis import RedisCache
from django.utils.connection import ConnectionProxy
from redis import RedisError

cache: BaseCache = ConnectionProxy(caches, "ours")  # type: ignore[assignment] # a proxy of it
"""Raises ``RedisError`` while Redis is unavailable; what to do then is up to the caller."""


class EmptyWhileAway(RedisCache):
    """A cache for libraries that expect a working one. While Redis is unavailable it is empty and
    stores nothing, so that nobody is locked out because nothing can be counted."""

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        """The stored value, or the default."""
        try:
            return super().get(key, default, version)
        except RedisError:
            return default

    def set(self, key: Any, value: Any, *args: Any, **kwargs: Any) -> None:
        """Stores a value if Redis is available."""
        try:
            super().set(key, value, *args, **kwargs)
        except RedisError:
            return

    def add(self, key: Any, value: Any, *args: Any, **kwargs: Any) -> bool:
        """Stores a value if the key is free; True if it was, or if Redis is unavailable."""
        try:
            return bool(super().add(key, value, *args, **kwargs))
        except RedisError:
            return True

    def delete(self, key: Any, version: int | None = None) -> bool:
        """Deletes a value; True if there was one."""
        try:
            return bool(super().delete(key, version))
        except RedisError:
            return False

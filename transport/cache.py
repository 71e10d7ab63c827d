"""Redis as a cache: ours, which raises while Redis is unavailable, one for libraries, which does
not, and one of a fixed size."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any
from zlib import crc32

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


class SlotCache:
    """A cache with ``count`` slots under one name; values expire after ``seconds``. A new value
    replaces the old one in its slot, so that the cache takes bounded memory, whatever visitors ask
    for. Empty while Redis is unavailable."""

    def __init__(self, name: str, count: int, seconds: int) -> None:
        self.name, self.count, self.seconds = name, count, seconds

    def get(self, key: str) -> Any:
        """The value under this key, or None."""
        return self.get_many([key]).get(key)

    def get_many(self, keys: Iterable[str]) -> dict[str, Any]:
        """The values under these keys; of keys that share a slot, at most one has a value."""
        slots = {key: self._slot(key) for key in keys}
        found: dict[str, Any] = {}
        with suppress(RedisError):
            found = cache.get_many(set(slots.values())) if slots else {}
        kept = {key: found[slot] for key, slot in slots.items() if slot in found}
        return {key: value for key, (whose, value) in kept.items() if whose == key}

    def set_many(self, values: Mapping[str, Any]) -> None:
        """Stores these values."""
        with suppress(RedisError):
            by_slot = {self._slot(key): (key, value) for key, value in values.items()}
            if by_slot:
                cache.set_many(by_slot, self.seconds)

    def _slot(self, key: str) -> str:
        return f"{self.name}:{crc32(key.encode()) % self.count}"

"""A cache in Redis with a fixed number of slots.

A new value replaces the old one in its slot, so that the cache takes bounded memory, whatever
visitors ask for. Values that are gone are computed again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any
from zlib import crc32

from redis import RedisError

from transport.cache import cache


class Places:
    """``count`` slots under one name; values expire after ``seconds``. Empty without Redis."""

    def __init__(self, name: str, count: int, seconds: int) -> None:
        self.name, self.count, self.seconds = name, count, seconds

    def get(self, key: str) -> Any:
        """The value under this key, or None."""
        return self.get_many([key]).get(key)

    def get_many(self, keys: Iterable[str]) -> dict[str, Any]:
        """The values under these keys; of keys that share a slot, at most one has a value."""
        places = {key: self._place(key) for key in keys}
        found: dict[str, Any] = {}
        with suppress(RedisError):
            found = cache.get_many(set(places.values())) if places else {}
        kept = {key: found[place] for key, place in places.items() if place in found}
        return {key: value for key, (whose, value) in kept.items() if whose == key}

    def set_many(self, values: Mapping[str, Any]) -> None:
        """Stores these values."""
        with suppress(RedisError):
            by_place = {self._place(key): (key, value) for key, value in values.items()}
            if by_place:
                cache.set_many(by_place, self.seconds)

    def _place(self, key: str) -> str:
        return f"{self.name}:{crc32(key.encode()) % self.count}"

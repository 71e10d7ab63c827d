"""What is kept in Redis for whoever asks again, in a number of places that nobody can add to.

What a place holds is driven out by the next thing that falls on it. So what is kept takes bounded
memory, whatever visitors ask for; what is gone is worked out anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any
from zlib import crc32

from redis import RedisError

from transport.cache import cache


class Places:
    """So many places under one name, each for ``seconds``. Without Redis all are empty."""

    def __init__(self, name: str, count: int, seconds: int) -> None:
        self.name, self.count, self.seconds = name, count, seconds

    def get(self, key: str) -> Any:
        """What is kept under this key, or None."""
        return self.get_many([key]).get(key)

    def get_many(self, keys: Iterable[str]) -> dict[str, Any]:
        """What is kept under these keys; where two share a place, of one at most."""
        places = {key: self._place(key) for key in keys}
        found: dict[str, Any] = {}
        with suppress(RedisError):
            found = cache.get_many(set(places.values())) if places else {}
        kept = {key: found[place] for key, place in places.items() if place in found}
        return {key: value for key, (whose, value) in kept.items() if whose == key}

    def set_many(self, values: Mapping[str, Any]) -> None:
        """Keeps these values."""
        with suppress(RedisError):
            by_place = {self._place(key): (key, value) for key, value in values.items()}
            if by_place:
                cache.set_many(by_place, self.seconds)

    def _place(self, key: str) -> str:
        return f"{self.name}:{crc32(key.encode()) % self.count}"

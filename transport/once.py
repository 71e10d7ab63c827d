"""What a process makes once, however many of its threads ask for it first."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from typing import Generic, TypeVar

Made = TypeVar("Made")


class MadeOnce(Generic[Made]):
    """Decorates a function without arguments: what it returns is kept for all that ask later.

    With ``functools.cache`` threads that ask at the same time get one each. A client of Redis that
    is one too many ends the connections of its pool as it goes, and others are using them.
    """

    def __init__(self, make: Callable[[], Made]) -> None:
        self.make = make
        self.lock = Lock()
        self.made: list[Made] = []

    def __call__(self) -> Made:
        """What was made, now or before."""
        with self.lock:
            if not self.made:
                self.made.append(self.make())
            return self.made[0]

    def cache_clear(self) -> None:
        """Forgets it: the next to ask gets another."""
        with self.lock:
            self.made.clear()

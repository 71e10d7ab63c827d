"""Decorators that make one object for each process, or one for each event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from threading import Lock
from typing import Generic, TypeVar
from weakref import WeakKeyDictionary

Made = TypeVar("Made")


class process_singleton(Generic[Made]):  # noqa: N801 a decorator
    """Calls the decorated function once in each process and returns that object from then on.

    With ``functools.cache`` two threads that call it at the same time would get one object each.
    A spare Redis client closes its pool's connections when it is deleted, while others use them.
    """

    def __init__(self, make: Callable[[], Made]) -> None:
        self.make = make
        self.lock = Lock()
        self.made: list[Made] = []

    def __call__(self) -> Made:
        """Returns the object; makes it on the first call."""
        with self.lock:
            if not self.made:
                self.made.append(self.make())
            return self.made[0]

    def cache_clear(self) -> None:
        """Forgets the object, so that the next call makes a new one."""
        with self.lock:
            self.made.clear()


class loop_singleton(Generic[Made]):  # noqa: N801 a decorator
    """Calls the decorated function once in each event loop and returns that object for as long as
    the loop exists. May be called only while a loop is running."""

    def __init__(self, make: Callable[[], Made]) -> None:
        self.make = make
        self.made: WeakKeyDictionary[asyncio.AbstractEventLoop, Made] = WeakKeyDictionary()

    def __call__(self) -> Made:
        """Returns the running loop's object; makes it on the first call."""
        loop = asyncio.get_running_loop()
        if loop not in self.made:
            self.made[loop] = self.make()
        return self.made[loop]

    def of_all_loops(self) -> list[Made]:
        """Returns the objects of all event loops; may be called from any thread."""
        return list(self.made.values())

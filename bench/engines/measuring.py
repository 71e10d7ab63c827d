"""Measures time and memory, and makes lines of tables."""

from __future__ import annotations

import statistics
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields, is_dataclass
from time import perf_counter
from typing import Any


@dataclass(frozen=True)
class MeasuredRow:
    """One line of the table: ``measure()`` returns a figure in ``unit``, which should be at most
    ``limit``."""

    work: str
    limit: float
    unit: str
    measure: Callable[[], float]

    def line(self) -> str:
        """Measures; returns the line of the table."""
        figure = self.measure()
        holds = "yes" if figure <= self.limit else "no"
        return f"| {self.work} | {figure:.3g} {self.unit} | {self.limit:g} {self.unit} | {holds} |"


def pace() -> str:
    """A line that says how fast the machine is now, so that tables of different days can be
    compared: on a shared machine the same work has taken up to three times as long."""
    return f"A million additions take {median_ms(_additions, rounds=20)():.0f} ms.\n"


def _additions() -> int:
    total = 0
    for number in range(1_000_000):
        total += number
    return total


HEAD = "| work | median | at most | holds |\n| --- | --- | --- | --- |"


def median_ms(
    call: Callable[[], object], rounds: int = 200, clock: Callable[[], float] = perf_counter
) -> Callable[[], float]:
    """Returns a function that measures the median time of ``call`` over ``rounds``, in
    milliseconds."""
    return medians_ms(lambda: (call for _ in range(rounds)), clock)


def medians_ms(
    calls: Callable[[], Iterable[Callable[[], object]]], clock: Callable[[], float] = perf_counter
) -> Callable[[], float]:
    """Returns a function that measures the median time of these calls in milliseconds. The time to
    make the calls is not counted. ``clock`` tells the time in seconds."""

    def measure() -> float:
        times = []
        for call in calls():
            begun = clock()
            call()
            times.append(clock() - begun)
        return statistics.median(times) * 1000

    return measure


def kilobytes(value: object) -> float:
    """The memory of a value and everything it contains, each object counted once."""
    return _size(value, set()) / 1024


def _size(value: Any, seen: set[int]) -> int:
    if id(value) in seen:
        return 0
    seen.add(id(value))
    inner: list[Any] = []
    if is_dataclass(value) and not isinstance(value, type):
        inner = [getattr(value, field.name) for field in fields(value)]
    elif isinstance(value, dict):
        inner = [*value.keys(), *value.values()]
    elif isinstance(value, tuple | list | set | frozenset):
        inner = list(value)
    return sys.getsizeof(value) + sum(_size(each, seen) for each in inner)

"""Works out the line that a drawn path becomes: its longest beginning that the rules allow.

First the places where the line starts and stops are found on the path (``stops.py``). If such a
place is not a point of the grid, the grid points around it are tried, the nearest first, until the
line as stored keeps all rules, which is tested in integers. So a stored line passes all tests
unchanged, and drawing it again stores the same line.

Rules: continuous-go.md, "A turn".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from math import ceil, floor, gcd
from typing import Literal

import numpy as np

from ..rules import IllegalAction, Point
from .exact import LEAST, SPACE, UNIT, Segments, distance, length, segments
from .stops import Stop, first_entry, first_free, tolerance
from .strokes import Strokes

Stopped = Literal["opponent", "budget"]

FARTHEST = UNIT // 128
"""The farthest that a stored end may be from its place on the path, in units."""

_BEGINNINGS = 16
_AT_FIRST = 4
_SAME = SPACE // 10**9


@dataclass(frozen=True)
class Drawn:
    """A line as it is stored: its points in units, its length in 2**-40 of a space, and what cut it
    short (None if nothing did)."""

    path: tuple[Point, ...]
    length: int
    stopped: Stopped | None


def draw(path: Sequence[Point], opponent: Strokes, remaining: int, side: int) -> Drawn:
    """The line that is stored if ``path`` is drawn.

    ``path``: two or more grid points, no two in a row the same. ``remaining``: the rest of the
    budget, in 2**-40 of a space. ``side``: the side of the board in units. Raises IllegalAction
    ``on-opponent`` and ``blocked``.
    """
    legs, whole = segments(path), length(path)
    if LEAST <= whole <= remaining and opponent.all_free(legs):
        return Drawn(tuple(path), whole, None)
    start = first_free(legs, opponent)
    if start is None:
        raise IllegalAction("on-opponent", "all of this runs too near to a line of your opponent")
    spent = _budget_end(path, start, remaining)
    entry = first_entry(legs if spent is None else legs[: spent.leg + 1], start, opponent)
    stop, stopped = _first(legs, entry, spent)
    if _way(path, start, stop) >= LEAST - _SAME:
        for line in _lines(path, (start, stop), opponent, remaining, side):
            return Drawn(line, length(line), stopped)
    raise IllegalAction("blocked", "less than 1/64 of a space can be drawn here")


def _first(
    legs: Segments, entry: Stop | None, spent: Stop | None
) -> tuple[Stop | None, Stopped | None]:
    """Where the path stops, and why (None if it does not). If both stop it at the same place, the
    reason is the opponent's line."""
    if entry is None or spent is None:
        return (spent, "budget" if spent else None) if entry is None else (entry, "opponent")
    if entry.leg == spent.leg and entry.along > spent.along + tolerance(legs[entry.leg]):
        return spent, "budget"
    return entry, "opponent"


def _budget_end(path: Sequence[Point], start: Stop, remaining: int) -> Stop | None:
    """The place where the budget is used up; None if it lasts for the whole path."""
    for leg in range(start.leg, len(path) - 1):
        whole = distance(path[leg], path[leg + 1])
        begun = start.along if leg == start.leg else 0.0
        rest = whole - round(begun * whole)
        if rest > remaining:
            return Stop(leg, begun + remaining / whole)
        remaining -= rest
    return None


def _way(path: Sequence[Point], start: Stop, stop: Stop | None) -> int:
    """The length of the path from ``start`` to ``stop`` (None: to its end), in 2**-40 of a
    space."""
    end = Stop(len(path) - 2, 1.0) if stop is None else stop
    whole = [distance(*two) for two in pairwise(path[start.leg : end.leg + 2])]
    return sum(whole) - round(start.along * whole[0]) - round((1 - end.along) * whole[-1])


def _lines(
    path: Sequence[Point],
    span: tuple[Stop, Stop | None],
    opponent: Strokes,
    remaining: int,
    side: int,
) -> Iterator[tuple[Point, ...]]:
    """Yields lines that follow the path between two places and keep all rules, the best first."""
    start, stop = span
    corners = list(path[start.leg + 1 : len(path) if stop is None else stop.leg + 1])
    begins, ends = path[:1], corners[-1:]
    if start != Stop(0, 0.0):
        begins = _grid_points(path, start, ceil, opponent, side)
        begins = [*begins[:_BEGINNINGS], begins[-1]]
    if stop is not None:
        ends = _grid_points(path, stop, floor, opponent, side)
    for begin in begins:
        chain = _without_repeats([begin, *corners])
        if _free([(begin, chain[min(1, len(chain) - 1)])], opponent)[0]:
            yield from _ended(chain, ends, opponent, remaining)


def _ended(
    chain: list[Point], ends: list[Point], opponent: Strokes, remaining: int
) -> Iterator[tuple[Point, ...]]:
    """Yields the chain with each end that keeps the rules, in the order of ``ends``."""
    begun = length(chain)
    fitting = [end for end in ends if LEAST <= begun + distance(chain[-1], end) <= remaining]
    for some in (fitting[:_AT_FIRST], fitting[_AT_FIRST:]):
        free = _free([(chain[-1], end) for end in some], opponent)
        yield from (tuple(_without_repeats([*chain, end])) for end, ok in zip(some, free) if ok)


def _grid_points(
    path: Sequence[Point],
    place: Stop,
    onward: Callable[[float], int],
    opponent: Strokes,
    side: int,
) -> list[Point]:
    """Grid points that may stand for a place and keep away from the opponent's lines, the nearest
    first.

    The last one is on the path itself: the nearest grid point before the place if ``onward`` is
    floor, after it if ceil. It may be far away, but it is allowed in the narrowest gap.
    """
    (x0, y0), (x1, y1) = path[place.leg : place.leg + 2]
    x, y = x0 + place.along * (x1 - x0), y0 + place.along * (y1 - y0)
    square = range(-FARTHEST, FARTHEST + 1)
    around = [(round(x) + i, round(y) + j) for i in square for j in square]
    rated = sorted(((i - x) ** 2 + (j - y) ** 2, (i, j)) for i, j in around)
    points = [
        (i, j)
        for apart, (i, j) in rated
        if apart <= FARTHEST**2 and 0 <= i <= side and 0 <= j <= side
    ]
    free = _free([(point, point) for point in points], opponent)
    steps = gcd(x1 - x0, y1 - y0)
    step = onward(round(place.along * steps, 6))
    on_path = x0 + (x1 - x0) // steps * step, y0 + (y1 - y0) // steps * step
    return [*(point for point, ok in zip(points, free) if ok), on_path]


def _free(pieces: list[tuple[Point, Point]], opponent: Strokes) -> list[bool]:
    """Whether each piece keeps away from the opponent's lines."""
    rows = np.array([[*start, *end] for start, end in pieces], dtype=np.int64)
    free: list[bool] = opponent.free(rows.reshape(-1, 4)).tolist()
    return free


def _without_repeats(path: Iterable[Point]) -> list[Point]:
    return [point for point, _ in groupby(path)]

"""Heat: how much a seat has played near a point lately. Colder seats win collisions.

Rules: multiplayer-go.md, "Heat". The results are the same bytes on every machine: halving is exact
in binary, every other step is one correctly rounded operation per element, and the terms are always
added newest first. (With a matrix product or ``einsum`` the order of the sum and the fusing of
operations would depend on the machine.)
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Heats = npt.NDArray[np.float64]

OLDEST = 1000
"""A stone placed more turns ago than this adds nothing."""

MEMORY = 64
"""How many turns' stones are kept, back from a seat's newest stone.

All older stones together add less than 2^-63 of what the newest adds next to itself, and elsewhere
at most 34 times that (34 is the longest distance on a board of size 25): too little to change the
last bit of the sum.
"""

OLDEST_ALIKE = 900
"""While every stone is at most this old, no heat is close to the smallest numbers that a float can
hold, so each turn halves all heat exactly: what is colder stays colder."""

TOLERANCE = 1e-9
"""Heats that differ by less than this share of the higher one are equal."""

NOWHERE = -1


class Trail(NamedTuple):
    """Where one seat placed its stones: ``indices[k]`` is its point in turn ``turn - k``, or
    NOWHERE if it placed none then."""

    turn: int = 0
    indices: tuple[int, ...] = ()

    def placed(self, index: int, turn: int) -> Trail:
        """The trail with one more stone, placed in ``turn``, which is later than its last one."""
        idle = min(turn - self.turn - 1, MEMORY) if self.indices else 0
        return Trail(turn, (index, *(NOWHERE,) * idle, *self.indices)[:MEMORY])


def heat(trails: Sequence[Trail], turn: int, size: int) -> Heats:
    """The heat in ``turn`` of every seat at every point, of shape (seats, size * size).

    >>> heat([Trail(1, (0,))], turn=3, size=5)[0, :3].tolist()
    [0.25, 0.25, 0.125]
    """
    longest = max(len(trail.indices) for trail in trails)
    blank = (NOWHERE,) * longest
    placed = np.array([(trail.indices + blank)[:longest] for trail in trails], dtype=np.intp)
    newest = np.array([trail.turn for trail in trails])
    ages = turn - newest[:, None] + np.arange(longest)
    weights = np.where((placed != NOWHERE) & (ages <= OLDEST), np.ldexp(1.0, -ages), 0.0)
    heats: Heats = np.add.reduce(weights[:, :, None] * nearness(size)[placed], axis=1)
    return heats


def turn_of_same_order(trails: Sequence[Trail], turn: int) -> int:
    """A turn in which the seats have the same order of heat at every point as in ``turn``.

    Its use is as a cache key: it stays the same as long as nobody places a stone, except in the
    turns in which old stones cease to count.

    >>> trails = [Trail(1, (0,)), Trail(3, (7, 8))]
    >>> [turn_of_same_order(trails, turn) for turn in (4, 5, 600, 1002, 5000)]
    [4, 4, 4, 1002, 1004]
    """
    newest = max(trail.turn for trail in trails)
    begins = [trail.turn - len(trail.indices) for trail in trails if trail.indices]
    if turn - min(begins, default=turn) <= OLDEST_ALIKE:
        return newest + 1
    return min(turn, newest + OLDEST + 1)


@cache
def nearness(size: int) -> Heats:
    """What a new stone at one point adds to the heat at another: 1 / max(1, distance). Shape
    (size * size, size * size), read-only."""
    y, x = np.divmod(np.arange(size * size), size)
    squared = (x[:, None] - x) ** 2 + (y[:, None] - y) ** 2
    table: Heats = 1.0 / np.sqrt(np.maximum(1, squared))
    table.flags.writeable = False
    return table


def coldest(heats: Sequence[float]) -> list[int]:
    """The positions in ``heats`` of the lowest value and of those that count as equal to it.

    >>> coldest([0.3, 0.1 + 0.2, 0.5])
    [0, 1]
    """
    lowest = min(heats)
    return [n for n, each in enumerate(heats) if each - lowest <= TOLERANCE * each]


def ranked(heats: Heats) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.bool_]]:
    """For each point, the rows of ``heats`` coldest first, and which of them begin a new group of
    equals.

    Both have the shape of ``heats``, (rows, points); equal rows are in ascending order. Without
    rows (everybody has left) both are empty.
    """
    if not len(heats):
        return np.zeros(heats.shape, dtype=np.intp), np.ones(heats.shape, dtype=np.bool_)
    order = np.argsort(heats, axis=0, kind="stable")
    ascending = np.take_along_axis(heats, order, axis=0)
    begins = np.ones(heats.shape, dtype=np.bool_)
    lowest = ascending[0]
    for row in range(1, len(ascending)):
        begins[row] = ascending[row] - lowest > TOLERANCE * ascending[row]
        lowest = np.where(begins[row], ascending[row], lowest)
    return order, begins

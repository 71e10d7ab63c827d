"""The cells of a rectangle as the bits of an integer, so that one operation handles a whole area.

Bit ``y * stride + x`` stands for the cell ``(x, y)``. ``stride`` is ``columns + 1``: one unused
column separates the end of each row from the start of the next.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache

from ..rules import Point


@dataclass(frozen=True)
class Grid:
    """A board of ``rows`` by ``columns`` cells; an area is a mask of its cells' bits."""

    rows: int
    columns: int

    @cached_property
    def stride(self) -> int:
        return self.columns + 1

    @cached_property
    def full(self) -> int:
        """The mask of all cells."""
        row = (1 << self.columns) - 1
        return sum(row << y * self.stride for y in range(self.rows))

    def mask(self, points: Iterable[Point]) -> int:
        """The area made of these cells.

        >>> grid(4, 6).mask([(0, 0), (2, 1)]) == 1 << 0 | 1 << 9
        True
        """
        area = 0
        for x, y in points:
            area |= 1 << y * self.stride + x
        return area

    def points(self, area: int) -> list[list[int]]:
        """The cells of ``area`` as ``[x, y]``, ascending by y, then x.

        >>> grid(4, 6).points(grid(4, 6).mask([(2, 1), (0, 0)]))
        [[0, 0], [2, 1]]
        """
        found = []
        while area:
            y, x = divmod((area & -area).bit_length() - 1, self.stride)
            found.append([x, y])
            area &= area - 1
        return found

    def around(self, area: int) -> int:
        """The cells of ``area`` and all cells next to them, including diagonally.

        >>> grid(4, 6).points(grid(4, 6).around(1))
        [[0, 0], [1, 0], [0, 1], [1, 1]]
        """
        wide = area | area << 1 | area >> 1
        return (wide | wide << self.stride | wide >> self.stride) & self.full


@lru_cache(maxsize=512)
def grid(rows: int, columns: int) -> Grid:
    """The grid of this size; the same object each time, so that its masks are computed once."""
    return Grid(rows, columns)

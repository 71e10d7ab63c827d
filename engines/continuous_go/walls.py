"""Walls of cells: where the simple bots put them, what of them is missing, and how it is drawn."""

from __future__ import annotations

from collections import defaultdict
from math import ceil, sqrt

import numpy as np

from ..rules import Point
from .exact import CLEARANCE, LEAST, UNIT, length
from .state import Settings
from .strokes import Strokes

Piece = tuple[Point, Point]
"""The ends of a straight piece of a line, in units."""
Walls = dict[tuple[str, int], list[tuple[int, int]]]

SHIFT = 2 * CLEARANCE
"""How far white's walls are from black's, in units, so that cells of both fit side by side."""
_MOST_CELLS = 12
_LEAST_CELL = UNIT // 8


def cell_lines(settings: Settings, seat: int) -> list[int]:
    """The coordinates of a seat's walls in both directions, ascending from 0, in units; empty if
    cells would be too small."""
    widest = int(sqrt(settings.upper) * UNIT) - SHIFT - 1
    if widest < _LEAST_CELL:
        return []
    count = max(2, ceil(settings.side / widest))
    shift = SHIFT * seat
    if count <= _MOST_CELLS:
        inner = [settings.side * number // count + shift for number in range(1, count)]
        return [0, *inner, settings.side]
    return [0, *(widest * number + shift for number in range(1, _MOST_CELLS + 1))]


def walls_of(strokes: Strokes) -> Walls:
    """The vertical and horizontal segments by the line on which they lie, in order along it."""
    walls: Walls = defaultdict(list)
    x0, y0, x1, y1 = strokes.rows.T
    for x, low, high in np.column_stack([x0, y0, y1])[x0 == x1].tolist():
        walls["x", x].append((low, high))
    for y, low, high in np.column_stack([y0, x0, x1])[y0 == y1].tolist():
        walls["y", y].append((low, high))
    return {line: sorted(parts) for line, parts in walls.items()}


def gaps(start: Point, end: Point, walls: Walls) -> list[Piece]:
    """The pieces between ``start`` and ``end`` without a wall, in this direction."""
    upright = start[0] == end[0]
    line = ("x", start[0]) if upright else ("y", start[1])
    low, high = sorted((start[upright], end[upright]))
    found = []
    for first, last in [*walls.get(line, []), (high, high)]:
        if min(first, high) > low:
            found.append((low, min(first, high)))
        low = max(low, last)
    if start[upright] > end[upright]:
        found = [(last, first) for first, last in reversed(found)]
    if upright:
        return [((start[0], first), (start[0], last)) for first, last in found]
    return [((first, start[1]), (last, start[1])) for first, last in found]


def on_edge(start: Point, end: Point, side: int) -> bool:
    """Whether a piece lies on the edge of the board."""
    return any(a == b and a in (0, side) for a, b in zip(start, end))


def path_along(missing: tuple[Piece, ...]) -> list[Point]:
    """The first connected pieces as one path. If it is too short to be drawn, it runs back and
    forth along them."""
    breaks = [n for n in range(len(missing)) if missing[n - 1][1] != missing[n][0]]
    first = breaks[0] if breaks else 0
    path = list(missing[first])
    for start, end in [*missing[first + 1 :], *missing[:first]]:
        if start != path[-1]:
            break
        path.append(end)
    there, back = path, path[::-1]
    while length(path) < LEAST:
        path = [*path, *(back if path[-1] == there[-1] else there)[1:]]
    return path

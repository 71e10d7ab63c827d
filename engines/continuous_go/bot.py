"""A simple opponent: it fences square cells, one next to another, and passes if none is left.

The cells are about as large as a section may be. Among the cells whose missing walls keep away from
the opponent's lines, it prefers those with the shortest missing walls for their area, and those
next to its own cells. If the budget is too short for all walls, it finishes them in its next turn.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise, product
from math import ceil, hypot, sqrt
from random import Random

import numpy as np

from engines.bots import Bot, Level, by_knowledge
from engines.continuous_go import turn
from engines.continuous_go.exact import CLEARANCE, LEAST, UNIT, length
from engines.continuous_go.state import Settings, State, path_json
from engines.continuous_go.strokes import Strokes
from engines.rules import IllegalAction, Json, Point

Piece = tuple[Point, Point]
Walls = dict[tuple[str, int], list[tuple[int, int]]]

_MOST_CELLS = 12
_LEAST_CELL = UNIT // 8
_SHIFT = 2 * CLEARANCE
"""How far white's walls are from black's, in units, so that cells of both fit side by side."""
_TRIES = 6


@dataclass(frozen=True)
class Cell:
    """A cell: two opposite corners, and the missing pieces of its walls in order around it."""

    low: Point
    high: Point
    missing: tuple[Piece, ...]

    @property
    def cost(self) -> float:
        """The total length of the missing pieces, in units."""
        return sum(hypot(end[0] - start[0], end[1] - start[1]) for start, end in self.missing)


def choose(state: State, seat: int, seed: int) -> Json | None:
    """A legal action for the seat on turn."""
    chance = Random(seed)
    cells = list(_cells(state, seat))
    fenced = [cell for cell in cells if not cell.missing]
    rated = sorted(
        (_rating(cell, fenced), chance.random(), cell.missing)
        for cell in _possible(cells, state.strokes(1 - seat))
    )
    for _, _, missing in rated[:_TRIES]:
        action = {"type": "draw", "path": path_json(_path(missing))}
        try:
            turn.check(state, action)
        except IllegalAction:
            continue
        return action
    return {"type": "pass"}


def choose_at_once(state: State, seat: int, seed: int) -> Json:
    """A pass, because checking whether a line may be drawn takes too long."""
    return {"type": "pass"}


def _cells(state: State, seat: int) -> Iterator[Cell]:
    """Yields all cells of a seat's grid, with the missing pieces of their walls."""
    side, walls = state.settings.side, _walls(state.strokes(seat))
    columns = list(pairwise(_grid(state.settings, seat)))
    for (x0, x1), (y0, y1) in product(columns, columns):
        around = [(x0, y0), (x1, y0), (x1, y1), (x0, y1), (x0, y0)]
        missing = [
            piece
            for start, end in pairwise(around)
            if not _on_edge(start, end, side)
            for piece in _gaps(start, end, walls)
        ]
        yield Cell((x0, y0), (x1, y1), tuple(missing))


def _grid(settings: Settings, seat: int) -> list[int]:
    """The coordinates of a seat's walls in both directions, ascending from 0, in units; empty if
    cells would be too small."""
    widest = int(sqrt(settings.upper) * UNIT) - _SHIFT - 1
    if widest < _LEAST_CELL:
        return []
    count = max(2, ceil(settings.side / widest))
    shift = _SHIFT * seat
    if count <= _MOST_CELLS:
        inner = [settings.side * number // count + shift for number in range(1, count)]
        return [0, *inner, settings.side]
    return [0, *(widest * number + shift for number in range(1, _MOST_CELLS + 1))]


def _walls(strokes: Strokes) -> Walls:
    """The vertical and horizontal segments by the line on which they lie, in order along it."""
    walls: Walls = defaultdict(list)
    x0, y0, x1, y1 = strokes.rows.T
    for x, low, high in np.column_stack([x0, y0, y1])[x0 == x1].tolist():
        walls["x", x].append((low, high))
    for y, low, high in np.column_stack([y0, x0, x1])[y0 == y1].tolist():
        walls["y", y].append((low, high))
    return {line: sorted(parts) for line, parts in walls.items()}


def _gaps(start: Point, end: Point, walls: Walls) -> list[Piece]:
    """The pieces between ``start`` and ``end`` without a wall, in this direction."""
    upright = start[0] == end[0]
    line = ("x", start[0]) if upright else ("y", start[1])
    low, high = sorted((start[upright], end[upright]))
    gaps = []
    for first, last in [*walls.get(line, []), (high, high)]:
        if min(first, high) > low:
            gaps.append((low, min(first, high)))
        low = max(low, last)
    if start[upright] > end[upright]:
        gaps = [(last, first) for first, last in reversed(gaps)]
    if upright:
        return [((start[0], first), (start[0], last)) for first, last in gaps]
    return [((first, start[1]), (last, start[1])) for first, last in gaps]


def _on_edge(start: Point, end: Point, side: int) -> bool:
    return any(a == b and a in (0, side) for a, b in zip(start, end))


def _possible(cells: list[Cell], opponent: Strokes) -> list[Cell]:
    """The cells that have missing walls, if all of these keep away from the opponent's lines."""
    pieces = [(cell, [*start, *end]) for cell in cells for start, end in cell.missing]
    free = opponent.free(np.array([ends for _, ends in pieces], dtype=np.int64).reshape(-1, 4))
    blocked = {cell for (cell, _), clear in zip(pieces, free.tolist()) if not clear}
    return [cell for cell in cells if cell.missing and cell not in blocked]


def _rating(cell: Cell, fenced: list[Cell]) -> float:
    """The length to draw per area, reduced a little for cells next to the seat's own. Less is
    better."""
    area = (cell.high[0] - cell.low[0]) * (cell.high[1] - cell.low[1])
    beside = any(
        all(a <= d and c <= b for a, b, c, d in zip(cell.low, cell.high, own.low, own.high))
        for own in fenced
    )
    return cell.cost / area * (0.9 if beside else 1)


def _path(missing: tuple[Piece, ...]) -> list[Point]:
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


BOTS = (
    Bot(
        Level.MEDIUM,
        "Fence",
        "Draws its lines around what it wants to keep.",
        "M4 6l2-2 2 2v4h3V6l2-2 2 2v4h3V6l2-2v16h-2v-4h-3v4h-4v-4H8v4H4zM8 12v2h3v-2zm7 0v2h3v-2z",
        by_knowledge(choose),
        choose_at_once,
    ),
)

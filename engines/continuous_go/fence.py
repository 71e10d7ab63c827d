"""The bot ``Fence`` fences square cells, one next to another, and passes if none is left.

The cells are about as large as a section may be. Among the cells whose missing walls keep away from
the opponent's lines, it prefers those with the shortest missing walls for their area, and those
next to its own cells. If the budget is too short for all walls, it finishes them in its next turn.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, product
from math import hypot
from random import Random

import numpy as np

from ..rules import IllegalAction, Json, Point
from . import turn
from .state import State, path_json
from .strokes import Strokes
from .walls import Piece, cell_lines, gaps, on_edge, path_along, walls_of

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


def choose(state: State, seat: int, seed: int) -> Json:
    """A legal action for the seat on turn."""
    chance = Random(seed)
    cells = list(every_cell(state, seat))
    fenced = [cell for cell in cells if not cell.missing]
    rated = sorted(
        (_rating(cell, fenced), chance.random(), cell.missing)
        for cell in possible(cells, state.strokes(1 - seat))
    )
    return first_legal(state, [path_along(missing) for _, _, missing in rated[:_TRIES]])


def first_legal(state: State, paths: Iterable[Sequence[Point]]) -> Json:
    """The first of these lines, in units, that may be drawn; a pass if there is none."""
    for path in paths:
        action = {"type": "draw", "path": path_json(path)}
        try:
            turn.check(state, action)
        except IllegalAction:
            continue
        return action
    return {"type": "pass"}


def every_cell(state: State, seat: int) -> Iterator[Cell]:
    """Yields all cells of a seat's grid, with the missing pieces of their walls."""
    side, walls = state.settings.side, walls_of(state.strokes(seat))
    columns = list(pairwise(cell_lines(state.settings, seat)))
    for (x0, x1), (y0, y1) in product(columns, columns):
        around = [(x0, y0), (x1, y0), (x1, y1), (x0, y1), (x0, y0)]
        missing = [
            piece
            for start, end in pairwise(around)
            if not on_edge(start, end, side)
            for piece in gaps(start, end, walls)
        ]
        yield Cell((x0, y0), (x1, y1), tuple(missing))


def possible(cells: list[Cell], opponent: Strokes) -> list[Cell]:
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

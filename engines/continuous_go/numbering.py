"""The numbers of actions in Continuous Go: the pieces of the board's grid, a pass, and an undo.

A piece is a side of a square of the grid that is not on the edge of the board. White's are a little
beside black's, so that both colours can wall off neighbouring areas. Each is drawn from its upper
or left end. Any other line is legal as well, but has no number.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from ..numbering import Mask, Numbering
from ..rules import IllegalAction, Json, Point
from . import turn
from .drawing import FARTHEST, draw
from .exact import CLEARANCE, UNIT, Segments, distance
from .state import State, path_json
from .strokes import MOST_PLACES, Strokes
from .walls import SHIFT

_Ends = tuple[Point, Point]
_ANSWERS = ("pass", "undo")


class Numbers(Numbering[State]):
    """With ``lines = size - 2`` and ``pieces = size - 1``: a piece that runs down is number
    ``(line - 1) * pieces + y``, one that runs to the right ``(lines + line - 1) * pieces + x``; a
    pass is ``2 * lines * pieces``, and the undo the last number."""

    def count(self, state: State) -> int:
        return len(grid_pieces(state.settings.size, 0)) + len(_ANSWERS)

    def action(self, state: State, seat: int, number: int) -> Json:
        pieces = grid_pieces(state.settings.size, seat)
        if number >= len(pieces):
            return {"type": _ANSWERS[number - len(pieces)]}
        return {"type": "draw", "path": path_json(pieces[number])}

    def number(self, state: State, seat: int, action: Json) -> int:
        pieces = grid_pieces(state.settings.size, seat)
        if action["type"] != "draw":
            return len(pieces) + _ANSWERS.index(action["type"])
        path = tuple((round(x * UNIT), round(y * UNIT)) for x, y in action["path"])
        if path not in pieces:
            raise ValueError("this line is not a piece of the grid, so it has no number")
        return pieces.index((path[0], path[1]))

    def allowed(self, state: State, seat: int) -> Mask:
        pieces = grid_pieces(state.settings.size, seat)
        mask = np.ones(len(pieces) + len(_ANSWERS), dtype=np.bool_)
        for number, beside in _doubtful(state.strokes(1 - seat), state.settings.size, seat):
            budget = min(state.remaining, distance(*pieces[number]))
            mask[number] = _can_be_drawn(pieces[number], beside, budget, state.settings.side)
        mask[-1] = state.drawn > 0
        points, places = state.lines.count(seat)
        # A piece has two points, and crosses each segment of its colour at most once.
        if points + 2 > turn.MOST_POINTS or places + points > MOST_PLACES:
            for number in np.flatnonzero(mask).tolist():
                mask[number] = self._is_legal(state, seat, number)
        return mask

    def _is_legal(self, state: State, seat: int, number: int) -> bool:
        try:
            turn.check(state, self.action(state, seat, number))
        except IllegalAction:
            return False
        return True


@lru_cache(maxsize=32)
def grid_pieces(size: int, seat: int) -> tuple[_Ends, ...]:
    """The ends of a seat's pieces, in units, by number."""
    side, shift = (size - 1) * UNIT, SHIFT * seat
    at = [0, *(line * UNIT + shift for line in range(1, size - 1)), side]
    down = [
        ((at[line], at[y]), (at[line], at[y + 1]))
        for line in range(1, size - 1)
        for y in range(size - 1)
    ]
    across = [((y, x), (end_y, end_x)) for (x, y), (end_x, end_y) in down]
    return (*down, *across)


@lru_cache(maxsize=32)
def _beginnings(size: int, seat: int) -> Segments:
    """The first 1/64 of each of a seat's pieces."""
    ends = np.array(grid_pieces(size, seat), dtype=np.int64)
    begins, way = ends[:, 0], np.sign(ends[:, 1] - ends[:, 0])
    return np.hstack([begins, begins + way * (UNIT // 64)])


@lru_cache(maxsize=64)
def _doubtful(opponent: Strokes, size: int, seat: int) -> tuple[tuple[int, bytes], ...]:
    """The numbers of the seat's pieces that begin too near to lines of the opponent, ascending,
    each with all lines of the opponent that are near the whole piece.

    Of every other piece at least the first 1/64 can be drawn, whatever stops the rest.
    """
    numbers = np.flatnonzero(~opponent.free(_beginnings(size, seat))).tolist()
    if not numbers:
        return ()
    pieces = np.array(grid_pieces(size, seat), dtype=np.int64)[numbers]
    low = pieces.min(axis=1) - CLEARANCE - FARTHEST
    high = pieces.max(axis=1) + CLEARANCE + FARTHEST
    rows = opponent.rows
    least, most = np.minimum(rows[:, :2], rows[:, 2:]), np.maximum(rows[:, :2], rows[:, 2:])
    return tuple(
        (number, rows[((least <= top) & (most >= bottom)).all(axis=1)].tobytes())
        for number, bottom, top in zip(numbers, low, high)
    )


@lru_cache(maxsize=50_000)
def _can_be_drawn(piece: _Ends, beside: bytes, budget: int, side: int) -> bool:
    """Whether at least a part of a piece can be drawn past these lines of the opponent."""
    opponent = Strokes(np.frombuffer(beside, dtype=np.int64).reshape(-1, 4))
    try:
        draw(piece, opponent, budget, side)
    except IllegalAction:
        return False
    return True

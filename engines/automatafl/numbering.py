"""The numbers of actions in Automatafl: from each cell to each other cell of its row and column."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from ..numbering import Mask, Numbering
from ..rules import Json
from .state import State


class Numbers(Numbering[State]):
    """With ``ways = width + height - 2``, a move from ``[x, y]`` is number ``(y * width + x) *
    ways`` plus the place of its end among the other cells of the row from the left, and then of the
    column from the top."""

    def count(self, state: State) -> int:
        return len(state.board) * _ways(state)

    def action(self, state: State, seat: int, number: int) -> Json:
        start, way = divmod(number, _ways(state))
        end = int(_ends(state.width, state.height)[start, way])
        return {"type": "move", "from": state.point(start), "to": state.point(end)}

    def number(self, state: State, seat: int, action: Json) -> int:
        (x, y), (end_x, end_y) = action["from"], action["to"]
        start = state.cell((x, y)) * _ways(state)
        if y == end_y:
            return int(start + end_x - (end_x > x))
        return int(start + state.width - 1 + end_y - (end_y > y))

    def allowed(self, state: State, seat: int) -> Mask:
        open_cells = np.ones(len(state.board), dtype=np.bool_)
        open_cells[[state.agent, *state.marked]] = False
        ends = open_cells[_ends(state.width, state.height)]
        return (open_cells[:, None] & ends).ravel()


def _ways(state: State) -> int:
    return state.width + state.height - 2


@lru_cache(maxsize=32)
def _ends(width: int, height: int) -> npt.NDArray[np.intp]:
    """The cells to which each cell's moves go, (cells, ways)."""
    return np.array(
        [
            [y * width + to for to in range(width) if to != x]
            + [to * width + x for to in range(height) if to != y]
            for y in range(height)
            for x in range(width)
        ],
        dtype=np.intp,
    )

"""The numbers of actions in Parallel Multiplayer Go: a stone on each point, row by row, and a
pass."""

from __future__ import annotations

import numpy as np

from ..board import EMPTY, index_of, point_at
from ..numbering import Mask, Numbering
from ..rules import Json
from .state import State


class Numbers(Numbering[State]):
    """A stone at ``[x, y]`` is number ``y * size + x``; a pass is the last number."""

    def count(self, state: State) -> int:
        return len(state.board) + 1

    def action(self, state: State, seat: int, number: int) -> Json:
        if number == len(state.board):
            return {"type": "pass"}
        return {"type": "place", "at": point_at(number, state.size)}

    def number(self, state: State, seat: int, action: Json) -> int:
        if action["type"] == "pass":
            return len(state.board)
        return index_of(action["at"], state.size)

    def allowed(self, state: State, seat: int) -> Mask:
        mask: Mask = np.array((*state.board, EMPTY)) == EMPTY
        return mask

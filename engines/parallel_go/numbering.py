"""The numbers of actions in Parallel Go: a stone on each point, a pass; a mark on each point, and
the two answers to a count."""

from __future__ import annotations

import numpy as np

from ..board import EMPTY, flood, index_of, liberties, neighbours, point_at, stone
from ..numbering import Mask, Numbering
from ..rules import Json
from .state import State

_ANSWERS = ("accept", "resume")


class Numbers(Numbering[State]):
    """With ``points = size * size``: a stone at ``[x, y]`` is number ``y * size + x``, a pass
    ``points``, a mark at ``[x, y]`` is ``points + 1 + y * size + x``; then accept and resume."""

    def count(self, state: State) -> int:
        return 2 * len(state.board) + 1 + len(_ANSWERS)

    def action(self, state: State, seat: int, number: int) -> Json:
        points = len(state.board)
        if number < points:
            return {"type": "place", "at": point_at(number, state.size)}
        if number == points:
            return {"type": "pass"}
        if number <= 2 * points:
            return {"type": "mark", "at": point_at(number - points - 1, state.size)}
        return {"type": _ANSWERS[number - 2 * points - 1]}

    def number(self, state: State, seat: int, action: Json) -> int:
        points, kind = len(state.board), action["type"]
        if kind == "place":
            return index_of(action["at"], state.size)
        if kind == "pass":
            return points
        if kind == "mark":
            return points + 1 + index_of(action["at"], state.size)
        return 2 * points + 1 + _ANSWERS.index(kind)

    def allowed(self, state: State, seat: int) -> Mask:
        points = len(state.board)
        mask = np.zeros(self.count(state), dtype=np.bool_)
        if state.counted:
            mask[points + 1 :] = True
            mask[points + 1 : 2 * points + 1] = np.frombuffer(state.board, np.uint8) != EMPTY
        else:
            mask[:points] = _places(state, seat)
            mask[points] = True
        return mask


def _places(state: State, seat: int) -> Mask:
    """By point, whether the seat may place a stone there."""
    size = state.size
    empty = np.frombuffer(state.board, np.uint8).reshape(size, size) == EMPTY
    beside = np.zeros_like(empty)
    beside[1:] |= empty[:-1]
    beside[:-1] |= empty[1:]
    beside[:, 1:] |= empty[:, :-1]
    beside[:, :-1] |= empty[:, 1:]
    places: Mask = (empty & beside).ravel()
    known: dict[int, bool] = {}
    for index in np.flatnonzero(empty & ~beside).tolist():
        places[index] = _lives(state, seat, index, known)
    places[list(state.prohibited[seat])] = False
    return places


def _lives(state: State, seat: int, index: int, known: dict[int, bool]) -> bool:
    """Whether a stone lives on an empty point without empty neighbours: it joins a chain that has
    another liberty, or takes the last liberty of the other seat's. ``known``: by point, whether its
    chain has several liberties, as far as it has been worked out."""
    board, around = state.board, neighbours(state.size)
    for near in around[index]:
        if near not in known:
            chain, _ = flood(board, near, board[near], around)
            several = len(liberties(board, chain, around)) > 1
            known.update(dict.fromkeys(chain, several))
        if known[near] == (board[near] == stone(seat)):
            return True
    return False

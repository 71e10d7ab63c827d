"""The bots that look ahead."""

from __future__ import annotations

from random import Random

from ..bots import Budget
from ..rules import Json
from ..search import sealed
from .judgement import count
from .knowledge import COPIES, FEWER_COPIES, PASS, ParallelGoKnowledge
from .state import State
from .worth import worth_of_points

FEW, MANY = 40_000, 120_000
"""How many boards are played on together, counted in points of these boards: for bots with little
time, and with more."""


def choose(state: State, seat: int, seed: int, budget: Budget) -> Json:
    """A legal action for an awaited seat, found by looking ahead. Passes if no point is worth
    anything by a quick look (:func:`.worth.worth_of_points`), so that settled games end."""
    return _choose(state, seat, seed, budget, MANY, COPIES)


def choose_soon(state: State, seat: int, seed: int, budget: Budget) -> Json:
    """As :func:`choose`, for a budget of less than half a second."""
    return _choose(state, seat, seed, budget, FEW, FEWER_COPIES)


def _choose(
    state: State, seat: int, seed: int, budget: Budget, points: int, copies: tuple[int, int]
) -> Json:
    if state.counted:
        return count(state, seat)
    if not worth_of_points(state.board, state.size, seat):
        return {"type": "pass"}
    knowledge = ParallelGoKnowledge(state.size, state.history, seed % 2**32, points, copies)
    position = knowledge.position(state)
    chosen = sealed.choose(knowledge, position, seat, Random(seed), budget)
    if chosen is None or chosen == PASS:
        return {"type": "pass"}
    return {"type": "place", "at": state.point(chosen)}

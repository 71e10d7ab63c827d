"""The bots that look ahead."""

from __future__ import annotations

from random import Random

from ..bots import Budget
from ..rules import Json
from ..search import sealed
from .judgement import count
from .knowledge import PASS, ParallelGoKnowledge
from .state import State
from .worth import worth_of_points


def choose(state: State, seat: int, seed: int, budget: Budget) -> Json:
    """A legal action for an awaited seat, found by looking ahead. Passes when no point is worth
    anything to those who do not look ahead, so that settled games end."""
    if state.counted:
        return count(state, seat)
    if not worth_of_points(state.board, state.size, seat):
        return {"type": "pass"}
    knowledge = ParallelGoKnowledge(state.size, state.history, seed % 2**32)
    position = knowledge.position(state)
    chosen = sealed.choose(knowledge, position, seat, Random(seed), budget)
    if chosen is None or chosen == PASS:
        return {"type": "pass"}
    return {"type": "place", "at": state.point(chosen)}

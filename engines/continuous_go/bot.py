"""The five bots of Continuous Go."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from ..bots import Bot, Budget, Level, by_knowledge
from ..rules import Json
from ..search import turns
from . import beginners, fence
from .knowledge import Fencing
from .sketch import as_path, sketch
from .state import State

FEW_ROUNDS = 20
"""How many rounds Hurdle's search has at most. Because it has few candidates, more rounds do not
make it much stronger."""
_NARROW = Fencing(most=12, cuts=4, curiosity=0.7)
_WIDE = Fencing(most=40, cuts=12, curiosity=0.3)


def choose_at_once(state: State, seat: int, seed: int) -> Json:
    """A pass, because checking whether a line may be drawn takes too long."""
    return {"type": "pass"}


def choose_ahead(state: State, seat: int, seed: int, budget: Budget) -> Json:
    """Hurdle: compares a few lines, by playing the game on to its end a few times."""
    few = replace(budget, rounds=min(budget.rounds, FEW_ROUNDS))
    return _choose(_NARROW, state, seat, seed, few)


def choose_far_ahead(state: State, seat: int, seed: int, budget: Budget) -> Json:
    """Surveyor: compares many lines, by playing the game on to its end as often as it has time."""
    return _choose(_WIDE, state, seat, seed, budget)


def _choose(knowledge: Fencing, state: State, seat: int, seed: int, budget: Budget) -> Json:
    """The line that the search chooses; where the search finds none that may be drawn, the action
    that Fence would choose."""
    position = sketch(state)
    if position is not None:
        choice = turns.choose(knowledge, position, Random(seed), budget)
        if choice:
            action = fence.first_legal(state, [as_path(state, choice)])
            if action["type"] == "draw":
                return action
    return fence.choose(state, seat, seed)


BOTS = (
    Bot(
        Level.EASY,
        "Doodle",
        "Draws small loops wherever it likes, and has soon had enough.",
        "M4 18c-3-6 2-14 8-12s6 10 1 11-7-7-1-8 10 2 9 8h-2c0-4-3-7-6-6s-3 4 0 4 3-6-1-7-8 4-6 9z",
        by_knowledge(beginners.doodle),
        choose_at_once,
    ),
    Bot(
        Level.FAIRLY_EASY,
        "Thimble",
        "Fences now here, now there, and forgets that it could draw on.",
        "M8 3h8l1 3 2 14H5L7 6zM9 8v2h2V8zm4 0v2h2V8zm-5 4v2h2v-2zm3 0v2h2v-2zm3 0v2h2v-2z",
        by_knowledge(beginners.thimble),
        choose_at_once,
    ),
    Bot(
        Level.MEDIUM,
        "Fence",
        "Draws its lines around what it wants to keep.",
        "M4 6l2-2 2 2v4h3V6l2-2 2 2v4h3V6l2-2v16h-2v-4h-3v4h-4v-4H8v4H4zM8 12v2h3v-2zm7 0v2h3v-2z",
        by_knowledge(fence.choose),
        choose_at_once,
    ),
    Bot(
        Level.FAIRLY_STRONG,
        "Hurdle",
        "Sees where a line bars the way of another, and draws it first.",
        "M3 6h18v5h-2v9h3v2h-8v-2h3v-9H7v9h3v2H2v-2h3v-9H3zm3 2v1h4V8zm8 0v1h4V8z",
        choose_ahead,
        choose_at_once,
        seconds=0.1,
    ),
    Bot(
        Level.STRONG,
        "Surveyor",
        "Measures the whole board, and plays many games to their end in its head.",
        "M12 2a3 3 0 0 1 1 5.8V9h4v3h-3.6L18 22h-2l-4-8.5-4 8.5H6l4.6-10H7V9h4V7.8A3 3 0 0 1 12 2z",
        choose_far_ahead,
        choose_at_once,
        seconds=2,
    ),
)

"""Positions of Continuous Go reached by drawing. In an action a list of points is a draw; a word
stands for itself."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from engines import record
from engines.continuous_go import GAME
from engines.continuous_go.state import State
from engines.continuous_go.view import areas_and_score
from engines.rules import IllegalAction, Json

Action = Sequence[Sequence[float]] | str | None
"""A path in spaces, ``"pass"``, ``"undo"``, or None if the time runs out."""

NEAREST = 1 / 64
STEP = 1 / 1024


def start(**options: float) -> State:
    """The empty board, by default of 9×9 with long turns."""
    given = {"size": 9, "budget": 20, **options}
    return GAME.new_state(record.complete_options(GAME, given), 2, 0)


def play(state: State, *actions: Action) -> State:
    """The position after these actions, each by the seat on turn."""
    for action in actions:
        state, _ = step(state, action)
    return state


def step(state: State, action: Action) -> tuple[State, list[Json]]:
    """The position after one action, with its events."""
    if action is None:
        return GAME.resolve(state, {})
    GAME.check(state, state.seat, sent(action))
    return GAME.resolve(state, {state.seat: sent(action)})


def drawn(state: State, path: Sequence[Sequence[float]]) -> Json:
    """The event of a drawn line."""
    _, events = step(state, path)
    return events[0]


def refusal(state: State, action: object) -> str:
    """The code with which an action is refused."""
    with pytest.raises(IllegalAction) as refused:
        GAME.check(state, state.seat, sent(action) if isinstance(action, list) else action)
    return refused.value.code


def sent(action: object) -> Json:
    """The action as a player sends it."""
    if isinstance(action, str):
        return {"type": action}
    assert isinstance(action, Sequence)
    return {"type": "draw", "path": [list(point) for point in action]}


def box(x0: float, y0: float, x1: float, y1: float) -> list[list[float]]:
    """The path around a rectangle."""
    return [[x0, y0], [x1, y0], [x1, y1], [x0, y1], [x0, y0]]


def sections(state: State, seat: int) -> list[tuple[float, int | None, str]]:
    """A seat's sections in order: the area, the group, and why the section counts or does not."""
    listed = areas_and_score(state)["areas"][seat]
    return [(each["area"], each["group"], each["why"]) for each in listed]


def score(state: State) -> Json:
    """The score in this position."""
    return areas_and_score(state)["score"]

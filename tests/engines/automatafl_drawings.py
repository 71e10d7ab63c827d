"""Games of Automatafl that start from a drawn board, and steps of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engines.automatafl import GAME
from engines.automatafl.state import State
from engines.rules import IllegalAction, Json

DEFAULTS = {option.name: option.default for option in GAME.options}


def drawn(*rows: str, seats: int = 4, **options: Any) -> State:
    """A game that starts with this board: rows of ``.`` ``W`` ``B`` ``A``."""
    return GAME.new_state({**DEFAULTS, "setup": list(rows), **options}, seats, 0)


def drawing(state: State) -> list[str]:
    """The rows that :func:`drawn` would take."""
    rows: list[str] = GAME.view(state, None)["board"]
    return rows


def move(start: tuple[int, int], end: tuple[int, int]) -> Json:
    """The action that moves a piece."""
    return {"type": "move", "from": [*start], "to": [*end]}


def play(state: State, moves: Mapping[int, Json]) -> tuple[State, list[Json]]:
    """The position after a step, with the step's events."""
    for seat, action in moves.items():
        GAME.check(state, seat, action)
    return GAME.resolve(state, moves)


def events_of(kind: str, events: list[Json]) -> list[Json]:
    """The events of one type, without the type."""
    return [
        {key: value for key, value in event.items() if key != "type"}
        for event in events
        if event["type"] == kind
    ]


def refusal(state: State, action: object, seat: int = 0) -> str | None:
    """The code with which the seat is refused; None if it is not."""
    try:
        GAME.check(state, seat, action)
    except IllegalAction as refused:
        return refused.code
    return None


def outcome(state: State) -> Json:
    """The outcome of a finished game."""
    ended = GAME.outcome(state)
    assert ended is not None
    return ended.as_json()

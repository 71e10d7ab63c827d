"""The largest board of every game, and what fills it before it is measured."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Any

from bench.engines.automatafl import crowded
from bench.engines.continuous_go import curl
from bench.site.club import Choose, choice_of_bot
from engines.game import Game, IllegalAction, Json

SEGMENTS = 18


@dataclass(frozen=True)
class Board:
    """A board: its game, what to call it, and so many steps after which it is full of things."""

    variant: str
    words: str
    seats: int
    steps: int
    options: Json = field(default_factory=dict)
    choose: Choose = choice_of_bot


def choice_of_curls(engine: Game[Any], state: Any, seat: int, seed: int) -> Json:
    """A line that winds, where the opponent leaves room for one; a pass where none was found."""
    for attempt in range(50):
        action = {"type": "draw", "path": curl(Random(seed * 100 + attempt), SEGMENTS)}
        try:
            engine.check(state, seat, action)
        except IllegalAction:
            continue
        return action
    return {"type": "pass"}


LONG_TURNS: Json = {"budget": 20, "lower": 1, "upper": 60}

SEEN = Board("multiplayer-go", "19×19, 4 seats, half full", 4, 45, {"size": 19})
"""The board that a visitor sees first."""

LARGEST = (
    Board("multiplayer-go", "25×25, 4 seats, half full", 4, 75, {"size": 25}),
    Board("parallel-go", "25×25, half full", 2, 150, {"size": 25}),
    Board("continuous-go", "19×19, 300 lines", 2, 300, LONG_TURNS, choice_of_curls),
    Board("territory", "20×20, 5 seats", 5, 150, {"rows": 20, "columns": 20}),
    Board("automatafl", "25×25, 4 seats, half full", 4, 5, {"setup": crowded(size=25)}),
)

"""Boards to measure on, and what fills them before they are measured."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from bench.engines.automatafl import crowded
from engines.rules import Json


@dataclass(frozen=True)
class Board:
    """A board: its game, what to call it, and so many steps that have been played on it."""

    variant: str
    words: str
    seats: int
    steps: int = 0
    options: Json = field(default_factory=dict)
    choices: str = "bot"

    def game(self, number: int = 0, script: int = 0) -> Any:
        """A game on it, as ``bench.site.prepare club`` makes it, with so many steps to play on;
        ``number`` tells its members from those of others."""
        return {
            "variant": self.variant,
            "options": self.options,
            "seats": [f"{self.variant}-{self.steps}-{number}-{seat}" for seat in range(self.seats)],
            "turn_seconds": 600,
            "turn_ends": "complete",
            "steps": self.steps,
            "script": script,
            "choices": self.choices,
        }


LONG_TURNS: Json = {"budget": 20, "lower": 1, "upper": 60}

SEEN = Board("multiplayer-go", "19×19, 4 seats, half full", 4, 45, {"size": 19})
"""The board that a visitor sees first."""

LINES = Board("continuous-go", "19×19, 300 lines", 2, 300, LONG_TURNS, "curls")

HARDEST = Board("automatafl", "25×25, 4 seats, half full", 4, 0, {"setup": crowded(size=25)})
"""The board on which bots think for longest."""

LARGEST = (
    Board("multiplayer-go", "25×25, 4 seats, half full", 4, 75, {"size": 25}),
    Board("parallel-go", "25×25, half full", 2, 150, {"size": 25}),
    LINES,
    Board("territory", "20×20, 5 seats", 5, 150, {"rows": 20, "columns": 20}),
    Board("automatafl", "25×25, 4 seats, half full", 4, 5, {"setup": crowded(size=25)}),
)

RUNNING = (
    SEEN,
    Board("parallel-go", "19×19, 60 steps", 2, 60, {"size": 19}),
    Board("continuous-go", "19×19, 60 lines", 2, 60, LONG_TURNS, "curls"),
    Board("territory", "5 seats, 20 steps", 5, 20),
    Board("automatafl", "2 seats, 10 steps", 2, 10),
)
"""Each game in its midst."""

WATCHED = Board("multiplayer-go", "19×19, 4 seats", 4, 0, {"size": 19})
LATE = LINES
"""A game that has gone on for hundreds of steps, whose frames have grown with each."""

STORED = (
    LINES,
    Board("multiplayer-go", "19×19, 4 seats", 4, 60, {"size": 19}),
    Board("parallel-go", "19×19", 2, 100, {"size": 19}),
)
"""What is played to see how much it takes in the database."""

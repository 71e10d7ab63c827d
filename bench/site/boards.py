"""The boards to measure on, and how they are filled before that."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from bench.engines.automatafl import crowded
from engines.rules import Json


@dataclass(frozen=True)
class Board:
    """A board: its game, its name in tables (``words``), and how many steps are played on it before
    it is measured."""

    variant: str
    words: str
    seats: int
    steps: int = 0
    options: Json = field(default_factory=dict)
    choices: str = "bot"

    def game(self, number: int = 0, script: int = 0) -> Any:
        """A game on this board, for ``bench.site.prepare club``. ``script``: how many more steps to
        prepare. ``number`` keeps its members apart from those of other games."""
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
"""The board for the first view by a visitor."""

LINES = Board("continuous-go", "19×19, 300 lines", 2, 300, LONG_TURNS, "curls")

HARDEST = Board("automatafl", "25×25, 4 seats, half full", 4, 0, {"setup": crowded(size=25)})
"""The board on which bots think longest."""

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
"""A board of each game in the middle of play."""

WATCHED = Board("multiplayer-go", "19×19, 4 seats", 4, 0, {"size": 19})
LATE = LINES
"""A game of hundreds of steps: its position has grown with every step."""

STORED = (
    LINES,
    Board("multiplayer-go", "19×19, 4 seats", 4, 60, {"size": 19}),
    Board("parallel-go", "19×19", 2, 100, {"size": 19}),
)
"""The boards of the games that are played to measure their size in the database."""

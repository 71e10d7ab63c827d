"""The two bots of Continuous Go that beginners beat: ``Doodle`` and ``Thimble``."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, pi, sin
from random import Random

from ..rules import Json, Point
from .exact import SPACE, UNIT
from .fence import every_cell, first_legal, possible
from .state import State
from .walls import path_along

_LOOPS = 12
"""How many lines Doodle draws in a game."""
_CORNERS = 12
_TRIES = 6


def doodle(state: State, seat: int, seed: int) -> Json:
    """Doodle: it draws loops at random places, each with nearly all the line of a turn. They seldom
    make a group that is large enough. After a few it passes."""
    chance = Random(seed)
    if sum(owner == seat for owner, _ in state.lines) >= _LOOPS:
        return {"type": "pass"}
    return first_legal(state, _loops(state, chance))


def thimble(state: State, seat: int, seed: int) -> Json:
    """Thimble: it fences cells as Fence does, but random ones, and draws only one line a turn."""
    if state.drawn:
        return {"type": "pass"}
    chance = Random(seed)
    cells = possible(list(every_cell(state, seat)), state.strokes(1 - seat))
    if not cells:
        return {"type": "pass"}
    picked = [chance.choice(cells) for _ in range(_TRIES)]
    return first_legal(state, (path_along(cell.missing) for cell in picked))


def _loops(state: State, chance: Random) -> Iterator[list[Point]]:
    """Yields loops at random places, each a little shorter than the line that may still be drawn in
    this turn."""
    side = state.settings.side
    radius = min(0.9 * state.remaining / SPACE * UNIT / (2 * pi), side / 2 - 1)
    for _ in range(_TRIES):
        x, y = (chance.uniform(radius, side - radius) for _ in range(2))
        turn = chance.uniform(0, 2 * pi)
        angles = [turn + 2 * pi * corner / _CORNERS for corner in range(_CORNERS)]
        round_line = [(round(x + radius * cos(a)), round(y + radius * sin(a))) for a in angles]
        yield [*round_line, round_line[0]]

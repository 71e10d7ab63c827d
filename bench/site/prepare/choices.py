"""The choices that players make in measured games."""

from __future__ import annotations

from random import Random
from typing import Any

SEGMENTS = 18
"""The number of segments of winding lines: more do not find room among 300 others."""


def choice_of_bot(engine: Any, state: Any, seat: int, step: int) -> Any:
    """The choice of the game's own bot."""
    return engine.bot().think(state, seat, step * 12 + seat)


def choice_of_curls(engine: Any, state: Any, seat: int, step: int) -> Any:
    """A winding line in a place with enough room; a pass if none is found."""
    from bench.engines.continuous_go import curl
    from engines.rules import IllegalAction

    for attempt in range(50):
        seed = (step * 12 + seat) * 100 + attempt
        action = {"type": "draw", "path": curl(Random(seed), SEGMENTS)}
        try:
            engine.check(state, seat, action)
        except IllegalAction:
            continue
        return action
    return {"type": "pass"}


def choice_of_columns(_engine: Any, _state: Any, seat: int, step: int) -> Any:
    """A stone of Parallel Multiplayer Go for two on 9×9. Each seat fills its side of the board from
    the middle outwards; the middle column stays free, so that nothing is captured for 36 turns."""
    column, row = divmod(step - 1, 9)
    return {"type": "place", "at": [5 + column if seat else 3 - column, row]}


CHOICES = {"bot": choice_of_bot, "columns": choice_of_columns, "curls": choice_of_curls}

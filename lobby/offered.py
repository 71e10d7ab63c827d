"""The games that can be played in the club: those with rules and a board."""

from __future__ import annotations

from functools import cache
from typing import Any

from engines.registry import GAMES
from engines.rules import Rules
from games.pages.boards import has_board


@cache
def offered_games() -> tuple[Rules[Any], ...]:
    """The games that have a board for the browser, in the registry's order."""
    return tuple(game for game in GAMES if has_board(game.slug))

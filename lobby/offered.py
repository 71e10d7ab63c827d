"""Which games the club can play: those whose rules and board are both here."""

from __future__ import annotations

from functools import cache
from typing import Any

from engines.game import Game as Engine
from engines.registry import GAMES
from games.boards import has_board


@cache
def offered_games() -> tuple[Engine[Any], ...]:
    """The games that have a board for the browser, in the registry's order."""
    return tuple(game for game in GAMES if has_board(game.slug))

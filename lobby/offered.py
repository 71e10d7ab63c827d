"""The games that can be played in the club: those with rules and a board."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from engines.registry import GAMES
from engines.rules import Rules
from games.pages.boards import has_board


@cache
def offered_games() -> tuple[Rules[Any], ...]:
    """The games that have a board for the browser, in the registry's order."""
    return tuple(game for game in GAMES if has_board(game.slug))


@dataclass(frozen=True)
class PracticeGame:
    """A game to play against bots at once, with its board in words and the number of bots."""

    engine: Rules[Any]
    board: str
    bots: int


def games_to_practise() -> list[PracticeGame]:
    """The games that a member can play against bots."""
    games = []
    for engine in offered_games():
        board = engine.board(engine.usual_options(engine.practice.options))
        games.append(PracticeGame(engine, board, engine.practice_seats() - 1))
    return games

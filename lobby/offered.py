"""The games that can be played in the club: those with rules and a board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from engines.bots import Level
from engines.registry import GAMES
from engines.rules import Rules
from games.pages.opponents import Opponent, opponents
from games.pages.pictures import has_board
from transport.refusals import Refused
from transport.requests import parse_int


@cache
def offered_games() -> tuple[Rules[Any], ...]:
    """The games that have a board for the browser, in the registry's order."""
    return tuple(game for game in GAMES if has_board(game.slug))


@dataclass(frozen=True)
class PracticeGame:
    """A game to play against bots at once, with its board in words, the number of bots, and the
    opponents to choose from."""

    engine: Rules[Any]
    board: str
    bots: int
    opponents: Sequence[Opponent]


def games_to_practise(beaten: Mapping[str, Level]) -> list[PracticeGame]:
    """The games that a member can play against bots. ``beaten``: the strongest bots that the member
    has won against, by game."""
    games = []
    for engine in offered_games():
        board = engine.board(engine.usual_options(engine.practice.options))
        to_choose = opponents(engine, beaten.get(engine.slug))
        games.append(PracticeGame(engine, board, engine.practice_seats() - 1, to_choose))
    return games


def read_level(text: str) -> Level:
    """Returns the level that somebody has chosen, by its number. Raises Refused
    ``unknown-level``."""
    number = parse_int(text, digits=2)
    if number not in {int(level) for level in Level}:
        raise unknown_level()
    return Level(number)


def unknown_level() -> Refused:
    """Returns the refusal of a level that the game has no bot of."""
    return Refused("unknown-level", "There is no such bot. Choose one from the list.")

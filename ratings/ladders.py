"""Which ladder a game counts for: one for each game and pace."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from engines.registry import GAMES
from engines.rules import Rules
from games.play.settings import GameSettings

HOUR = 60 * 60
"""Seconds."""


class Pace(StrEnum):
    """Live: everybody sits before the board. By correspondence: they come by."""

    LIVE = "live"
    CORRESPONDENCE = "correspondence"


@dataclass(frozen=True, slots=True)
class Ladder:
    """One game at one pace."""

    engine: Rules[Any]
    pace: Pace

    @property
    def slug(self) -> str:
        """What rows name it by."""
        return slug_of(self.engine.slug, self.pace)


def pace_of(settings: GameSettings) -> Pace:
    """Turns of an hour or more, and those that no timer ends, are by correspondence."""
    seconds = settings.turn_seconds
    return Pace.CORRESPONDENCE if seconds is None or seconds >= HOUR else Pace.LIVE


def slug_of(variant: str, pace: Pace) -> str:
    """The ladder's name in rows."""
    return f"{variant}:{pace}"


def ladders() -> Iterator[Ladder]:
    """All of them, game by game."""
    for engine in GAMES:
        for pace in Pace:
            yield Ladder(engine, pace)


def ladder_of(slug: str) -> Ladder | None:
    """The ladder of this name; None where its game is no more."""
    return next((ladder for ladder in ladders() if ladder.slug == slug), None)

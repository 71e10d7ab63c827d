"""The ladders, one for each game and pace, and their labels."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy

from engines.registry import GAMES
from engines.rules import Rules
from games.play.clock import is_live
from games.play.settings import GameSettings


class Pace(StrEnum):
    """The pace of a game: live, with everybody at the board all the time, or by correspondence,
    with players dropping in to choose."""

    LIVE = "live"
    CORRESPONDENCE = "correspondence"


@dataclass(frozen=True, slots=True)
class Ladder:
    """One game at one pace."""

    engine: Rules[Any]
    pace: Pace

    @property
    def slug(self) -> str:
        """The ladder's key in the database."""
        return slug_of(self.engine.slug, self.pace)


def pace_of(settings: GameSettings) -> Pace:
    """The pace of a game."""
    return Pace.LIVE if is_live(settings) else Pace.CORRESPONDENCE


def slug_of(variant: str, pace: Pace) -> str:
    """The ladder's key in the database."""
    return f"{variant}:{pace}"


def ladders() -> Iterator[Ladder]:
    """All ladders, game by game."""
    for engine in GAMES:
        for pace in Pace:
            yield Ladder(engine, pace)


def ladder_of(slug: str) -> Ladder | None:
    """The ladder with this key; None if there is no such ladder (any more)."""
    return next((ladder for ladder in ladders() if ladder.slug == slug), None)


PACES: dict[Pace, str | Promise] = {
    Pace.LIVE: gettext_lazy("Live"),
    Pace.CORRESPONDENCE: gettext_lazy("By correspondence"),
}


def pace_in_words(pace: Pace) -> str:
    """A pace as a label."""
    return str(PACES[pace])


def ladder_in_words(slug: str) -> str:
    """A ladder as a label: the game and the pace."""
    ladder = ladder_of(slug)
    if ladder is None:
        return slug
    game = gettext(ladder.engine.name)
    if ladder.pace == Pace.LIVE:
        return gettext("%(game)s (live)") % {"game": game}
    return gettext("%(game)s (correspondence)") % {"game": game}

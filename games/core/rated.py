"""Whether the result of a game counts for the ratings of its players, known from its beginning.

It counts where nothing speaks against it: the host wants no ratings, not everybody can find the
game, the game's own bot plays, or fewer than two people do.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Protocol

from games.core.settings import GameSettings

FEWEST_PEOPLE = 2


class Unrated(StrEnum):
    """Why a game is not rated."""

    CHOSEN = "chosen"
    BY_LINK = "by-link"
    BOTS = "bots"
    ALONE = "alone"


class Sitting(Protocol):
    """What the rule asks of a seat."""

    engine_plays: bool
    was_offered: bool

    @property
    def is_person(self) -> bool:
        """Whether a person chooses here."""


def why_unrated(settings: GameSettings, seats: Iterable[Sitting]) -> Unrated | None:
    """Why a game with these settings and seats is not rated; None: it is. Only people's seats are
    offered to others, so that a bot which the players let in there changes nothing."""
    seats = list(seats)
    bots = any(seat.engine_plays and not seat.was_offered for seat in seats)
    why = why_unrated_table(settings, bots=bots)
    people = sum(seat.is_person or seat.was_offered for seat in seats)
    return why or (Unrated.ALONE if people < FEWEST_PEOPLE else None)


def why_unrated_table(settings: GameSettings, *, bots: bool) -> Unrated | None:
    """The same of a table that still gathers players; ``bots``: whether the game's own bot has a
    seat there."""
    if not settings.rated:
        return Unrated.CHOSEN
    if not settings.listed:
        return Unrated.BY_LINK
    return Unrated.BOTS if bots else None

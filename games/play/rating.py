"""Whether the result of a game counts for the ratings of its players.

It never does if the host wants no ratings, if not everybody can find the game, if a bot plays, or
if fewer than two people do. It turns out not to if too little was played, nobody
stayed, or only moderators and deleted accounts decided the result.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Protocol

from games.play.rows import LeftWhy, Status
from games.play.settings import GameSettings

FEWEST_PEOPLE = 2

FEWEST_TURNS = 4
"""At least two people must each have chosen in this many turns, each on a seat of their own."""

NO_FAULT_OF_THEIRS = {LeftWhy.REMOVED, LeftWhy.GONE}
"""Reasons for leaving that do not mean giving up: they say nothing about a player's skill."""


class Unrated(StrEnum):
    """Why a game is not rated. The reasons from ``nobody`` on are known only at the end, and are
    stored."""

    CHOSEN = "chosen"
    BY_LINK = "by-link"
    BOTS = "bots"
    ALONE = "alone"
    CANCELLED = "cancelled"
    NOBODY = "nobody"
    REMOVED = "removed"
    SHORT = "short"
    STRUCK = "struck"


class Sitting(Protocol):
    """What the rule needs to know about a seat."""

    was_offered: bool

    @property
    def is_person(self) -> bool:
        """Whether a person chooses here."""


class Judged(Protocol):
    """What the rule needs to know about a game. ``unrated``: the reason that is stored, if any."""

    status: str
    unrated: str

    @property
    def settings(self) -> GameSettings:
        """Its settings."""


class Stayed(Protocol):
    """What the rule needs to know about a seat when the game has ended."""

    left_why: str

    @property
    def is_person(self) -> bool:
        """Whether a person chooses here."""


def why_unrated(settings: GameSettings, seats: Iterable[Sitting]) -> Unrated | None:
    """Why a game with these settings and seats is not rated, or None if it is. Only people's seats
    are offered to others, so a bot that the players let in there changes nothing."""
    seats = list(seats)
    bots = any(not (seat.is_person or seat.was_offered) for seat in seats)
    why = why_unrated_table(settings, bots=bots)
    people = sum(seat.is_person or seat.was_offered for seat in seats)
    return why or (Unrated.ALONE if people < FEWEST_PEOPLE else None)


def why_unrated_now(game: Judged, seats: Iterable[Sitting]) -> Unrated | None:
    """Why this game, with these seats, is not rated; None if it is. While it is being played, it
    may still turn out not to be: the reasons from ``nobody`` on are known only at the end."""
    why = why_unrated(game.settings, seats)
    if why is None and game.status == Status.CANCELLED:
        return Unrated.CANCELLED
    return why or (Unrated(game.unrated) if game.unrated else None)


def why_unrated_table(settings: GameSettings, *, bots: bool) -> Unrated | None:
    """The same for a table that is still gathering players. ``bots``: whether a bot has a seat
    there."""
    if not settings.rated:
        return Unrated.CHOSEN
    if not settings.listed:
        return Unrated.BY_LINK
    return Unrated.BOTS if bots else None


def why_unrated_at_end(
    seats: Sequence[Stayed], turns_chosen: Mapping[str, Sequence[int]], reason: str
) -> Unrated | None:
    """Why the result of a game that ended for this ``reason`` does not count, judged by how it was
    played; None if nothing speaks against it. ``turns_chosen``: as in the game's row."""
    if not any(seat.is_person and not seat.left_why for seat in seats):
        return Unrated.NOBODY
    reasons = {seat.left_why for seat in seats if seat.left_why}
    if reason == "leave" and reasons <= NO_FAULT_OF_THEIRS:
        return Unrated.REMOVED
    played = sum(turns >= FEWEST_TURNS for turns, _last in turns_chosen.values())
    return Unrated.SHORT if played < FEWEST_PEOPLE else None


def with_turn_chosen(
    turns_chosen: Mapping[str, Sequence[int]], seats: Iterable[int], turn: int
) -> dict[str, list[int]]:
    """``turns_chosen`` after people on these seats have chosen in ``turn``, which counts once
    however often they choose in it."""
    counted = {seat: list(each) for seat, each in turns_chosen.items()}
    for seat in seats:
        turns, last = counted.get(str(seat), (0, 0))
        counted[str(seat)] = [turns + (last != turn), turn]
    return counted

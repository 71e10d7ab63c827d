"""The places and points of the players of a game that has ended. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from games.play.rows import LeftWhy


class Sat(Protocol):
    """The fields needed of a seat: of the model or of a run's row."""

    number: int
    user_id: int | None
    rank: int | None
    left_at_step: int | None
    left_why: str


class Had(Protocol):
    """The fields needed of a tenure."""

    @property
    def member_id(self) -> int | None:
        """The key of the member who had the seat; None if the account was deleted."""

    @property
    def seat(self) -> int:
        """The number of the seat."""

    @property
    def to_step(self) -> int | None:
        """The last step of the tenure."""

    @property
    def left(self) -> bool:
        """Whether the member left the game."""

    @property
    def why(self) -> str:
        """Why the tenure ended."""

    @property
    def rank(self) -> int | None:
        """The seat's rank, if the member had the seat to the end."""

    @property
    def engine_plays(self) -> bool:
        """Whether the game's own bot had the seat."""


@dataclass(frozen=True, slots=True)
class LadderPlace:
    """A player's place in a game: 1 is the best, equal places are a tie. ``points``: two for every
    player behind, one for every player tied with. ``member``: None if the account was deleted
    before the place was stored."""

    seat: int
    member: int | None
    place: int
    points: int


@dataclass(frozen=True, slots=True)
class Finisher:
    """A player of a seat, with the rank at the end of the game, or the step after which they
    left."""

    seat: int
    member: int | None
    rank: int
    left_at_step: int | None

    @property
    def order(self) -> tuple[int, int]:
        """A key for sorting, the best first. Whoever left is behind everybody who was still playing
        then: those who stayed and those who left later."""
        if self.left_at_step is None:
            return 0, self.rank
        return 1, -self.left_at_step


def who_played(seats: Iterable[Sat]) -> list[Finisher]:
    """The players of a game that has ended, if no seat was offered to others. Players who were
    voted out are not rated, so that the others gain nothing by voting."""
    return [
        Finisher(seat.number, seat.user_id, seat.rank or 0, seat.left_at_step)
        for seat in sorted(seats, key=lambda seat: seat.number)
        if seat.left_why != LeftWhy.VOTED_OUT
    ]


def who_had_seats(tenures: Iterable[Had]) -> list[Finisher]:
    """The players of a game in which seats were offered to others. Whoever left has the step after
    which they left; whoever took a seat over has its rank. Bots are not rated."""
    return [
        Finisher(had.seat, had.member_id, had.rank or 0, had.to_step if had.left else None)
        for had in tenures
        if not had.engine_plays and had.why != LeftWhy.VOTED_OUT
    ]


def placed(finishers: Sequence[Finisher]) -> list[LadderPlace]:
    """The place and points of each player."""
    orders = [finisher.order for finisher in finishers]
    return [
        LadderPlace(
            finisher.seat,
            finisher.member,
            place=1 + sum(other < finisher.order for other in orders),
            points=sum((other > finisher.order) + (other >= finisher.order) for other in orders)
            - 1,  # oneself
        )
        for finisher in finishers
    ]

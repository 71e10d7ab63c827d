"""In which order the players of a game that has ended are rated, and what they score. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from games.play.rows import LeftWhy


class Sat(Protocol):
    """What is asked of a seat: a row of the database, or one of a run."""

    number: int
    user_id: int | None
    rank: int | None
    left_at_step: int | None
    left_why: str


class Had(Protocol):
    """What is asked of a tenure."""

    @property
    def member_id(self) -> int | None:
        """Whose it was."""

    @property
    def seat(self) -> int:
        """The number of the seat."""

    @property
    def to_step(self) -> int | None:
        """With which step it ended."""

    @property
    def left(self) -> bool:
        """Whether the member left the game."""

    @property
    def why(self) -> str:
        """How it ended."""

    @property
    def rank(self) -> int | None:
        """The seat's, for whoever had it to the end."""

    @property
    def engine_plays(self) -> bool:
        """Whether the game's own bot had it."""


@dataclass(frozen=True, slots=True)
class LadderPlace:
    """A player's place in a game: 1 is the best, equal places are a tie. ``points``: two for every
    player behind, one for every one beside. ``member``: None where the account was deleted before
    it was noted."""

    seat: int
    member: int | None
    place: int
    points: int


@dataclass(frozen=True, slots=True)
class Finisher:
    """Who played on a seat: with which rank the game left them, or with which step they left it."""

    seat: int
    member: int | None
    rank: int
    left_at_step: int | None

    @property
    def order(self) -> tuple[int, int]:
        """Less is better. Whoever left is behind everybody who was still playing then: behind all
        who stayed, and behind those who left later."""
        if self.left_at_step is None:
            return 0, self.rank
        return 1, -self.left_at_step


def who_played(seats: Iterable[Sat]) -> list[Finisher]:
    """The holders of the seats of a game that has ended, in which none was left to others. Whoever
    was voted out is not rated: the others must not gain by it."""
    return [
        Finisher(seat.number, seat.user_id, seat.rank or 0, seat.left_at_step)
        for seat in sorted(seats, key=lambda seat: seat.number)
        if seat.left_why != LeftWhy.VOTED_OUT
    ]


def who_had_seats(tenures: Iterable[Had]) -> list[Finisher]:
    """The same of a game in which seats were left to others: whoever left has left with the step
    after which they did, and whoever took a seat over has its rank. Bots are not rated."""
    return [
        Finisher(had.seat, had.member_id, had.rank or 0, had.to_step if had.left else None)
        for had in tenures
        if not had.engine_plays and had.why != LeftWhy.VOTED_OUT
    ]


def placed(finishers: Sequence[Finisher]) -> list[LadderPlace]:
    """The place and the points of each."""
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

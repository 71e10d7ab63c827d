"""In which order the players of a game that has ended are rated, and what they score. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol


class Sat(Protocol):
    """What is asked of a seat: a row of the database, or one of a run."""

    number: int
    user_id: int | None
    rank: int | None
    left_at_step: int | None


@dataclass(frozen=True, slots=True)
class Placed:
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
    """The holders of the seats of a game that has ended. This is the one place that says whose
    result a seat's is."""
    return [
        Finisher(seat.number, seat.user_id, seat.rank or 0, seat.left_at_step)
        for seat in sorted(seats, key=lambda seat: seat.number)
    ]


def placed(finishers: Sequence[Finisher]) -> list[Placed]:
    """The place and the points of each."""
    orders = [finisher.order for finisher in finishers]
    return [
        Placed(
            finisher.seat,
            finisher.member,
            place=1 + sum(other < finisher.order for other in orders),
            points=sum((other > finisher.order) + (other >= finisher.order) for other in orders)
            - 1,  # oneself
        )
        for finisher in finishers
    ]

"""Who had which seat of a game, from when to when, and how their time there ended."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import QuerySet

from accounts.models import User
from games.models import Game, Seat


@dataclass(frozen=True, slots=True)
class SeatTenure:
    """A member's time on a seat, from the end of step ``from_step`` to the end of ``to_step``
    (None: it goes on). ``left``: they left the game and rank as leaving, whatever happened to the
    seat; ``why`` says how. ``rank``: the seat's rank if they held it to the end, else None.
    ``member_id``: None if the account is deleted."""

    member_id: int | None
    seat: int
    from_step: int
    to_step: int | None
    left: bool
    why: str
    rank: int | None
    engine_plays: bool


def seats_held_by(member: User) -> QuerySet[Seat]:
    """Returns the seats on which a member still plays. Found by open tenures, which are few,
    however many games the member has played."""
    return Seat.objects.filter(
        tenures__member=member, tenures__to_step=None, user=member, left_why=""
    )


def tenures_of(game: Game) -> list[SeatTenure]:
    """Returns every tenure of a game, by seat and time."""
    rows = game.tenures.select_related("seat").order_by("seat__number", "pk")
    return [
        SeatTenure(
            member_id=row.member_id,
            seat=row.seat.number,
            from_step=row.from_step,
            to_step=row.to_step,
            left=row.why not in ("", row.Why.OVER),
            why=row.why,
            rank=row.seat.rank if row.why == row.Why.OVER else None,
            engine_plays=row.seat.engine_plays and row.member_id == row.seat.user_id,
        )
        for row in rows
    ]

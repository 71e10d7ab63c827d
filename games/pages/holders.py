"""The names of all who have had a seat that was taken over. A reader of a past step sees the
players of that time, not those who have the seats now."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec.structs import replace

from games.models import FORMER_MEMBER, ModeratorAct, Tenure
from games.play.messages import Holder, SeatInfo
from games.play.take_over import of_several


def holders_of(game_id: int) -> list[Holder]:
    """Returns the holders of every seat that was taken over, by seat and time. Other seats are left
    out."""
    return of_several(_stored(game_id))


def seats_at(seats: Sequence[SeatInfo], holders: Sequence[Holder], step: int) -> list[SeatInfo]:
    """Returns the seats with the names of those who played ``step``."""
    had: dict[int, Holder] = {}
    for holder in holders:
        if holder.seat not in had or holder.since < step:
            had[holder.seat] = holder
    return [
        replace(seat, name=had[seat.number].name, bot=had[seat.number].bot)
        if seat.number in had
        else seat
        for seat in seats
    ]


def names_at_acts(game_id: int) -> dict[int, str]:
    """Returns for each act, by its key, who then had the seat that it concerns.

    A player who takes a seat over has it from the end of a step, and acts before and after the
    takeover may belong to the same step. So takeovers are counted backwards from the last act.
    """
    had: dict[int, list[str]] = {}
    for holder in _stored(game_id):
        had.setdefault(holder.seat, []).append(holder.name)
    acts = ModeratorAct.objects.filter(game=game_id, seat__isnull=False).select_related("seat")
    later: Counter[int] = Counter()
    names = {}
    for act in acts.order_by("-at", "-pk"):
        number = act.seat.number if act.seat else 0
        names[act.pk] = had[number][max(0, len(had[number]) - 1 - later[number])]
        later[number] += act.what == ModeratorAct.What.SEAT_TAKEN
    return names


def _stored(game_id: int) -> list[Holder]:
    rows = Tenure.objects.filter(game=game_id).select_related("seat", "member")
    return [
        Holder(
            seat=row.seat.number,
            name=row.member.username if row.member else FORMER_MEMBER,
            bot=row.member is not None and row.member.is_bot,
            since=row.from_step,
        )
        for row in rows.order_by("seat__number", "pk")
    ]

"""Days off: entering them, removing them before they begin, and finding out who is off now."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import date, datetime, time, timedelta
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import transaction
from django.utils.translation import ngettext_lazy

from accounts.models import DaysOff, User
from accounts.services.locking import lock_member
from transport.refusals import Refused
from transport.requests import parse_int

DAY = timedelta(days=1)
LOOKED_AHEAD = timedelta(days=8)
"""How far ahead days off are read; no game waits longer than a week for a member."""


def enter_days_off(*, member: User, first: date, last: date, zone: str, now: datetime) -> DaysOff:
    """Enters days off from ``first`` to ``last``, both included, in the time zone ``zone``.

    Raises Refused ``bad-days`` or ``too-many``, with the wrong field in ``at``.
    """
    with transaction.atomic():
        lock_member(member.pk)
        _refuse(member, first, last, today_in(zone, now))
        begins, ends = _midnight(first, zone), _midnight(last + DAY, zone)
        return DaysOff.objects.create(
            member=member, first=first, last=last, begins_at=begins, ends_at=ends
        )


def take_back_days_off(*, member: User, key: str, now: datetime) -> bool:
    """Removes days off that have not begun; returns False if there are none under this key."""
    number = parse_int(key)
    if number is None:
        return False
    coming = DaysOff.objects.filter(member=member, pk=number, begins_at__gt=now)
    return bool(coming.delete()[0])


def days_left(member: User, now: datetime) -> int:
    """How many days of this year the member may still enter."""
    return _left(member, now.year)


def days_left_in(member: User, now: datetime) -> list[tuple[int, int]]:
    """This year and the next, each with how many days the member may still enter."""
    return [(year, _left(member, year)) for year in (now.year, now.year + 1)]


def _left(member: User, year: int) -> int:
    taken = sum(_days_in(year, each.first, each.last) for each in member.days_off.all())
    return max(settings.DAYS_OFF - taken, 0)


def off_now(members: Collection[int], now: datetime) -> dict[int, tuple[datetime, date]]:
    """Those of these members who are off: by id, the time at which they are back, and its date.

    Days off that follow one another without a gap count as one period.
    """
    near = DaysOff.objects.filter(
        member__in=members, ends_at__gt=now, begins_at__lte=now + LOOKED_AHEAD
    ).order_by("member", "begins_at")
    return back_from(((row.member_id, row) for row in near), now)


class DayOff(NamedTuple):
    """Days off of a member: from ``begins_at`` to ``ends_at``, with the date of the ``last``."""

    begins_at: datetime
    ends_at: datetime
    last: date


def back_from(
    periods: Iterable[tuple[int, DayOff | DaysOff]], now: datetime
) -> dict[int, tuple[datetime, date]]:
    """:func:`off_now` from the members' days off, each member's together and in order."""
    found = {}
    for member, of_member in groupby(periods, key=itemgetter(0)):
        back, day = now, None
        for _, period in of_member:
            if period.begins_at <= back < period.ends_at:
                back, day = period.ends_at, period.last + DAY
        if day is not None:
            found[member] = back, day
    return found


def forget_days_off(*, now: datetime) -> int:
    """Deletes the days off of past years; returns how many rows."""
    return DaysOff.objects.filter(last__lt=date(now.year, 1, 1) - DAY).delete()[0]


def today_in(zone: str, now: datetime) -> date:
    """Today's date in this time zone."""
    return now.astimezone(ZoneInfo(zone)).date()


def _refuse(member: User, first: date, last: date, today: date) -> None:
    if first <= today:
        raise Refused("bad-days", "Days off start tomorrow at the earliest.", at="first")
    if last < first:
        raise Refused("bad-days", "The last day comes before the first.", at="last")
    if last.year > today.year + 1:
        raise Refused("bad-days", "You can add days off until the end of next year.", at="last")
    if member.days_off.filter(first__lte=last, last__gte=first).exists():
        raise Refused("bad-days", "You have already added some of these days.", at="first")
    for year in range(first.year, last.year + 1):
        left = _left(member, year)
        if _days_in(year, first, last) > left:
            words = ngettext_lazy(
                "You have %(count)s day off left in %(year)s.",
                "You have %(count)s days off left in %(year)s.",
                "count",
            )
            values = {"count": left, "year": year}
            raise Refused("too-many", words, values=values, at="last")


def _days_in(year: int, first: date, last: date) -> int:
    first, last = max(first, date(year, 1, 1)), min(last, date(year, 12, 31))
    return max((last - first).days + 1, 0)


def _midnight(day: date, zone: str) -> datetime:
    return datetime.combine(day, time(), tzinfo=ZoneInfo(zone))

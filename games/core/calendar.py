"""Turns that end by the calendar: at times of day, on days of the week, in one time zone.

A time of day that the clocks skip, as where summer time begins, counts as much later as they are
put forward; one that comes twice counts when it comes first.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import msgspec

EVERY_DAY = (0, 1, 2, 3, 4, 5, 6)

SHORTEST = timedelta(hours=1)
"""A turn that begins less than this before one of the times ends at the next one. Else a turn that
begins a minute before 20:00, because everybody has chosen early, would be lost to most."""

APART = timedelta(hours=2)
"""Two times are at least so far apart, so that no turn has to pass over one of them."""

WEEK = timedelta(days=7)
FAR = 9
"""Days. There is a time within so many: a week, and what clocks are put forward or back."""


class Calendar(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """``times`` of day, such as ``20:00``, ascending; ``weekdays``, ascending, Monday is 0;
    ``zone``: the name of a time zone, such as ``Europe/Berlin``."""

    times: tuple[str, ...]
    weekdays: tuple[int, ...] = EVERY_DAY
    zone: str = "UTC"

    def __post_init__(self) -> None:
        """Raises ValueError for what is no calendar."""
        if not self.times or list(self.times) != sorted(set(self.times)):
            raise ValueError("a calendar has times, each once and ascending")
        if not self.weekdays or list(self.weekdays) != sorted(set(self.weekdays)):
            raise ValueError("a calendar has weekdays, each once and ascending")
        if not set(self.weekdays) <= set(EVERY_DAY):
            raise ValueError("weekdays are numbered from 0 to 6")
        if any(time.fromisoformat(each).strftime("%H:%M") != each for each in self.times):
            raise ValueError("a time of day is written as 20:00")

    @property
    def longest(self) -> timedelta:
        """The longest time between two of its times, as clocks show it."""
        return max(self._between())

    @property
    def shortest(self) -> timedelta:
        """The shortest time between two of its times, as clocks show it."""
        return min(self._between())

    def turn_end(self, began: datetime) -> datetime:
        """When a turn ends that began then: at the first time that is not too near."""
        return self.first_from(began + SHORTEST)

    def first_from(self, moment: datetime) -> datetime:
        """The first of its times at or after ``moment``, in UTC."""
        return min(each for each in self._around(moment, -2, FAR) if each >= moment)

    def last_until(self, moment: datetime) -> datetime:
        """The last of its times at or before ``moment``, in UTC."""
        return max(each for each in self._around(moment, -FAR, 2) if each <= moment)

    def _around(self, moment: datetime, first: int, last: int) -> Iterator[datetime]:
        """Its times from ``first`` to ``last`` days after the day of ``moment``."""
        zone = ZoneInfo(self.zone)
        day = moment.astimezone(zone).date()
        times = [time.fromisoformat(each) for each in self.times]
        for days in range(first, last + 1):
            date = day + timedelta(days=days)
            if date.weekday() in self.weekdays:
                for each in times:
                    yield datetime.combine(date, each, tzinfo=zone).astimezone(UTC)

    def _between(self) -> list[timedelta]:
        """From each time of a week to the next one."""
        times = [time.fromisoformat(each) for each in self.times]
        week = [
            timedelta(days=day, hours=each.hour, minutes=each.minute)
            for day in self.weekdays
            for each in times
        ]
        following = [*week[1:], week[0] + WEEK]
        return [after - before for before, after in zip(week, following, strict=True)]

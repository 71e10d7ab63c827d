"""Turns that end by the calendar: at times of day, on days of the week, in one time zone.

A time of day that is skipped when the clocks go forward moves later by as much as they do. One that
occurs twice when they go back counts the first time.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import msgspec

EVERY_DAY = (0, 1, 2, 3, 4, 5, 6)

SHORTEST = timedelta(hours=1)
"""A turn that begins less than this before a calendar time ends at the time after it. Otherwise a
turn that begins a minute before 20:00, because everybody has chosen early, would be lost to
most."""

LEAST_APART = timedelta(hours=2)
"""How far apart the times of a calendar are at least, so that no turn has to skip one."""

WEEK = timedelta(days=7)
DAYS_SEARCHED = 9
"""How many days ahead or back a calendar time is looked for. A week, with room for changes of the
clocks, always has one."""


class Calendar(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """When turns end. ``times``: times of day such as ``20:00``, ascending; ``weekdays``:
    ascending, Monday is 0; ``zone``: the name of a time zone such as ``Europe/Berlin``."""

    times: tuple[str, ...]
    weekdays: tuple[int, ...] = EVERY_DAY
    zone: str = "UTC"

    def __post_init__(self) -> None:
        """Raises ValueError if the fields make no valid calendar."""
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
        """The longest gap between two consecutive times, ignoring changes of the clocks."""
        return max(self._between())

    @property
    def shortest(self) -> timedelta:
        """The shortest gap between two consecutive times, ignoring changes of the clocks."""
        return min(self._between())

    def turn_end(self, began: datetime) -> datetime:
        """When a turn that began at ``began`` ends: at the first time at least :data:`SHORTEST`
        later."""
        return self.first_from(began + SHORTEST)

    def first_from(self, moment: datetime) -> datetime:
        """The first calendar time at or after ``moment``, in UTC."""
        return min(each for each in self._around(moment, -2, DAYS_SEARCHED) if each >= moment)

    def last_until(self, moment: datetime) -> datetime:
        """The last calendar time at or before ``moment``, in UTC."""
        return max(each for each in self._around(moment, -DAYS_SEARCHED, 2) if each <= moment)

    def _around(self, moment: datetime, first: int, last: int) -> Iterator[datetime]:
        """The calendar times from ``first`` to ``last`` days after the day of ``moment``."""
        zone = ZoneInfo(self.zone)
        day = moment.astimezone(zone).date()
        times = [time.fromisoformat(each) for each in self.times]
        for days in range(first, last + 1):
            date = day + timedelta(days=days)
            if date.weekday() in self.weekdays:
                for each in times:
                    yield datetime.combine(date, each, tzinfo=zone).astimezone(UTC)

    def _between(self) -> list[timedelta]:
        """The gap from each time of a week to the next one."""
        times = [time.fromisoformat(each) for each in self.times]
        week = [
            timedelta(days=day, hours=each.hour, minutes=each.minute)
            for day in self.weekdays
            for each in times
        ]
        following = [*week[1:], week[0] + WEEK]
        return [after - before for before, after in zip(week, following, strict=True)]

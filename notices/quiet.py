"""Quiet hours, when nothing is sent to a member. Pure."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo


def quiet_until(now: datetime, zone: ZoneInfo, begins: time, ends: time) -> datetime | None:
    """When the current quiet hours end, by local time in ``zone``; None if ``now`` is outside them.
    They may span midnight; with equal times there are none.

    If the clocks skip the end, it is where it would have been without the change; if they show it
    twice, the first time counts.

    >>> berlin = ZoneInfo("Europe/Berlin")
    >>> night = datetime(2026, 10, 24, 23, 0, tzinfo=UTC)  # before clocks are put back
    >>> str(quiet_until(night, berlin, time(22), time(7)))
    '2026-10-25 06:00:00+00:00'
    """
    local = now.astimezone(zone)
    clock = local.time()
    is_quiet = begins <= clock < ends if begins <= ends else clock >= begins or clock < ends
    if not is_quiet:
        return None
    day = local.date() + timedelta(days=0 if clock < ends else 1)
    shown = [datetime.combine(day, ends.replace(fold=fold), zone) for fold in (0, 1)]
    return next(end for each in shown if (end := each.astimezone(UTC)) > now)

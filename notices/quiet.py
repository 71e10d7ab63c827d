"""Quiet hours: when a member is sent nothing. Pure."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo


def quiet_until(now: datetime, zone: ZoneInfo, begins: time, ends: time) -> datetime | None:
    """When the quiet hours that ``now`` is in end, by the clocks of a zone; None where it is in
    none. They may go on over midnight; where both times are the same there are none.

    Where clocks are put forward over the end, they end as late as without that; where they are put
    back over it, the first time that they show it is the end.

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

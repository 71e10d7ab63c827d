"""Which time zone somebody's times are told in."""

from __future__ import annotations

from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from accounts.models import Preferences, User


def zone_of(name: str) -> ZoneInfo:
    """The zone of this name; UTC where it is empty, or not known any more."""
    try:
        return ZoneInfo(name or "UTC")
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo("UTC")


def own_zone(member: User | None) -> ZoneInfo:
    """The zone that a member has chosen, else that of the browser they came with last, else UTC, as
    for nobody."""
    own = getattr(member, "preferences", None)
    return zone_of(own.time_zone or own.browser_zone if isinstance(own, Preferences) else "")

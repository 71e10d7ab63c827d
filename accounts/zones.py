"""The time zone in which a member sees times."""

from __future__ import annotations

from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from accounts.models import Preferences, User


def zone_of(name: str) -> ZoneInfo:
    """The time zone with this name; UTC if it is empty or no longer known."""
    try:
        return ZoneInfo(name or "UTC")
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo("UTC")


def own_zone(member: User | None) -> ZoneInfo:
    """The time zone that a member has chosen; if none, that of the browser they used last; if none
    is known, or for a visitor, UTC."""
    own = getattr(member, "preferences", None)
    return zone_of(own.time_zone or own.browser_zone if isinstance(own, Preferences) else "")

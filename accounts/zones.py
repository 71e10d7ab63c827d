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
    """The time zone that a member has chosen, or else the one of the browser they used last. UTC if
    neither is known, and for visitors."""
    own = getattr(member, "preferences", None)
    return zone_of(own.time_zone or own.browser_zone if isinstance(own, Preferences) else "")

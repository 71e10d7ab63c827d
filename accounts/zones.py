"""The time zone in which a member sees times."""

from __future__ import annotations

from collections.abc import Callable
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone

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


class OwnTimeZone:
    """Middleware: in the admin, times are in the moderator's time zone. That is the one they have
    chosen, or else the one of the browser they used last, or else UTC."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """The response; afterwards the time zone is what it was before."""
        with timezone.override(None):
            return self.get_response(request)

    def process_view(self, request: HttpRequest, *_view: object) -> None:
        """Activates the time zone for views of the admin."""
        match = request.resolver_match
        if match is not None and "admin" in match.app_names:
            timezone.activate(own_zone(request.user if isinstance(request.user, User) else None))

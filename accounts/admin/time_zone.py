"""The admin shows and reads times in the zone of whoever looks."""

from __future__ import annotations

from collections.abc import Callable
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.http import HttpRequest, HttpResponseBase
from django.urls import reverse
from django.utils import timezone

from accounts.models import Preferences


class OwnTimeZone:
    """Middleware: in the admin, times are in the moderator's zone; in UTC where none is chosen."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """The response, made in that zone."""
        if not request.path.startswith(reverse("admin:index")):
            return self.get_response(request)
        with timezone.override(zone_of(Preferences.of(request.user).time_zone)):
            return self.get_response(request)


def zone_of(name: str) -> ZoneInfo:
    """The zone of this name; UTC where it is empty, or not known any more."""
    try:
        return ZoneInfo(name or "UTC")
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo("UTC")

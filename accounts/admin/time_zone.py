"""The admin shows and reads times in the viewer's time zone."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone

from accounts.models import User
from accounts.zones import own_zone


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

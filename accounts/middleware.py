"""What accounts do with every request: sessions that are used last longer, and no cache keeps
the pages of an account."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone
from django.utils.cache import add_never_cache_headers

from accounts.sessions import note_use

GetResponse = Callable[[HttpRequest], HttpResponseBase]


class NoteSessionUse:
    """Stores a member's session again when it is used, at most once an hour."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """The response, with a cookie that now lasts longer."""
        if settings.SESSION_COOKIE_NAME in request.COOKIES and SESSION_KEY in request.session:
            note_use(request.session, now=timezone.now())
        return self.get_response(request)


class PrivatePages:
    """Keeps the pages below ``account/`` out of every cache: going back after logging out shows
    nothing of the account."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """The response; below ``account/`` with ``no-store``."""
        response = self.get_response(request)
        match = request.resolver_match
        if match is not None and match.route.startswith("account/"):
            add_never_cache_headers(response)
        return response

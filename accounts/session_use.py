"""Notes that a session is used, so that it goes on."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone

from accounts.sessions import ENDS, SEEN

NOTED_EVERY = timedelta(hours=1)
"""Finer than that no page says it, and each note is a write."""


class NoteUse:
    """Middleware: a member's session that is used is stored anew, at most once an hour."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """The response, with the cookie that now lasts longer."""
        if settings.SESSION_COOKIE_NAME in request.COOKIES and SESSION_KEY in request.session:
            _note(request)
        return self.get_response(request)


def _note(request: HttpRequest) -> None:
    now = timezone.now()
    session = request.session
    if now.timestamp() - session.get(SEEN, 0) < NOTED_EVERY.total_seconds():
        return
    session[SEEN] = now.timestamp()
    longest = timedelta(days=settings.SESSION_LONGEST_DAYS)
    session.setdefault(ENDS, (now + longest).timestamp())

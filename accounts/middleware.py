"""The middleware of accounts: extends sessions that are used, and keeps private pages out of
caches."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone
from django.utils.cache import add_never_cache_headers

from accounts.services.members import note_seen
from accounts.sessions import note_use

GetResponse = Callable[[HttpRequest], HttpResponseBase]


View = TypeVar("View", bound=Callable[..., HttpResponseBase])


def without_session(view: View) -> View:
    """Marks a view that answers everybody alike. No session is read or extended for it, so any
    cache may keep its answer."""
    view.without_session = True  # type: ignore[attr-defined] # functions can have attributes
    return view


class NoteSessionUse:
    """Extends a member's session when it is used, at most once an hour, and stores the day on which
    they were last seen."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """The response; the cookie of an extended session is renewed with it."""
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: object, *_: object) -> None:
        """Notes the use, unless the view is marked with :func:`without_session` or the request is
        one of a program, which has no session."""
        if getattr(view, "without_session", False) or not hasattr(request, "session"):
            return
        if settings.SESSION_COOKIE_NAME in request.COOKIES and SESSION_KEY in request.session:
            now = timezone.now()
            if note_use(request.session, now=now):
                note_seen(member_id=int(request.session[SESSION_KEY]), now=now)


class PrivatePages:
    """Keeps pages that show their reader's name out of every cache, so that going back after
    logging out shows nothing of the account. Concerns all answers below ``account/``, and every
    other page that does not set ``Cache-Control`` itself."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """The response, with ``no-store`` if it is for one reader only."""
        response = self.get_response(request)
        match = request.resolver_match
        of_account = match is not None and match.route.startswith("account/")
        is_page = response.headers.get("Content-Type", "").startswith("text/html")
        if of_account or (is_page and not response.has_header("Cache-Control")):
            add_never_cache_headers(response)
        return response

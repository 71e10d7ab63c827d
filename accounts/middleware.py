"""What accounts do with every request: sessions that are used last longer, and no cache keeps
the pages of somebody."""

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
    """Marks a view that answers everybody alike: it reads no session, and notes no use of one, so
    that what it gives may be kept by any cache."""
    view.without_session = True  # type: ignore[attr-defined] # functions have such
    return view


class NoteSessionUse:
    """Stores a member's session again when it is used, at most once an hour, and the day on which
    they were seen."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """The response, with a cookie that now lasts longer."""
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: object, *_: object) -> None:
        """Notes the use, unless the view has none for sessions."""
        if getattr(view, "without_session", False):
            return
        if settings.SESSION_COOKIE_NAME in request.COOKIES and SESSION_KEY in request.session:
            now = timezone.now()
            if note_use(request.session, now=now):
                note_seen(member_id=int(request.session[SESSION_KEY]), now=now)


class PrivatePages:
    """Keeps pages out of every cache, which show their reader's name at the top: going back after
    logging out shows nothing of the account. All answers below ``account/``, and elsewhere every
    page that does not say itself how long it may be kept."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """The response, with ``no-store`` where it is for one reader."""
        response = self.get_response(request)
        match = request.resolver_match
        of_account = match is not None and match.route.startswith("account/")
        is_page = response.headers.get("Content-Type", "").startswith("text/html")
        if of_account or (is_page and not response.has_header("Cache-Control")):
            add_never_cache_headers(response)
        return response

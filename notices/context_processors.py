"""What every template is given about the viewer's notices."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils.crypto import salted_hmac
from django.utils.functional import SimpleLazyObject

from accounts.models import User
from accounts.sessions import handle_of
from notices import lists
from notices.push import devices, keys, offering

HAVE_A_SOCKET = ("home", "tables", "table", "game")
"""Pages with a socket of their own, which hears of notices, too."""


def bell(request: HttpRequest) -> dict[str, Any]:
    """``bell``: how many notices are ``unread`` but for those of the game, table or notice that the
    page shows, how many of those are (``here``), the ``news`` from the moderators, in how many
    other games a choice is ``owed``, the ids of the ``game``, ``table`` or ``notice`` that the page
    shows, and the ``socket`` that it needs to hear of notices. Looked up when a template first
    asks; empty for visitors."""

    def look_up() -> dict[str, Any]:
        user = getattr(request, "user", None)
        if not isinstance(user, User):
            return {}
        match = request.resolver_match
        name = match.url_name if match else ""
        shown = match.kwargs["public_id"] if match and name in ("game", "table") else ""
        game, table = (shown if name == page else "" for page in ("game", "table"))
        notice = match.kwargs["number"] if match and name == "notice" else 0
        counts = lists.counts(user, game=game, table=table, notice=notice)
        return {
            **counts,
            "news": lists.news(user) if counts["news"] else [],
            "game": game,
            "table": table,
            "notice": notice or "",
            "socket": "" if name in HAVE_A_SOCKET else "/ws/notices/",
        }

    return {"bell": SimpleLazyObject(look_up)}


def push(request: HttpRequest) -> dict[str, Any]:
    """``push``: what a member's page needs to be told by push in this browser, and to notice that
    another member or another session is there now; empty where there is no push.
    ``offers_push``: whether the site offers it. ``push_device``: whether the member is told in this
    browser, and in how many others. All are looked up where a template asks."""

    def look_up() -> dict[str, str]:
        user = getattr(request, "user", None)
        if not isinstance(user, User) or not keys.is_on():
            return {}
        return {
            "key": keys.public_key(),
            "member": salted_hmac("notices.push.member", str(user.pk)).hexdigest()[:24],
            "session": handle_of(request.session.session_key),
            "worker": reverse("service-worker"),
            "on": reverse("push-on"),
            "off": reverse("push-off"),
            "declined": reverse("push-declined"),
            "unread": reverse("unread-notices"),
        }

    def look_whether() -> bool:
        user = getattr(request, "user", None)
        return isinstance(user, User) and offering.is_offered(user)

    def look_where() -> dict[str, bool | int]:
        user = getattr(request, "user", None)
        if not isinstance(user, User):
            return {}
        return devices.told_where(user, request.session.session_key)

    return {"push": look_up, "offers_push": look_whether, "push_device": look_where}

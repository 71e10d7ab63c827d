"""Template variables about the viewer's notices."""

from __future__ import annotations

from functools import cache
from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils.crypto import salted_hmac

from accounts.models import User
from accounts.sessions import handle_of
from notices import lists
from notices.lists import counts
from notices.models import Kind
from notices.push import devices, keys, offering
from notices.services.preferences import has_answered

PAGES_WITH_SOCKET = ("home", "tables", "table", "game")
"""The pages whose own socket also gets the hints about notices."""


def bell(request: HttpRequest) -> dict[str, Any]:
    """``bell``: the numbers of ``unread`` notices about anything but the page's own game, table or
    notice, of those about it (``here``), and of the matches about which they are ``asked``; the
    unread announcements (``news``); the number of other games in which a choice is ``owed``; the
    address of a live game that has ``begun`` without the member; the id of the ``game``, ``table``
    or ``notice`` that the page shows; and the ``socket`` from which it gets hints, empty if it has
    one of its own. Looked up on first use; empty for visitors."""

    @cache
    def look_up() -> dict[str, Any]:
        user = getattr(request, "user", None)
        if not isinstance(user, User):
            return {}
        match = request.resolver_match
        name = match.url_name if match else ""
        shown = match.kwargs["public_id"] if match and name in ("game", "table") else ""
        game, table = (shown if name == page else "" for page in ("game", "table"))
        notice = match.kwargs["number"] if match and name == "notice" else 0
        found = counts(user, game=game, table=table, notice=notice)
        return {
            **found,
            "news": lists.news(user) if found["news"] else [],
            "game": game,
            "table": table,
            "notice": notice or "",
            "socket": "" if name in PAGES_WITH_SOCKET else "/ws/notices/",
        }

    return {"bell": look_up}


def telling(request: HttpRequest) -> dict[str, Any]:
    """``offers_telling``: whether to offer to tell the member that somebody looks for a live game.
    Looked up on first use."""

    def look_up() -> bool:
        user = getattr(request, "user", None)
        return isinstance(user, User) and not has_answered(user, Kind.LOOKING)

    return {"offers_telling": look_up}


def push(request: HttpRequest) -> dict[str, Any]:
    """``push``: what a page needs to set up push in this browser, and to notice that another member
    or session is using it now; empty if the club has no push. ``offers_push``: whether to offer
    push to the member. ``push_device``: whether this browser is set up, and how many others are.
    Each is looked up on first use."""

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
        return devices.device_state(user, request.session.session_key)

    return {"push": look_up, "offers_push": look_whether, "push_device": look_where}

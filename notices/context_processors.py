"""What every template is given about the viewer's notices."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from accounts.models import User
from notices import lists

HAVE_A_SOCKET = ("home", "tables", "table", "game")
"""Pages with a socket of their own, which hears of notices, too."""


def bell(request: HttpRequest) -> dict[str, Any]:
    """``bell``: in how many games and tables but the one that the page shows there is something
    ``unread``, whether there is ``here``, in how many other games a choice is ``owed``, the ids of
    the ``game`` or ``table`` that the page shows, and the ``socket`` that it needs to hear of
    notices. Looked up when a template first asks; empty for visitors."""

    def look_up() -> dict[str, Any]:
        user = getattr(request, "user", None)
        if not isinstance(user, User):
            return {}
        match = request.resolver_match
        name = match.url_name if match else ""
        shown = match.kwargs["public_id"] if match and name in ("game", "table") else ""
        game, table = (shown if name == page else "" for page in ("game", "table"))
        return {
            **lists.counts(user, game=game, table=table),
            "game": game,
            "table": table,
            "socket": "" if name in HAVE_A_SOCKET else "/ws/notices/",
        }

    return {"bell": SimpleLazyObject(look_up)}

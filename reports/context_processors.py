"""What every template is given about reports."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from accounts.models import User
from reports.queue import waiting_count


def reports(request: HttpRequest) -> dict[str, Any]:
    """``reports_waiting``: how many reports wait for the viewer's decision; 0 for anyone who is no
    moderator. Looked up when a template first asks."""

    def look_up() -> int:
        user = getattr(request, "user", None)
        return waiting_count(user) if isinstance(user, User) else 0

    return {"reports_waiting": SimpleLazyObject(look_up)}

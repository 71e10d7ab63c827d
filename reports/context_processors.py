"""The variables about reports in every template."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from accounts.models import User
from reports.queue import waiting_count


def reports(request: HttpRequest) -> dict[str, Any]:
    """``reports_waiting``: how many reports wait for the viewer's decision; 0 for anyone who is not
    a moderator. Read from the database only when a template uses it."""

    def look_up() -> int:
        user = getattr(request, "user", None)
        return waiting_count(user) if isinstance(user, User) else 0

    return {"reports_waiting": SimpleLazyObject(look_up)}

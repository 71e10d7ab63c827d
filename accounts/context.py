"""What every template is given about the one who looks."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.utils import timezone
from django.utils.functional import SimpleLazyObject

from accounts.models import Preferences, Suspension
from accounts.suspensions import current_suspension


def member(request: HttpRequest) -> dict[str, Any]:
    """``preferences`` of the viewer (a visitor has the defaults) and their ``suspension``.

    Both are looked up when a template first asks for them.
    """

    def preferences() -> Preferences:
        return Preferences.of(getattr(request, "user", None))

    def suspension() -> Suspension | None:
        return current_suspension(getattr(request, "user", None), timezone.now())

    return {
        "preferences": SimpleLazyObject(preferences),
        "suspension": SimpleLazyObject(suspension),
    }

"""A cookie by which a browser shows that somebody has logged in there before.

It logs nobody in. Passwords that are tried from such a browser are counted apart from those that
strangers try (:mod:`accounts.attempts`), so that strangers cannot lock a member out of it.
"""

from __future__ import annotations

import secrets
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponseBase

from accounts.models import User
from accounts.names import name_key

SALT = "accounts.known_browsers"
KNOWN_FOR = timedelta(days=365)
MOST_MEMBERS = 5
"""Of one browser; the last that logged in there stay."""


def known_as(request: HttpRequest, name: str) -> str | None:
    """The browser's own number for the member of this name; None where it has none."""
    numbers = _read(request)
    if not numbers:
        return None
    pk = User.objects.filter(name_key=name_key(name)).values_list("pk", flat=True).first()
    return numbers.get(str(pk))


def remember(request: HttpRequest, response: HttpResponseBase, user: Any) -> None:
    """Gives the browser a number for this member, a new one each time, and renews the cookie."""
    numbers = {pk: number for pk, number in _read(request).items() if pk != str(user.pk)}
    kept = dict(list(numbers.items())[-(MOST_MEMBERS - 1) :])
    kept[str(user.pk)] = secrets.token_urlsafe(12)
    response.set_cookie(
        settings.KNOWN_BROWSER_COOKIE_NAME,
        signing.dumps(kept, salt=SALT),
        max_age=KNOWN_FOR,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def _read(request: HttpRequest) -> dict[str, str]:
    cookie = request.COOKIES.get(settings.KNOWN_BROWSER_COOKIE_NAME, "")
    try:
        found = signing.loads(cookie, salt=SALT, max_age=KNOWN_FOR) if cookie else {}
    except signing.BadSignature:
        return {}
    return found if isinstance(found, dict) else {}

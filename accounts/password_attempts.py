"""Limits on password attempts.

Attempts are counted by name and address together, so that attempts from elsewhere lock nobody out.
Higher limits count by address alone and by name alone, against guessing at many names or from many
addresses. A browser in which the member has logged in before proves it by a cookie and is counted
separately: strangers cannot lock it out.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import timedelta
from hashlib import sha256
from typing import Any

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponseBase

from accounts.models import User
from accounts.names import name_key
from transport import limits
from transport.addresses import address_of_request
from transport.limits import (
    Limit,
    RateKey,
    address_rate_key,
    count,
    forget,
    give_back,
)
from transport.refusals import RateLimited, Refused, lazily_in_words

COOKIE_SALT = "accounts.known_browsers"
COOKIE_LASTS = timedelta(days=365)
MOST_MEMBERS = 5
"""How many members the cookie of one browser remembers: those who logged in last."""


Counted = tuple[Limit, RateKey, str]
"""What an attempt is counted for: a limit, whose attempts, and for which name."""


@dataclass(frozen=True)
class Attempt:
    """A password attempt in progress, already counted as wrong, so that attempts made at the same
    time do not pass each other. ``row``: the limit on wrong attempts in a row. ``others``: limits
    on all wrong attempts."""

    row: Counted
    others: tuple[Counted, ...]

    def was_right(self) -> None:
        """Resets the count of wrong attempts in a row, and takes the attempt out of the others."""
        forget(*self.row)
        for counted in self.others:
            give_back(*counted)


def try_password(request: HttpRequest, name: str) -> Attempt:
    """Counts a password attempt for this name. Raises Refused ``too-many``.

    Names are treated alike whether a member has them or not.
    """
    number = _number_of_browser(request, name)
    if number is not None:
        return _counted((limits.PASSWORDS_OF_BROWSER, RateKey("member", number), ""), ())
    of_name = sha256(name_key(name).encode(errors="replace")).hexdigest()
    address = address_rate_key(address_of_request(request))
    others = (
        (limits.PASSWORDS_OF_ADDRESS, address, ""),
        (limits.PASSWORDS_OF_NAME, RateKey("member", of_name), ""),
    )
    return _counted((limits.PASSWORDS, address, of_name), others)


def _counted(row: Counted, others: tuple[Counted, ...]) -> Attempt:
    done: list[Counted] = []
    try:
        for counted in (*others, row):
            count(*counted)
            done.append(counted)
    except RateLimited as rate_limited:
        for counted in done:  # a refused attempt counts nowhere
            give_back(*counted)
        raise Refused(
            "too-many",
            "Too many wrong passwords. Wait %(time)s, then try again. A browser in which you "
            "have logged in before, or a passkey, may let you in sooner.",
            values={"time": lazily_in_words(rate_limited.retry_after)},
        ) from None
    return Attempt(row, others)


def remember_browser(request: HttpRequest, response: HttpResponseBase, user: Any) -> None:
    """Stores a random number for this member in a signed cookie of the browser, a new one at each
    login. The cookie does not log anyone in."""
    numbers = {pk: number for pk, number in _read_cookie(request).items() if pk != str(user.pk)}
    kept = dict(list(numbers.items())[-(MOST_MEMBERS - 1) :])
    kept[str(user.pk)] = secrets.token_urlsafe(12)
    response.set_cookie(
        settings.KNOWN_BROWSER_COOKIE_NAME,
        signing.dumps(kept, salt=COOKIE_SALT),
        max_age=COOKIE_LASTS,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def _number_of_browser(request: HttpRequest, name: str) -> str | None:
    """The browser's number for the member with this name; None if they never logged in there."""
    numbers = _read_cookie(request)
    if not numbers:
        return None
    pk = User.objects.filter(name_key=name_key(name)).values_list("pk", flat=True).first()
    return numbers.get(str(pk))


def _read_cookie(request: HttpRequest) -> dict[str, str]:
    cookie = request.COOKIES.get(settings.KNOWN_BROWSER_COOKIE_NAME, "")
    try:
        found = signing.loads(cookie, salt=COOKIE_SALT, max_age=COOKIE_LASTS) if cookie else {}
    except signing.BadSignature:
        return {}
    return found if isinstance(found, dict) else {}

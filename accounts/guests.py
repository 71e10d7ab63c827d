"""Guests: visitors who play a game against bots without an account.

A guest is a row of ``User``, logged in by an ordinary session, so that games know them like any
player. Everywhere else they count as visitors: ``request.user`` and the user of a socket are
anonymous, and only code that is meant for guests calls :func:`guest_of`. When the guest joins, the
row becomes a member's. Otherwise it is deleted together with its games and its session.
"""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable
from typing import Any

from django.conf import settings
from django.contrib.auth import login
from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponseBase
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext

from accounts.models import User
from accounts.services.names import lock_names, why_taken

Application = Callable[[Any, Any, Any], Awaitable[None]]

BACKEND = "accounts.backends.MembersOnly"

NUMBERS = range(1000, 100_000)
"""The numbers in the names of guests."""


class GuestsAsVisitors:
    """Middleware: ``request.user`` is anonymous for guests."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Returns the response. The session is read only if something uses ``request.user``."""
        logged_in, asynchronously = request.user, request.auser

        async def auser() -> Any:
            return as_visitor(await asynchronously())

        request.logged_in = logged_in  # type: ignore[attr-defined]
        request.user = SimpleLazyObject(lambda: as_visitor(logged_in))  # type: ignore[assignment]
        request.auser = auser
        return self.get_response(request)


class GuestsAsVisitorsOnSockets:
    """ASGI middleware: ``scope["user"]`` is anonymous for guests; the guest is
    ``scope["guest"]``."""

    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Runs the application with the scope changed."""
        user = scope["user"]
        changed = {**scope, "user": as_visitor(user), "guest": as_guest(user)}
        await self.application(changed, receive, send)


def guest_of(request: HttpRequest) -> User | None:
    """The guest who plays in this browser; None if nobody does."""
    return as_guest(getattr(request, "logged_in", None))


def as_guest(user: Any) -> User | None:
    """The user, if they are a guest and the club allows guests; else None."""
    return user if settings.GUESTS and isinstance(user, User) and user.is_guest else None


def as_visitor(user: Any) -> Any:
    """An anonymous user in place of a guest; any other user as they are."""
    return AnonymousUser() if isinstance(user, User) and user.is_guest else user


def make_guest() -> User:
    """Makes a guest with a name that nobody else has. Call it within a transaction: nobody else can
    take a name until that ends."""
    lock_names()
    while True:
        # Translators: the name of a visitor who plays without an account.
        name = gettext("Guest %(number)s") % {"number": secrets.choice(NUMBERS)}
        if why_taken(name) is None:
            return User.objects.create(username=name, password=make_password(None), is_guest=True)


def log_in_guest(request: HttpRequest, guest: User) -> None:
    """Logs a new guest in, in this browser."""
    login(request, guest, backend=BACKEND)
    request.user = AnonymousUser()

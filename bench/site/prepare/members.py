"""Makes members and bots, and what members identify themselves with."""

from __future__ import annotations

from typing import Any


def bots(engine: Any, count: int) -> list[Any]:
    """Makes ``count`` different bots."""
    try:
        from games.store.starting import bot_member
    except ImportError:  # its module at 686fa39
        from games.bots import bot_member  # type: ignore[import-not-found, no-redef]

    found: list[Any] = []
    while len(found) < count:
        found.append(bot_member(engine, [bot.pk for bot in found]))
    return found


def member(name: str) -> Any:
    """Makes a member without a password, for whom only a session can be opened."""
    from accounts.models import User

    user = User(username=name)
    user.set_unusable_password()
    user.save()
    return user


def cookie(user: Any) -> str:
    """The Cookie header of a session in which ``user`` is logged in."""
    from django.conf import settings

    from tests.servers.session import open_session

    return f"{settings.SESSION_COOKIE_NAME}={open_session(user)}"


def token(user: Any) -> str | None:
    """A token with which programs of ``user`` read and play; None in versions without tokens."""
    from django.utils import timezone

    try:
        from accounts.services.tokens import make_token
    except ImportError:
        return None
    scopes, now = ("read", "play"), timezone.now()
    return make_token(member=user, name="measured", scopes=scopes, days=1, now=now)[1]

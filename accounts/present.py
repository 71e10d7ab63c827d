"""Who is logged in with a session now, for sockets: they outlive what they were opened with."""

from __future__ import annotations

from django.contrib.auth import get_user
from django.http import HttpRequest

from accounts.models import User
from accounts.sessions import SessionStore


def member_of(session_key: str | None) -> User | None:
    """The member whose session this is; None for visitors, and for who has logged out, changed
    their password elsewhere, been shut out or gone since."""
    request = HttpRequest()
    request.session = SessionStore(session_key)
    user = get_user(request)
    return user if isinstance(user, User) and user.is_active else None

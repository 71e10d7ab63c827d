"""Logging somebody out elsewhere."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import Session, User
from accounts.sessions import handle_of


@transaction.atomic
def end_session(*, user: User, handle: str) -> bool:
    """Ends one of the member's sessions; False where it is none of theirs, or has ended.

    Its sockets close: they hear of the deleted row.
    """
    found = [row for row in user.sessions.all() if handle_of(row.session_key) == handle]
    for row in found:
        row.delete()
    return bool(found)


@transaction.atomic
def end_other_sessions(*, user: User, but: str | None) -> int:
    """Ends all of the member's sessions but the one with this key; returns how many."""
    others = user.sessions.exclude(session_key=but)
    return others.delete()[0]


def end_expired_sessions(*, now: datetime) -> int:
    """Deletes what has run out, visitors' too, and so closes the sockets that were left open."""
    return Session.objects.filter(expire_date__lte=now).delete()[0]

"""Ending sessions. Sockets that were opened with a session close when its row is deleted."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import Session, User
from accounts.sessions import handle_of


@transaction.atomic
def end_session(*, user: User, handle: str) -> bool:
    """Ends one of the member's sessions; False if it is not theirs or has already ended."""
    found = [row for row in user.sessions.all() if handle_of(row.session_key) == handle]
    for row in found:
        row.delete()
    return bool(found)


@transaction.atomic
def end_other_sessions(*, user: User, kept: str | None) -> int:
    """Ends all of the member's sessions except the one with the key ``kept``; returns how many."""
    others = user.sessions.exclude(session_key=kept)
    return others.delete()[0]


def end_expired_sessions(*, now: datetime) -> int:
    """Deletes expired sessions, of visitors too; returns how many."""
    return Session.objects.filter(expire_date__lte=now).delete()[0]

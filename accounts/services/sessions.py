"""Ending sessions, and shortening them. The sockets of a session close when its row is deleted."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction

from accounts.models import Session, User
from accounts.roles import appointed_members
from accounts.sessions import ENDS, SessionStore, handle_of


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


@transaction.atomic
def shorten_moderators_sessions(*, now: datetime) -> int:
    """Shortens moderators' sessions that would last longer than ``MODERATOR_SESSION_HOURS`` from
    now; returns how many. These are sessions of members who have just become moderators."""
    latest = now + timedelta(hours=settings.MODERATOR_SESSION_HOURS)
    longer = Session.objects.filter(user__in=appointed_members(), expire_date__gt=latest)
    rows = list(longer.select_for_update(of=("self",)))
    for row in rows:
        data = {**row.get_decoded(), ENDS: latest.timestamp()}
        row.session_data = SessionStore().encode(data)
        row.expire_date = latest
        row.save(update_fields=["session_data", "expire_date"])
    return len(rows)


def end_expired_sessions(*, now: datetime) -> int:
    """Deletes expired sessions, including those of visitors; returns how many."""
    return Session.objects.filter(expire_date__lte=now).delete()[0]

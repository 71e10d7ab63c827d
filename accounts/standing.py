"""Whether a member may act at this moment, read again after waiting for a lock.

A command may wait for the lock of its game. Meanwhile its member may have logged out, got another
password, been deactivated or been suspended; so all of that is read once the lock is held.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from accounts.conduct import Held
from accounts.models import User
from accounts.zones import zone_of

READ_STANDING = """
SELECT u.password, u.is_active, open.expire_date, s.created_at, s.until, s.reason,
  COALESCE(NULLIF(own.time_zone, ''), own.browser_zone, '')
FROM accounts_user u
LEFT JOIN accounts_preferences own ON own.user_id = u.id
LEFT JOIN accounts_session open ON open.session_key = %(session)s AND open.user_id = u.id
LEFT JOIN accounts_suspension s ON s.user_id = u.id AND s.lifted_at IS NULL
WHERE u.id = %(user)s ORDER BY s.until DESC
"""
"""Reads a member and one of their sessions for :func:`standing_in`, with a row for each suspension
that was not lifted. The statement contains no times, so that it can be sent together with the one
that waits for the lock; what is in force is decided afterwards."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A logged-in member's current suspension, if any (of several, the one that ends last), with
    its end in the member's own time zone."""

    suspension: Held | None


def standing_in(rows: Iterable[Sequence[Any]], password: str, now: datetime) -> Standing | None:
    """A member's standing at ``now``, from rows of :data:`READ_STANDING`; None if they are no
    longer logged in. ``password``: the stored hash with which the session was valid."""
    found = list(rows)
    if not found:
        return None
    stored, is_active, session_ends, *_ = found[0]
    if stored != password or not is_active or session_ends is None or session_ends <= now:
        return None
    for _, _, _, begins, until, reason, zone in found:
        if begins is not None and begins <= now < until:
            return Standing(Held(until.astimezone(zone_of(zone)), reason))
    return Standing(None)


def read_again(user: User, session_key: str, now: datetime) -> User | None:
    """The same member, read again; None if the session no longer logs them in."""
    logged_in = User.objects.filter(pk=user.pk, password=user.password, is_active=True)
    by_session = logged_in.filter(sessions__session_key=session_key, sessions__expire_date__gt=now)
    return by_session.select_related("preferences").first()

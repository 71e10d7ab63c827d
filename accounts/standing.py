"""Who a member is at this moment, for whoever acts: looked at again once what they waited for is
theirs.

A command may wait for the lock of its game. Meanwhile its member may have logged out, got another
password, been shut out or been suspended; so all of that is read after the lock is held.
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
"""A member and a session of theirs, a row for each suspension that was not lifted; for
:func:`standing_in`. It has no times in it, so that it can be sent together with the statement that
waits for the lock: what holds is decided afterwards."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A logged-in member, and their current suspension, if any: the one that ends last, with its
    end in the member's own time zone."""

    suspension: Held | None


def standing_in(rows: Iterable[Sequence[Any]], password: str, now: datetime) -> Standing | None:
    """What rows of :data:`READ_STANDING` say of a member at ``now``; None where they are not logged
    in any more. ``password``: the stored one with which the session was valid."""
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
    """The same member as they are now, where the session still logs them in; None where it does
    not."""
    logged_in = User.objects.filter(pk=user.pk, password=user.password, is_active=True)
    by_session = logged_in.filter(sessions__session_key=session_key, sessions__expire_date__gt=now)
    return by_session.select_related("preferences").first()

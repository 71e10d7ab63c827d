"""Sessions in the database: whose they are, when they end, and cookies that are none."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore as DatabaseSessions
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac

from accounts.browsers import browser_in_words
from accounts.models import Session, User

BEGAN, SEEN, ENDS, BROWSER = "began", "seen", "ends", "browser"
"""What a session notes besides who is logged in: three moments in seconds since 1970, and words."""


class SessionStore(DatabaseSessions):
    """A session ends ``SESSION_IDLE_DAYS`` after it was last used, and at the latest when its
    note ``ends`` says so. The database's row decides; the cookie only follows.

    Looks only keys up that could have been given out: letters and digits. Others come from broken
    or hostile clients, and some of them (NUL) no database takes.
    """

    @classmethod
    def get_model_class(cls) -> type[Session]:
        """Our table, which knows whose session it is."""
        return Session

    def create_model_instance(self, data: dict[str, Any]) -> Session:
        """The row, with its member beside the data."""
        row = super().create_model_instance(data)
        assert isinstance(row, Session)
        row.user_id = int(data[SESSION_KEY]) if SESSION_KEY in data else None
        return row

    def get_expiry_age(self, **asked: Any) -> int:
        """Seconds from now until it ends unless it is used; never under none."""
        idle = timedelta(days=settings.SESSION_IDLE_DAYS).total_seconds()
        left = self.get(ENDS, float("inf")) - timezone.now().timestamp()
        return max(0, int(min(idle, left)))

    def get_expiry_date(self, **asked: Any) -> datetime:
        """When it ends unless it is used."""
        return timezone.now() + timedelta(seconds=self.get_expiry_age())

    def _validate_session_key(self, key: Any) -> bool:
        known = super()._validate_session_key(key)  # type: ignore[misc] # not in the stubs
        return bool(known) and key.isascii() and key.isalnum()


def note_login(session: Any, *, agent: str, moderates: bool, now: datetime) -> None:
    """Notes in a session that somebody has logged in just now: when, with which browser, and when
    it ends at the latest. ``agent`` is the browser's own word for itself; it is not kept."""
    longest = (
        timedelta(hours=settings.MODERATOR_SESSION_HOURS)
        if moderates
        else timedelta(days=settings.SESSION_LONGEST_DAYS)
    )
    session[BEGAN] = session[SEEN] = now.timestamp()
    session[ENDS] = (now + longest).timestamp()
    session[BROWSER] = browser_in_words(agent)


@dataclass(frozen=True)
class OpenSession:
    """One browser in which a member is logged in. ``handle`` names it on pages: the key itself
    would let anyone be the member. ``began`` and ``seen`` are None in sessions of before."""

    handle: str
    browser: str
    began: datetime | None
    seen: datetime | None
    row: Session


def open_sessions(user: User, now: datetime) -> list[OpenSession]:
    """Where the member is logged in, the one that was used last first."""
    found = (_opened(row, row.get_decoded()) for row in _rows(user, now))
    never = datetime.min.replace(tzinfo=UTC)
    return sorted(found, key=lambda each: each.seen or never, reverse=True)


def handle_of(key: str | None) -> str:
    """What names a session on pages."""
    return salted_hmac("accounts.sessions.handle", key or "").hexdigest()[:24]


def _rows(user: User, now: datetime) -> Iterator[Session]:
    """Those that still let somebody in: a new password leaves others behind that do not."""
    current = [user.get_session_auth_hash(), *user.get_session_auth_fallback_hash()]
    for row in user.sessions.filter(expire_date__gt=now):
        its = row.get_decoded().get(HASH_SESSION_KEY, "")
        if any(constant_time_compare(its, each) for each in current):
            yield row


def _opened(row: Session, data: dict[str, Any]) -> OpenSession:
    return OpenSession(
        handle=handle_of(row.session_key),
        browser=data.get(BROWSER, browser_in_words("")),
        began=_moment(data.get(BEGAN)),
        seen=_moment(data.get(SEEN)),
        row=row,
    )


def _moment(seconds: float | None) -> datetime | None:
    return None if seconds is None else datetime.fromtimestamp(seconds, UTC)

"""Sessions in the database: their members, when they end, and how members recognise them.

Django loads this module as ``SESSION_ENGINE``. The services that end sessions are in
:mod:`accounts.services.sessions`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth import (
    BACKEND_SESSION_KEY,
    HASH_SESSION_KEY,
    SESSION_KEY,
    load_backend,
)
from django.contrib.sessions.backends.db import SessionStore as DatabaseSessions
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext

from accounts.backends import session_alone, session_with_user
from accounts.models import Session, User

BEGAN, SEEN, ENDS, BROWSER = "began", "seen", "ends", "browser"
"""Keys of a session's data, besides Django's: three times in seconds since 1970, and the names of
browser and system."""

HELPED = "helped"
"""Key of a session's data, present if the session is helped (:mod:`accounts.helped`)."""

NOTED_EVERY = timedelta(hours=1)
"""How often the use of a session is stored. Storing is a write, and no page shows anything finer
than an hour."""

BROWSERS = (  # the first match counts: most browsers claim to be several
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("Chrome", "Chrome"),
    ("CriOS", "Chrome"),
    ("Safari", "Safari"),
)
SYSTEMS = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("CrOS", "ChromeOS"),
    ("Mac OS X", "macOS"),
    ("Linux", "Linux"),
)


class SessionStore(DatabaseSessions):
    """A session ends ``SESSION_IDLE_DAYS`` after it was last used, and at the latest at the time
    stored in it as ``ends``. The row in the database decides; the cookie only follows.

    Only keys of letters and digits are looked up, because no others are ever issued. Others come
    from broken or hostile clients, and databases reject some of them (null characters).
    """

    @classmethod
    def get_model_class(cls) -> type[Session]:
        """The club's table of sessions, which has a column for the member."""
        return Session

    def create_model_instance(self, data: dict[str, Any]) -> Session:
        """The row, with the member's id in a column of its own."""
        row = super().create_model_instance(data)
        assert isinstance(row, Session)
        row.user_id = int(data[SESSION_KEY]) if SESSION_KEY in data else None
        return row

    def know(self, row: Session) -> None:
        """Takes the session's data from its row, so that it need not be read."""
        self._session_cache = self.decode(row.session_data)

    def get_expiry_age(self, **asked: Any) -> int:
        """Seconds from now until the session ends if it is not used again; never negative."""
        idle = timedelta(days=settings.SESSION_IDLE_DAYS).total_seconds()
        left = self.get(ENDS, float("inf")) - timezone.now().timestamp()
        return max(0, int(min(idle, left)))

    def get_expiry_date(self, **asked: Any) -> datetime:
        """When the session ends if it is not used again."""
        return timezone.now() + timedelta(seconds=self.get_expiry_age())

    def _get_session_from_db(self) -> Session | None:
        """As Django's own, which makes the SQL anew for every request."""
        row = session_alone(self.session_key, timezone.now()) if self.session_key else None
        if row is None:
            self._session_key = None
        return row

    def _validate_session_key(self, key: Any) -> bool:
        known = super()._validate_session_key(key)  # type: ignore[misc] # not in the stubs
        return bool(known) and key.isascii() and key.isalnum()


def hidden_before(session: Any) -> datetime | None:
    """The time before which anything that the member sealed or planned is hidden from this session;
    None if it may show everything."""
    return _time(session.get(BEGAN, 0.0)) if session.get(HELPED) else None


def note_login(
    session: Any, *, agent: str, moderates: bool, now: datetime, helped: bool = False
) -> None:
    """Stores in the session of somebody who has just logged in: the time, the browser, and when the
    session ends at the latest. ``agent`` is the browser's ``User-Agent``; it is not stored."""
    longest = (
        timedelta(hours=settings.MODERATOR_SESSION_HOURS)
        if moderates
        else timedelta(days=settings.SESSION_LONGEST_DAYS)
    )
    session[BEGAN] = session[SEEN] = now.timestamp()
    session[ENDS] = (now + longest).timestamp()
    session[BROWSER] = browser_of(agent)
    if helped:
        session[HELPED] = True
    else:
        session.pop(HELPED, None)


def note_use(session: Any, *, now: datetime) -> bool:
    """Stores in a member's session that it is used, unless that was stored within the last hour.
    Returns True if the last use stored before was on an earlier day (UTC)."""
    before = session.get(SEEN, 0)
    if now.timestamp() - before < NOTED_EVERY.total_seconds():
        return False
    session[SEEN] = now.timestamp()
    longest = timedelta(days=settings.SESSION_LONGEST_DAYS)
    session.setdefault(ENDS, (now + longest).timestamp())
    return datetime.fromtimestamp(before, UTC).date() < now.astimezone(UTC).date()


def browser_of(agent: str) -> list[str]:
    """Browser and system, without versions, from a browser's ``User-Agent``; an empty string if it
    does not name them.

    >>> browser_of("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0")
    ['Firefox', 'Linux']
    >>> browser_of("curl/8.5.0")
    ['', '']
    """
    marks = (BROWSERS, SYSTEMS)
    return [next((name for mark, name in known if mark in agent), "") for known in marks]


def browser_in_words(noted: list[str] | str) -> str:
    """The result of :func:`browser_of` in the reader's language.

    >>> browser_in_words(["Firefox", "Linux"]), browser_in_words(["", ""])
    ('Firefox on Linux', 'A browser')
    """
    if isinstance(noted, str):  # old sessions store the words themselves
        return noted
    browser, system = noted
    names = {"browser": browser, "system": system}
    if browser and system:
        return gettext("%(browser)s on %(system)s") % names
    if system:
        return gettext("A browser on %(system)s") % names
    return browser or gettext("A browser")


def member_of(session_key: str | None) -> User | None:
    """The member who is logged in with this session now. For sockets, which can stay open longer
    than their session.

    None for visitors and guests, and for anyone who has since logged out, changed their password
    elsewhere, been deactivated or deleted their account.
    """
    user = user_of(session_key)
    return None if user is None or user.is_guest else user


def user_of(session_key: str | None) -> User | None:
    """Like :func:`member_of`, but also returns guests."""
    return read_session(session_key)[1]


def read_session(session_key: str | None) -> tuple[SessionStore, User | None]:
    """The session with this key, and the user who is logged in with it now; an empty session if
    there is none. One statement, where Django needs two."""
    session = SessionStore(session_key)
    key = session.session_key
    row = None if key is None else session_with_user(key, timezone.now())
    if row is None:
        return SessionStore(), None
    session.know(row)
    user = row.user
    return session, user if user is not None and _is_logged_in(user, session) else None


def sessions_that_last(keys: Collection[str], now: datetime) -> set[str]:
    """Returns the keys of those sessions that log somebody in at ``now``."""
    lasting = set()
    rows = Session.objects.filter(session_key__in=keys, expire_date__gt=now, user__isnull=False)
    for row in rows.select_related("user"):
        session = SessionStore(row.session_key)
        session.know(row)
        if row.user is not None and _is_logged_in(row.user, session):
            lasting.add(row.session_key)
    return lasting


def _is_logged_in(user: User, session: SessionStore) -> bool:
    """Whether the session still logs this user in, as Django's ``get_user`` checks it."""
    path = session.get(BACKEND_SESSION_KEY)
    if session.get(SESSION_KEY) != str(user.pk) or path not in settings.AUTHENTICATION_BACKENDS:
        return False
    backend: Any = load_backend(path)
    return bool(backend.user_can_authenticate(user)) and _has_password(user, session)


def _has_password(user: User, data: Mapping[str, Any] | SessionStore) -> bool:
    """Whether the user's password is still the one with which the session began."""
    then = data.get(HASH_SESSION_KEY, "")
    current = (user.get_session_auth_hash(), *user.get_session_auth_fallback_hash())
    return any(constant_time_compare(then, each) for each in current)


@dataclass(frozen=True)
class OpenSession:
    """A browser in which a member is logged in. ``handle`` identifies it on pages: the key itself
    would log in anyone who has it. ``began`` and ``seen`` are None in sessions of old versions."""

    handle: str
    browser: str
    began: datetime | None
    seen: datetime | None
    row: Session


def open_sessions(user: User, now: datetime) -> list[OpenSession]:
    """The sessions in which the member is logged in, the most recently used first."""
    found = (_opened(row, row.get_decoded()) for row in _valid_rows(user, now))
    never = datetime.min.replace(tzinfo=UTC)
    return sorted(found, key=lambda each: each.seen or never, reverse=True)


def handle_of(key: str | None) -> str:
    """The handle that identifies a session on pages."""
    return salted_hmac("accounts.sessions.handle", key or "").hexdigest()[:24]


def _valid_rows(user: User, now: datetime) -> Iterator[Session]:
    """The member's sessions that still log somebody in. A change of password leaves rows behind
    whose sessions no longer do."""
    for row in user.sessions.filter(expire_date__gt=now):
        if _has_password(user, row.get_decoded()):
            yield row


def _opened(row: Session, data: dict[str, Any]) -> OpenSession:
    return OpenSession(
        handle=handle_of(row.session_key),
        browser=browser_in_words(data.get(BROWSER, ["", ""])),
        began=_time(data.get(BEGAN)),
        seen=_time(data.get(SEEN)),
        row=row,
    )


def _time(seconds: float | None) -> datetime | None:
    return None if seconds is None else datetime.fromtimestamp(seconds, UTC)

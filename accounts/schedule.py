"""The periodic jobs of accounts: they end and shorten sessions, and delete past days off, former
names, password links and tokens."""

from __future__ import annotations

from accounts.services.days_off import forget_days_off
from accounts.services.names import forget_former_names
from accounts.services.password_links import forget_password_links
from accounts.services.sessions import end_expired_sessions, shorten_moderators_sessions
from accounts.services.tokens import delete_ended_tokens
from scheduler.jobs import Queue, periodic, register

SESSIONS = periodic(
    "expired sessions", Queue.BACKGROUND, 600.0, lambda now: end_expired_sessions(now=now)
)
"""Ends expired sessions; pages that are still open are logged out, too."""

MODERATORS_SESSIONS = periodic(
    "sessions of moderators",
    Queue.BACKGROUND,
    600.0,
    lambda now: shorten_moderators_sessions(now=now),
)
"""Shortens sessions of moderators that last too long. Making somebody a moderator shortens theirs
at once; this job finds the rest: moderators made in another way, such as in a shell, and sessions
that a request had read before and stored again afterwards."""

DAYS_OFF = periodic("past days off", Queue.BACKGROUND, 600.0, lambda now: forget_days_off(now=now))
"""Deletes days off of past years."""

FORMER_NAMES = periodic(
    "former names", Queue.BACKGROUND, 600.0, lambda now: forget_former_names(now=now)
)
"""Deletes former names that are no longer reserved."""


PASSWORD_LINKS = periodic(
    "old password links", Queue.BACKGROUND, 600.0, lambda now: forget_password_links(now=now)
)
"""Deletes links for new passwords that expired over a month ago."""

TOKENS = periodic("ended tokens", Queue.BACKGROUND, 600.0, lambda now: delete_ended_tokens(now=now))
"""Deletes tokens of programs that have ended."""


def register_jobs() -> None:
    """Registers the jobs of this app with the scheduler."""
    register(SESSIONS, MODERATORS_SESSIONS, DAYS_OFF, FORMER_NAMES, PASSWORD_LINKS, TOKENS)

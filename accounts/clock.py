"""All that is due in accounts: sessions whose time is up or that last too long, days off that are
over, and former names that are not reserved any more."""

from __future__ import annotations

from accounts.services.days_off import forget_days_off
from accounts.services.names import forget_former_names
from accounts.services.password_links import forget_password_links
from accounts.services.sessions import end_expired_sessions, shorten_moderators_sessions
from due.kinds import Queue, chore, register

SESSIONS = chore(
    "expired sessions", Queue.BACKGROUND, 600.0, lambda now: end_expired_sessions(now=now)
)
"""They end for anyone who has a page open still, too."""

MODERATORS_SESSIONS = chore(
    "sessions of moderators",
    Queue.BACKGROUND,
    600.0,
    lambda now: shorten_moderators_sessions(now=now),
)
"""Becoming a moderator shortens them at once. This finds those of whoever became one another way,
such as in a shell, and what a request wrote back that had read the session just before."""

DAYS_OFF = chore("past days off", Queue.BACKGROUND, 600.0, lambda now: forget_days_off(now=now))
"""Those of years that are over are forgotten."""

FORMER_NAMES = chore(
    "former names", Queue.BACKGROUND, 600.0, lambda now: forget_former_names(now=now)
)
"""Those that are not reserved any more are forgotten."""


PASSWORD_LINKS = chore(
    "old password links", Queue.BACKGROUND, 600.0, lambda now: forget_password_links(now=now)
)
"""Links for new passwords that have not worked for a month are forgotten."""


def register_kinds() -> None:
    """Lets the workers sweep for all of it."""
    register(SESSIONS, MODERATORS_SESSIONS, DAYS_OFF, FORMER_NAMES, PASSWORD_LINKS)

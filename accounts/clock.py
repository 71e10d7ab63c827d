"""All that is due in accounts: sessions whose time is up, and days off that are over."""

from __future__ import annotations

from accounts.services.days_off import forget_days_off
from accounts.services.sessions import end_expired_sessions
from due.kinds import Queue, chore, register

SESSIONS = chore(
    "expired sessions", Queue.BACKGROUND, 600.0, lambda now: end_expired_sessions(now=now)
)
"""They end for anyone who has a page open still, too."""


DAYS_OFF = chore("past days off", Queue.BACKGROUND, 600.0, lambda now: forget_days_off(now=now))
"""Those of years that are over are forgotten."""


def register_kinds() -> None:
    """Lets the workers sweep for all of it."""
    register(SESSIONS, DAYS_OFF)

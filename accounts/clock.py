"""All that is due in accounts: sessions whose time is up."""

from __future__ import annotations

from accounts.services.sessions import end_expired_sessions
from due.kinds import Queue, chore, register

SESSIONS = chore(
    "expired sessions", Queue.BACKGROUND, 600.0, lambda now: end_expired_sessions(now=now)
)
"""They end for anyone who has a page open still, too."""


def register_kinds() -> None:
    """Lets the workers sweep for all of it."""
    register(SESSIONS)

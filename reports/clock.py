"""All that is due of reports: what was said afterwards, and forgetting those that are done with."""

from __future__ import annotations

from due.kinds import Queue, chore, register
from reports.services.keeping import keep_what_followed, prune_reports

FOLLOWED = chore(
    "what followed reports", Queue.BACKGROUND, 600.0, lambda now: keep_what_followed(now=now)
)
"""Moderators read what was said before and after, though the chat may be gone by then."""

DONE_WITH = chore("old reports", Queue.BACKGROUND, 600.0, lambda now: prune_reports(now=now))
"""Reports that were decided long ago."""


def register_kinds() -> None:
    """Lets the workers sweep for all of it."""
    register(FOLLOWED, DONE_WITH)

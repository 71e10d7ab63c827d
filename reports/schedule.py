"""All that is due of reports: what was said afterwards, and forgetting those that are done with."""

from __future__ import annotations

from reports.services.keeping import keep_what_followed, prune_reports
from scheduler.jobs import Queue, periodic, register

FOLLOWED = periodic(
    "what followed reports", Queue.BACKGROUND, 600.0, lambda now: keep_what_followed(now=now)
)
"""Moderators read what was said before and after, though the chat may be gone by then."""

DONE_WITH = periodic("old reports", Queue.BACKGROUND, 600.0, lambda now: prune_reports(now=now))
"""Reports that were decided long ago."""


def register_jobs() -> None:
    """Registers the jobs of this app with the scheduler."""
    register(FOLLOWED, DONE_WITH)

"""The jobs for reports: keeping the chat after reported messages, and deleting old reports."""

from __future__ import annotations

from reports.services.keeping import keep_what_followed, prune_reports
from scheduler.jobs import Queue, periodic, register

FOLLOWED = periodic(
    "what followed reports", Queue.BACKGROUND, 600.0, lambda now: keep_what_followed(now=now)
)
"""Keeps the messages after a reported one, as the chat may be gone when moderators read it."""

DONE_WITH = periodic("old reports", Queue.BACKGROUND, 600.0, lambda now: prune_reports(now=now))
"""Deletes reports that were decided long ago."""


def register_jobs() -> None:
    """Registers the jobs of this app with the scheduler."""
    register(FOLLOWED, DONE_WITH)

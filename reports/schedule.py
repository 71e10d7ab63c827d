"""The jobs for reports: keeping the chat after reported messages, and deleting old reports."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction

from reports.models import Report
from reports.services.reporting import context_of
from scheduler.jobs import Queue, periodic, register

CHAT_ADDED_FOR = timedelta(hours=1)
"""How long after a report messages are still added to it."""

CHAT_AFTER_REPORTS = periodic(
    "chat after reports", Queue.BACKGROUND, 600.0, lambda now: keep_chat_after_reports(now=now)
)
"""Keeps the messages after a reported one, as the chat may be gone when moderators read it."""

OLD_REPORTS = periodic("old reports", Queue.BACKGROUND, 600.0, lambda now: prune_reports(now=now))
"""Deletes reports that were decided long ago."""


def keep_chat_after_reports(*, now: datetime) -> int:
    """Adds new messages to the chat kept with undecided reports of the last hour
    (:data:`CHAT_ADDED_FOR`); returns how many reports got any."""
    kept = 0
    for pk in Report.objects.filter(
        decided_at=None, reported_at__gt=now - CHAT_ADDED_FOR
    ).values_list("pk", flat=True):
        with transaction.atomic():
            report = Report.objects.select_for_update().filter(pk=pk).first()
            if report is None or not report.waits:
                continue
            known = {line["id"] for line in report.context}
            since = [line for line in context_of(report) if line["id"] not in known]
            last = max(known, default=0)
            added = [line for line in since if line["id"] > last]
            if added:
                report.context = [*report.context, *added]
                report.save(update_fields=["context"])
                kept += 1
    return kept


def prune_reports(*, now: datetime) -> int:
    """Deletes reports that were decided ``DECIDED_REPORTS_DAYS`` ago, with the chat kept with them;
    returns how many."""
    old = now - timedelta(days=settings.DECIDED_REPORTS_DAYS)
    return Report.objects.filter(decided_at__lte=old).delete()[0]


def register_jobs() -> None:
    """Registers the jobs of this app with the scheduler."""
    register(CHAT_AFTER_REPORTS, OLD_REPORTS)

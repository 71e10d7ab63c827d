"""Keeping the chat after a report, and deleting old reports."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction

from reports.context import context_of
from reports.models import Report

FOLLOWED_FOR = timedelta(hours=1)
"""How long after a report messages are still added to it."""


def keep_what_followed(*, now: datetime) -> int:
    """Adds new messages to the chat kept with undecided reports of the last hour
    (:data:`FOLLOWED_FOR`); returns how many reports got any."""
    kept = 0
    for pk in Report.objects.filter(
        decided_at=None, reported_at__gt=now - FOLLOWED_FOR
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

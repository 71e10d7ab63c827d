"""How long reports are kept, and what was said after them."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction

from reports.context import context_of
from reports.models import Report

FOLLOWED_FOR = timedelta(hours=1)
"""What is said so long after a report may belong to it."""


def keep_what_followed(*, now: datetime) -> int:
    """Keeps with reports of the last hour what was said since; returns with how many."""
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
    """Deletes reports about which a moderator decided ``DECIDED_REPORTS_DAYS`` ago, with all that
    was kept of the chat; returns how many."""
    old = now - timedelta(days=settings.DECIDED_REPORTS_DAYS)
    return Report.objects.filter(decided_at__lte=old).delete()[0]

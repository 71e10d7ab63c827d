"""Finds due rows and handles them one by one, each in its own transaction."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from scheduler.jobs import BATCH, LONG_AGO, Job, Late, Queue, Skipped

Failed = Callable[[Any, Exception], None]
"""Called with the key and the error of a row that failed, after its transaction is rolled back."""


def claimed(rows: QuerySet[Any], most: int = BATCH) -> QuerySet[Any]:
    """Returns the first of these rows, locked for this transaction; skips rows that somebody else
    has locked."""
    return rows.select_for_update(skip_locked=True, of=("self",))[:most]


def first_of(rows: QuerySet[Any], at: str, skipped: Skipped) -> datetime | None:
    """Returns the earliest time in the field ``at`` of these rows."""
    found: datetime | None = (
        rows.exclude(pk__in=skipped).order_by(at).values_list(at, flat=True).first()
    )
    return found


def found_now(rows: QuerySet[Any], skipped: Skipped) -> datetime | None:
    """Returns :data:`LONG_AGO` if there are such rows, which are due as soon as they are found;
    else None."""
    return LONG_AGO if rows.exclude(pk__in=skipped).exists() else None


def handle_each(
    rows: QuerySet[Any], handle: Callable[[Any], bool], skipped: Skipped, failed: Failed
) -> int:
    """Claims one row after the other and handles it, by key, in the same transaction. Returns how
    many were handled; ``handle`` returns False if there was nothing left to do."""
    handled = 0
    for _ in range(BATCH):
        key = None
        try:
            with transaction.atomic():
                keys = claimed(rows.exclude(pk__in=skipped), 1).values_list("pk", flat=True)
                key = next(iter(keys), None)
                if key is None:
                    return handled
                skipped.add(key)
                handled += handle(key)
        except Exception as error:
            if key is None:
                raise
            failed(key, error)
    return handled


def rows_job(
    name: str,
    queue: Queue,
    every: float,
    due: Callable[[datetime], QuerySet[Any]],
    handle: Callable[[Any, datetime], bool],
    failed: Failed,
    *,
    at: str | None = None,
    late: Callable[[datetime], Late] | None = None,
) -> Job:
    """A job that handles each row of ``due`` by its key, as :func:`handle_each` does.

    ``at``: the field with the time at which a row is due, by which rows are ordered; None if rows
    are due as soon as they are found. The rest is as in :class:`scheduler.jobs.Job`.
    """

    def first(until: datetime, skipped: Skipped) -> datetime | None:
        if at is None:
            return found_now(due(timezone.now()), skipped)
        return first_of(due(until), at, skipped)

    def handle_due(now: datetime, skipped: Skipped) -> int:
        rows = due(now).order_by(*([at] if at else []), "pk")
        return handle_each(rows, lambda key: handle(key, now), skipped, failed)

    return Job(name, queue, every, first, handle_due, late, due=due)

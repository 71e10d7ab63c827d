"""Due things that are rows, handled one by one, each in a transaction of its own."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from scheduler.kinds import BATCH, LONG_AGO, LeftAlone

Failed = Callable[[Any, Exception], None]
"""Told the key of a row that could not be handled, and why, once its transaction is undone."""


def claimed(rows: QuerySet[Any], most: int = BATCH) -> QuerySet[Any]:
    """The first of these rows, locked for this transaction; rows that somebody else has locked are
    passed over."""
    return rows.select_for_update(skip_locked=True, of=("self",))[:most]


def first_of(rows: QuerySet[Any], at: str, left_alone: LeftAlone) -> datetime | None:
    """The earliest time in the field ``at``, which these rows all have."""
    found: datetime | None = (
        rows.exclude(pk__in=left_alone).order_by(at).values_list(at, flat=True).first()
    )
    return found


def found_now(rows: QuerySet[Any], left_alone: LeftAlone) -> datetime | None:
    """When rows are due that have no time of their own: as soon as there is one."""
    return LONG_AGO if rows.exclude(pk__in=left_alone).exists() else None


def handle_each(
    rows: QuerySet[Any], handle: Callable[[Any], bool], left_alone: LeftAlone, failed: Failed
) -> int:
    """Claims one row after the other, and handles it in the same transaction, by its key; returns
    how many were. ``handle`` says whether there was still something to do."""
    handled = 0
    for _ in range(BATCH):
        key = None
        try:
            with transaction.atomic():
                keys = claimed(rows.exclude(pk__in=left_alone), 1).values_list("pk", flat=True)
                key = next(iter(keys), None)
                if key is None:
                    return handled
                left_alone.add(key)
                handled += handle(key)
        except Exception as error:
            if key is None:
                raise
            failed(key, error)
    return handled

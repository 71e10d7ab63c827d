"""Tables whose countdown ends: found in the database at every tick."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime, timedelta

from django.db import DatabaseError
from django.utils import timezone

from lobby.models import Table
from lobby.services.starting import start_table, stop_countdown

logger = logging.getLogger(__name__)

LOOK_AHEAD = timedelta(seconds=0.25)
"""As far as the next tick."""


def start_ready_tables(*, now: datetime, sleep: Callable[[float], None]) -> int:
    """Starts every table whose countdown has ended or ends within :data:`LOOK_AHEAD`, each not
    before its own end. Returns how many. ``sleep`` waits for a number of seconds.
    """
    due = Table.objects.filter(
        starts_at__lte=now + LOOK_AHEAD, closed_at__isnull=True, game__isnull=True
    )
    started = 0
    for table_id, starts_at in due.order_by("starts_at").values_list("pk", "starts_at"):
        assert starts_at is not None
        early = (starts_at - timezone.now()).total_seconds()
        if early > 0:
            sleep(early)
        started += _guarded(table_id)
    return started


def _guarded(table_id: int) -> bool:
    """Starts one table; one that fails is stopped and does not stall the others."""
    try:
        return start_table(table_id=table_id, now=timezone.now()) is not None
    except DatabaseError:
        logger.warning("table %s did not start, again at the next tick", table_id, exc_info=True)
    except Exception:  # whatever it is, the other tables start
        logger.exception("table %s cannot start", table_id)
        stop_countdown(table_id=table_id)
    return False

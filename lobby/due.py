"""Tables whose countdown ends, and bots whose wait does: found in the database at every tick."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime, timedelta

from django.conf import settings
from django.db import DatabaseError, InterfaceError, OperationalError
from django.db.models import Exists, OuterRef
from django.utils import timezone

from games.late import GRACE, Late
from lobby.models import Place, Table
from lobby.services.readiness import WAIT, bots_are_ready, start_by_itself
from lobby.services.starting import start_table, stop_countdown
from transport.refusals import Refused

logger = logging.getLogger(__name__)

LOOK_AHEAD = timedelta(seconds=0.5)
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


def late_starts(*, now: datetime) -> Late:
    """The tables whose game should have begun by now, and has not."""
    late = Table.objects.filter(
        starts_at__lte=now - GRACE, closed_at__isnull=True, game__isnull=True
    )
    return Late.of(late, "starts_at", now)


def make_bots_ready(*, now: datetime) -> int:
    """Lets the bots be ready that sat down ``BOTS_READY_AFTER`` seconds ago. Returns at how many
    tables."""
    waiting = Place.objects.filter(
        user__is_bot=True,
        ready=False,
        joined_at__lte=now - timedelta(seconds=settings.BOTS_READY_AFTER),
        table__closed_at__isnull=True,
        table__game__isnull=True,
    )
    done = 0
    for table_id in waiting.order_by("table_id").values_list("table_id", flat=True).distinct():
        try:
            bots_are_ready(table_id=table_id, now=now)
        except (Refused, DatabaseError) as error:  # closed since, or again at the next tick
            logger.info("bots at table %s wait on: %s", table_id, type(error).__name__)
        else:
            done += 1
    return done


def start_after_waiting(*, now: datetime) -> int:
    """Begins the countdown of tables that start by themselves and at which nobody has sat down
    for a while, with those who are there. Returns at how many."""
    gathering = Table.objects.filter(
        starts=Table.Starts.FULL, starts_at=None, closed_at=None, game=None
    )
    seated = Place.objects.filter(table=OuterRef("pk"), number__isnull=False)
    waiting = gathering.filter(
        Exists(seated.filter(joined_at__lte=now - WAIT)),
        ~Exists(seated.filter(joined_at__gt=now - WAIT)),
    )
    begun = 0
    for table_id in waiting.order_by("pk").values_list("pk", flat=True):
        try:
            begun += start_by_itself(table_id=table_id, now=now)
        except (Refused, DatabaseError) as error:  # too few so far, or again at the next tick
            logger.debug("table %s waits on: %s", table_id, type(error).__name__)
    return begun


def _guarded(table_id: int) -> bool:
    """Starts one table: a database that is busy or gone is left to the next tick, after any other
    fault the countdown is stopped. None stalls the other tables."""
    try:
        return start_table(table_id=table_id, now=timezone.now()) is not None
    except (OperationalError, InterfaceError):
        logger.warning("table %s did not start, again at the next tick", table_id, exc_info=True)
    except Exception:  # whatever it is, the other tables start
        logger.exception("table %s cannot start", table_id)
        stop_countdown(table_id=table_id)
    return False

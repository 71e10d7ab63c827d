"""The jobs of tables: starting games, making bots ready, closing and tidying up."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Exists, Min, OuterRef, QuerySet
from django.utils import timezone

from lobby.models import Place, Table
from lobby.services.closing import close_lapsed_offer, close_untouched_tables
from lobby.services.readiness import WAIT, bots_are_ready, start_by_itself
from lobby.services.starting import start_table, stop_countdown
from lobby.services.talking import prune_chat
from scheduler.jobs import Job, Queue, Skipped, periodic, register
from scheduler.late import GRACE, Late
from scheduler.rows import first_of, found_now, handle_each
from scheduler.transient import is_transient
from transport.refusals import Refused, fault_of

logger = logging.getLogger(__name__)


def first_start(until: datetime, skipped: Skipped) -> datetime | None:
    """When the first countdown ends, by ``until``."""
    return first_of(_counted_down(until), "starts_at", skipped)


def start_tables(now: datetime, skipped: Skipped) -> int:
    """Starts the games of tables whose countdown has ended; returns how many."""

    def start(table_id: int) -> bool:
        return start_table(table_id=table_id, now=timezone.now()) is not None

    tables = _counted_down(now).order_by("starts_at", "pk")
    return handle_each(tables, start, skipped, _cannot_start)


def late_starts(now: datetime) -> Late:
    """Tables whose game should have started by now and has not."""
    return Late.of(_counted_down(now - GRACE), "starts_at", now)


def first_ready(until: datetime, skipped: Skipped) -> datetime | None:
    """When the first bot has sat for long enough, by ``until``."""
    places = _bots_waiting().exclude(table_id__in=skipped)
    sat_since = places.aggregate(first=Min("joined_at"))["first"]
    ready_at = None if sat_since is None else sat_since + _wait()
    return None if ready_at is None or ready_at > until else ready_at


def make_bots_ready(now: datetime, skipped: Skipped) -> int:
    """Makes the bots ready that sat down ``BOTS_READY_AFTER`` seconds ago. Returns at how many
    tables."""

    def make_ready(table_id: int) -> bool:
        bots_are_ready(table_id=table_id, now=now)
        return True

    waiting = _bots_waiting().filter(joined_at__lte=now - _wait()).values("table_id")
    tables = Table.objects.filter(pk__in=waiting).order_by("pk")
    return handle_each(tables, make_ready, skipped, _bots_wait_on)


def first_waiting(_until: datetime, skipped: Skipped) -> datetime | None:
    """Tables that have waited for long enough start as soon as they are found."""
    return found_now(_waited(timezone.now()), skipped)


def start_after_waiting(now: datetime, skipped: Skipped) -> int:
    """Begins the countdown of tables that start by themselves and at which nobody has sat down
    for a while, with those who are there. Returns at how many."""

    def start(table_id: int) -> bool:
        return start_by_itself(table_id=table_id, now=now)

    return handle_each(_waited(now).order_by("pk"), start, skipped, _waits_on)


STARTS = Job("starts", Queue.TURNS, 1.0, first_start, start_tables, late_starts)
"""Starts games when the countdown of their table ends."""

READINESS = Job("bots' readiness", Queue.TURNS, 1.0, first_ready, make_bots_ready)
"""Makes bots ready that have sat at a table for a while: people come first."""

WAITING = Job("waiting tables", Queue.TURNS, 5.0, first_waiting, start_after_waiting)
"""Starts the countdown of tables that do not wait until all seats are taken."""


def first_lapse(until: datetime, skipped: Skipped) -> datetime | None:
    """When the first offer of a rematch goes away, by ``until``."""
    return first_of(_lapsed(until), "closes_at", skipped)


def close_lapsed_offers(now: datetime, skipped: Skipped) -> int:
    """Closes the tables of offers that were not taken up in time; returns how many."""

    def close(table_id: int) -> bool:
        return close_lapsed_offer(table_id=table_id, now=now)

    return handle_each(_lapsed(now).order_by("closes_at", "pk"), close, skipped, _waits_on)


OFFERS = Job("offers of rematches", Queue.BACKGROUND, 15.0, first_lapse, close_lapsed_offers)
"""Closes offers of a rematch that nobody took up in time."""

UNTOUCHED = periodic(
    "untouched tables", Queue.BACKGROUND, 600.0, lambda now: close_untouched_tables(now=now)
)
"""Closes tables that nobody has touched for a day."""

CHAT = periodic("chat at tables", Queue.BACKGROUND, 600.0, lambda now: prune_chat(now=now))
"""Deletes the chat of tables that have been over for a day."""


def register_jobs() -> None:
    """Registers the jobs of this app with the scheduler."""
    register(STARTS, READINESS, WAITING, OFFERS, UNTOUCHED, CHAT)


def _counted_down(now: datetime) -> QuerySet[Table]:
    return Table.objects.filter(starts_at__lte=now, closed_at__isnull=True, game__isnull=True)


def _lapsed(now: datetime) -> QuerySet[Table]:
    return Table.objects.filter(
        closes_at__lte=now, closed_at__isnull=True, game__isnull=True, starts_at__isnull=True
    )


def _waited(now: datetime) -> QuerySet[Table]:
    gathering = Table.objects.filter(
        starts=Table.Starts.FULL, starts_at=None, closed_at=None, game=None
    )
    seated = Place.objects.filter(table=OuterRef("pk"), number__isnull=False)
    return gathering.filter(
        Exists(seated.filter(joined_at__lte=now - WAIT)),
        ~Exists(seated.filter(joined_at__gt=now - WAIT)),
    )


def _bots_waiting() -> QuerySet[Place]:
    return Place.objects.filter(
        engine_plays=True, ready=False, table__closed_at__isnull=True, table__game__isnull=True
    )


def _wait() -> timedelta:
    return timedelta(seconds=settings.BOTS_READY_AFTER)


def _cannot_start(table_id: int, error: Exception) -> None:
    """A database that is busy or gone is left to the next tick, after any other fault the countdown
    is stopped."""
    if is_transient(error):
        logger.warning("table %s: %s, again at the next tick", table_id, type(error).__name__)
        return
    logger.error("table %s cannot start: %s", table_id, fault_of(error))
    stop_countdown(table_id=table_id)


def _waits_on(table_id: int, error: Exception) -> None:
    """There are too few so far, or the database is away: it is asked again at the next tick."""
    if isinstance(error, Refused) or is_transient(error):
        logger.debug("table %s waits on: %s", table_id, type(error).__name__)
    else:
        logger.error("table %s waits on: %s", table_id, fault_of(error))


def _bots_wait_on(table_id: int, error: Exception) -> None:
    """The table has closed since, as many games of bots alone run as may, or the database is away:
    they are asked again at the next tick."""
    if isinstance(error, Refused) or is_transient(error):
        logger.info("bots at table %s wait on: %s", table_id, type(error).__name__)
    else:
        logger.error("bots at table %s wait on: %s", table_id, fault_of(error))

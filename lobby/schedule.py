"""The jobs for tables, wishes and guests: starting games, making bots ready, closing tables,
matching wishes and ending them, deleting old chat and old games of guests."""

from __future__ import annotations

import logging
from dataclasses import replace
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Exists, Min, OuterRef, QuerySet
from django.utils import timezone

from games.models import Heartbeat, MemberPunctuality
from games.play.timer import can_choose
from games.schedule.outages import last_heard, people_can_choose
from lobby.models import Match, Place, Table, Wish
from lobby.services.closing import close_lapsed_offer, close_untouched_tables
from lobby.services.filling import fill_with_bots
from lobby.services.guests import delete_old_games, guests_with_old_games
from lobby.services.matching import ask_matches, dissolve, settle_lapsed
from lobby.services.readiness import (
    LAST_SEAT_TAKEN_AGO,
    bots_are_ready,
    free_seats_of_those_away,
    start_by_itself,
)
from lobby.services.reliability import leave_live_tables
from lobby.services.starting import start_table, stop_countdown
from lobby.services.talking import prune_chat
from lobby.services.wishing import end_wishes, tell_of_wishes
from scheduler.jobs import BATCH, GRACE, Job, Late, Queue, Skipped, periodic, register
from scheduler.rows import first_of, handle_each, rows_job
from transport.faults import is_transient
from transport.refusals import Refused, fault_of

logger = logging.getLogger(__name__)


def _counted_down(now: datetime) -> QuerySet[Table]:
    return Table.objects.filter(starts_at__lte=now, closed_at__isnull=True, game__isnull=True)


def _to_be_filled(now: datetime) -> QuerySet[Table]:
    return Table.objects.filter(fills_at__lte=now, closed_at__isnull=True, game__isnull=True)


def _asked_if_here(now: datetime) -> QuerySet[Table]:
    return Table.objects.filter(here_by__lte=now, closed_at__isnull=True, game__isnull=True)


def _lapsed(now: datetime) -> QuerySet[Table]:
    return Table.objects.filter(
        closes_at__lte=now, closed_at__isnull=True, game__isnull=True, starts_at__isnull=True
    )


def _wishes(until: datetime) -> QuerySet[Wish]:
    return Wish.objects.filter(due_at__lte=until)


def _answered(until: datetime) -> QuerySet[Match]:
    return Match.objects.filter(answer_by__lte=until)


def _waited(now: datetime) -> QuerySet[Table]:
    gathering = Table.objects.filter(
        starts=Table.Starts.FULL, starts_at=None, fills_at=None, here_by=None
    ).filter(closed_at=None, game=None)
    seated = Place.objects.filter(table=OuterRef("pk"), number__isnull=False)
    return gathering.filter(
        Exists(seated.filter(joined_at__lte=now - LAST_SEAT_TAKEN_AGO)),
        ~Exists(seated.filter(joined_at__gt=now - LAST_SEAT_TAKEN_AGO)),
    )


def _bots_waiting(since: datetime) -> QuerySet[Place]:
    return Place.objects.filter(
        user__is_bot=True,
        ready=False,
        table__closed_at__isnull=True,
        table__game__isnull=True,
        joined_at__lte=since,
    )


def _bots_ready_after() -> timedelta:
    return timedelta(seconds=settings.BOTS_READY_AFTER)


def _cannot_start(table_id: int, error: Exception) -> None:
    """Stops the countdown, unless the database is busy or down: then the next tick tries again."""
    if is_transient(error):
        logger.warning("table %s: %s, again at the next tick", table_id, type(error).__name__)
        return
    logger.error("table %s cannot start: %s", table_id, fault_of(error))
    stop_countdown(table_id=table_id)


def _waits_on(table_id: int, error: Exception) -> None:
    """Logs why a table was left as it is: too few players so far, or the database is down. The next
    tick tries again."""
    if isinstance(error, Refused) or is_transient(error):
        logger.debug("table %s waits on: %s", table_id, type(error).__name__)
    else:
        logger.error("table %s waits on: %s", table_id, fault_of(error))


def _bots_wait_on(table_id: int, error: Exception) -> None:
    """Logs why the bots are not ready: the table has closed, too many bots-only games are running,
    or the database is down. The next tick tries again."""
    if isinstance(error, Refused) or is_transient(error):
        logger.info("bots at table %s wait on: %s", table_id, type(error).__name__)
    else:
        logger.error("bots at table %s wait on: %s", table_id, fault_of(error))


def _cannot_begin(match_id: int, error: Exception) -> None:
    """Lets the wishes of a match wait on, unless the database is busy or down: then the next tick
    tries again."""
    if is_transient(error):
        logger.warning("match %s: %s, again at the next tick", match_id, type(error).__name__)
        return
    logger.error("the game of match %s cannot begin: %s", match_id, fault_of(error))
    dissolve(match_id=match_id, now=timezone.now())


def _while_people_can_answer(job: Job) -> Job:
    """The job, but it handles nothing while people can neither choose nor answer."""

    def handle(now: datetime, skipped: Skipped) -> int:
        return job.handle(now, skipped) if people_can_choose() else 0

    return replace(job, handle=handle)


def late_starts(now: datetime) -> Late:
    """Tables whose game should have started by now and has not."""
    return Late.of(_counted_down(now - GRACE), "starts_at", now)


def first_ready(until: datetime, skipped: Skipped) -> datetime | None:
    """When the next bot has sat long enough to be ready; None if not by ``until``."""
    places = _bots_waiting(until - _bots_ready_after()).exclude(table_id__in=skipped)
    sat_since = places.aggregate(first=Min("joined_at"))["first"]
    return None if sat_since is None else sat_since + _bots_ready_after()


def make_bots_ready(now: datetime, skipped: Skipped) -> int:
    """Makes bots ready that sat down at least ``BOTS_READY_AFTER`` seconds ago. Returns at how many
    tables."""

    def make_ready(table_id: int) -> bool:
        bots_are_ready(table_id=table_id, now=now)
        return True

    waiting = _bots_waiting(now - _bots_ready_after()).values("table_id")
    tables = Table.objects.filter(pk__in=waiting).order_by("pk")
    return handle_each(tables, make_ready, skipped, _bots_wait_on)


def _start(table_id: int, _now: datetime) -> bool:
    return start_table(table_id=table_id, now=timezone.now()) is not None


STARTS = rows_job(
    "starts",
    Queue.TURNS,
    1.0,
    _counted_down,
    _start,
    _cannot_start,
    at="starts_at",
    late=late_starts,
)
"""Starts games when the countdown of their table ends."""

READINESS = Job(
    "bots' readiness",
    Queue.TURNS,
    1.0,
    first_ready,
    make_bots_ready,
    due=lambda until: _bots_waiting(until - _bots_ready_after()),
)
"""Makes bots ready that have sat at a table for a while; the wait leaves people time to join."""

WAITING = rows_job(
    "waiting tables",
    Queue.TURNS,
    5.0,
    _waited,
    lambda table_id, now: start_by_itself(table_id=table_id, now=now),
    _waits_on,
)
"""Starts the countdown at tables that do not wait for all seats to be taken and at which nobody has
sat down for a while. The game is played by those who are there."""


FILLING = rows_job(
    "filled tables",
    Queue.TURNS,
    5.0,
    _to_be_filled,
    lambda table_id, now: fill_with_bots(table_id=table_id, now=now),
    _waits_on,
    at="fills_at",
)
"""Fills free seats with bots."""


HERE = _while_people_can_answer(
    rows_job(
        "players who are here",
        Queue.TURNS,
        1.0,
        _asked_if_here,
        lambda table_id, now: free_seats_of_those_away(table_id=table_id, now=now),
        _waits_on,
        at="here_by",
    )
)
"""Frees the seats of those who have not said in time that they are here, when their live game could
start."""


OFFERS = rows_job(
    "offers of rematches",
    Queue.BACKGROUND,
    15.0,
    _lapsed,
    lambda table_id, now: close_lapsed_offer(table_id=table_id, now=now),
    _waits_on,
    at="closes_at",
)
"""Closes the tables of expired offers of a rematch."""

UNTOUCHED = periodic(
    "untouched tables", Queue.BACKGROUND, 600.0, lambda now: close_untouched_tables(now=now)
)
"""Closes tables that nobody has touched for a day."""

CHAT = periodic("chat at tables", Queue.BACKGROUND, 600.0, lambda now: prune_chat(now=now))
"""Deletes the chat of tables that have been over for a day."""


def first_wish(until: datetime, skipped: Skipped) -> datetime | None:
    """When the next wish is to be compared with the others; None if not by ``until``."""
    return first_of(_wishes(until), "due_at", skipped)


def first_answer(until: datetime, skipped: Skipped) -> datetime | None:
    """When the time to answer ends for the next match; None if not by ``until``."""
    return first_of(_answered(until), "answer_by", skipped)


def settle_answers(now: datetime, skipped: Skipped) -> int:
    """Begins the games, or ends the matches, whose time to answer is over; returns how many.

    It claims no rows: :func:`settle_lapsed` takes the lock on all wishes, as answers do.
    """
    lapsed = _answered(now).exclude(pk__in=skipped)
    handled = 0
    for key in lapsed.order_by("answer_by", "pk").values_list("pk", flat=True)[:BATCH]:
        skipped.add(key)
        try:
            handled += settle_lapsed(match_id=key, now=now)
        except Exception as error:  # noqa: BLE001 one that fails must not stall the others
            _cannot_begin(key, error)
    return handled


def late_answers(now: datetime) -> Late:
    """Matches whose game should have begun by now and has not."""
    return Late.of(_answered(now - GRACE), "answer_by", now)


MATCHING = Job(
    "wishes",
    Queue.TURNS,
    1.0,
    first_wish,
    lambda now, _skipped: ask_matches(now=now),
    due=_wishes,
)
"""Asks members whose wishes for a game fit."""


def _to_tell_of(until: datetime) -> QuerySet[Wish]:
    return Wish.objects.free(until).filter(tell_at__lte=until)


TELLING = Job(
    "wishes to tell of",
    Queue.TURNS,
    5.0,
    lambda until, skipped: first_of(_to_tell_of(until), "tell_at", skipped),
    lambda now, _skipped: tell_of_wishes(now=now),
    due=_to_tell_of,
)
"""Finds wishes to play now for which nobody on the site fits, so that other members are told."""

ANSWERS = _while_people_can_answer(
    Job(
        "matches",
        Queue.TURNS,
        1.0,
        first_answer,
        settle_answers,
        late_answers,
        due=_answered,
    )
)
"""Begins games whose players have not all answered in time."""


def _end_wishes(now: datetime) -> None:
    if can_choose(last_heard(Heartbeat.Of.CHOICES), now):  # else nobody could say that they wait
        end_wishes(now=now)


ENDS_OF_WISHES = periodic("ends of wishes", Queue.BACKGROUND, 15.0, _end_wishes)
"""Ends wishes whose time is over, or whose member has left the page."""


def _leaving(_until: datetime) -> QuerySet[MemberPunctuality]:
    return MemberPunctuality.objects.filter(leaves_tables=True)


LEAVING = rows_job(
    "those who abandoned a game",
    Queue.TURNS,
    1.0,
    _leaving,
    lambda member_id, now: leave_live_tables(member_id=member_id, now=now),
    _waits_on,
)
"""Makes those who abandoned a live game leave the tables and wishes at which others wait."""


def _guest_stays(guest_id: int, error: Exception) -> None:
    """Logs why a guest was not deleted. The next tick tries again."""
    if not is_transient(error):
        logger.error("guest %s cannot be deleted: %s", guest_id, fault_of(error))


GUESTS = rows_job(
    "games of guests",
    Queue.BACKGROUND,
    600.0,
    guests_with_old_games,
    lambda guest_id, now: delete_old_games(guest_id=guest_id, now=now),
    _guest_stays,
)
"""Deletes the games of guests a day after their last choice."""


def register_jobs() -> None:
    """Registers the jobs of this app with the scheduler."""
    register(STARTS, READINESS, WAITING, FILLING, HERE, OFFERS, UNTOUCHED, CHAT)
    register(MATCHING, TELLING, ANSWERS, ENDS_OF_WISHES, LEAVING, GUESTS)

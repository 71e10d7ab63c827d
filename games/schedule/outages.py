"""Times when the club could not take choices or resolve turns: no player loses time by them.

Web processes report every second that choices can be taken, and each sweep reports that turns are
resolved. If either was not reported for long, the club was unavailable: all running clocks get the
time back, and nobody counts as absent in those turns. If choices could not be taken for a shorter
time, the clocks stay as they are, but nobody counts as absent either, and nobody becomes away for
it. While choices cannot be taken, turns end only in games of bots alone.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial

import psycopg
from django.db import DatabaseError, close_old_connections, connection, transaction
from django.utils import timezone

from games.models import Game, Heartbeat
from games.play.clock import PLAYER_AWAY_AFTER
from games.play.pause import go_on_after_outage
from games.play.presence import tell_after_outage
from games.play.rows import ActKind
from games.play.timer import CLUB_AWAY_AFTER, UNHEARD, can_choose
from games.schedule.giving_back import give_back, running_since
from games.store import aio
from games.store.presence import give_time_back
from games.store.sync import run_game
from transport import metrics
from transport.opening import entrance
from transport.refusals import fault_of

logger = logging.getLogger(__name__)

EVERY = timedelta(seconds=1)
"""How often each of the two is reported."""

SOON_AWAY = PLAYER_AWAY_AFTER / 2
"""After a short silence, time is given back only to players who would become away, or leave their
seats, within this time."""


HEARD = """UPDATE games_heartbeat SET at = %(asked)s
WHERE of = %(of)s AND at > %(since)s AND at <= %(until)s
"""
"""As SQL, because each process sends it every second: Django takes longer to write it than
PostgreSQL to carry it out."""


def beat(
    of: Heartbeat.Of, asked: datetime | None = None, again: Callable[[], object] | None = None
) -> None:
    """Records that the club takes choices, or resolves turns. If it had not for long, gives the
    clocks the time back. ``asked``: since when this has been tried; None for now. Choices that take
    long count as not taken. ``again`` reports the same once more, every second while games are told
    of an outage; None: this does."""
    asked = asked or timezone.now()
    if _was_heard_a_moment_ago(of, asked):
        return
    given: dict[int, timedelta] = {}
    heard_at = last_heard(of)
    ahead = heard_at is not None and heard_at - timezone.now() > UNHEARD  # the clock was set back
    if heard_at is not None and not ahead and asked - heard_at < EVERY * 0.9:
        return  # another process has just reported it
    with transaction.atomic():
        now = timezone.now()
        # Both rows are locked, so that an outage of both is given back only once.
        last = {row.of: row for row in Heartbeat.objects.select_for_update().order_by("of")}
        own = last.get(of)
        if own is None:
            Heartbeat.objects.create(of=of, at=asked)
            return
        if now - own.at > CLUB_AWAY_AFTER:
            given = give_back(own.at, now)
        elif of == Heartbeat.Of.CHOICES and now - own.at > UNHEARD:
            # Locked first, in the order in which all who lock several games do.
            marked = Game.objects.filter(running_since(own.at), excused=False).order_by("pk")
            keys = list(marked.select_for_update().values_list("pk", flat=True))
            Game.objects.filter(pk__in=keys).update(excused=True)
            # Presence comes after the games' rows, in the order in which runs lock them.
            give_time_back(own.at, now, due_by=now + SOON_AWAY)
        Heartbeat.objects.filter(of=of).update(at=max(asked, min(own.at, now)))
    _tell_all(given, again or partial(beat, of))


def _was_heard_a_moment_ago(of: Heartbeat.Of, asked: datetime) -> bool:
    """Records ``asked`` if the last record is so young that no clock can have lost time; returns
    whether it did. This is all that is needed as long as nothing breaks, so it is one statement."""
    since, until = timezone.now() - UNHEARD, asked - EVERY * 0.9
    with connection.cursor() as cursor:
        cursor.execute(HEARD, {"of": of, "asked": asked, "since": since, "until": until})
        return bool(cursor.rowcount == 1)


def last_heard(of: Heartbeat.Of) -> datetime | None:
    """Returns when this was last recorded; None if it never was."""
    return Heartbeat.objects.filter(of=of).values_list("at", flat=True).first()


def choices_heard_at() -> datetime | None:
    """Returns when choices were last known to be accepted; asked before anything ends a turn.

    The sweep that asks may have stood still since it reported that turns are resolved. If no worker
    has reported that for a moment, this reports it again, so that clocks get the time back before
    they are looked at. If another worker is just giving it back, this waits for that.
    """
    choices, turns = _both_heard()
    if turns is None or timezone.now() - turns <= UNHEARD:
        return choices
    beat(Heartbeat.Of.TURNS)
    return last_heard(Heartbeat.Of.CHOICES)


def people_can_choose() -> bool:
    """Whether people can choose and answer now, and have the time back in which they could not;
    asked before anything ends for which they had a time."""
    return can_choose(choices_heard_at(), timezone.now())


def heard_at_for_bots() -> datetime | None:
    """Like :func:`choices_heard_at`, but for workers of bots, which do not resolve turns and cannot
    report that they are resolved. If no worker has reported it for long, clocks are about to get
    that time back; this is then the time of the last report, so that no turn ends."""
    choices, turns = _both_heard()
    return choices if can_choose(turns, timezone.now()) else turns


def _both_heard() -> tuple[datetime | None, datetime | None]:
    heard = dict(Heartbeat.objects.values_list("of", "at"))
    return heard.get(Heartbeat.Of.CHOICES), heard.get(Heartbeat.Of.TURNS)


def _tell_all(given: Mapping[int, timedelta], again: Callable[[], object]) -> None:
    """Tells each of these games of an outage. With many games that takes longer than an outage
    must last, so it is reported meanwhile that there is none."""
    reported_at = timezone.now()
    for game_id, lost in given.items():
        _tell(game_id, lost)
        if not timedelta() <= timezone.now() - reported_at < EVERY:
            with suppress(DatabaseError):
                again()
            reported_at = timezone.now()


def _tell(game_id: int, lost: timedelta) -> None:
    """Sends a game's new deadline, by its calendar if it has one, to its pages. Logs the outage,
    unless the game's clock ran for too little of it to be noticed, as when a turn had just
    begun."""
    try:
        with run_game(game_id) as run:
            if run.game.is_over:
                return
            go_on_after_outage(run, lost)
            tell_after_outage(run)
            if lost > CLUB_AWAY_AFTER:
                run.log(ActKind.AWAY)
    except Exception as error:  # noqa: BLE001 its clock is right already; tell the others
        logger.error("game %s was not told of an outage: %s", game_id, fault_of(error))


def start_beating(loop: asyncio.AbstractEventLoop) -> None:
    """Starts the thread that reports for this process, whose event loop takes the choices. It runs
    as long as the loop."""
    threading.Thread(target=_beat_for_ever, args=[loop], name="heartbeat", daemon=True).start()


def _beat_for_ever(loop: asyncio.AbstractEventLoop) -> None:
    stored = True
    while not loop.is_closed():
        began = time.monotonic()
        before, stored = stored, report_choices(loop)
        if before and not stored:
            logger.warning("no heartbeat can be stored; clocks get this time back")
        metrics.flush(gauges=True)
        time.sleep(max(began + EVERY.total_seconds() - time.monotonic(), 0.0))


def report_choices(loop: asyncio.AbstractEventLoop) -> bool:
    """Records that this process can take choices. Returns whether it can; without a database it
    cannot. Called in a thread.

    The thread may run while the event loop is blocked, or so busy that choices wait for seconds. So
    the thread first has the event loop do what it would do for a choice.
    """
    try:
        asked = asyncio.run_coroutine_threadsafe(_try(timezone.now()), loop).result()
        close_old_connections()
        beat(Heartbeat.Of.CHOICES, asked, again=partial(report_choices, loop))
    except (DatabaseError, psycopg.Error):
        return False
    except Exception as error:  # noqa: BLE001 the heartbeat goes on as long as the process
        logger.error("the club's heartbeat failed: %s", fault_of(error))
        return False
    finally:
        close_old_connections()
    return True


async def _try(asked: datetime) -> datetime:
    """Does what is done for every choice. Returns ``asked``, or an earlier time if somebody has
    been waiting for a socket since then, because they cannot choose either."""
    await aio.answers()
    return min(asked, entrance.waits_since() or asked)

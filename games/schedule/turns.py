"""Resolves steps whose time is up: after the deadline and the grace, never before.

The turns of thousands of games may end at the same time of day. Games with short turns, whose
players are waiting at the board, come first; otherwise they would stand still until all the others
were resolved.
"""

from __future__ import annotations

from datetime import datetime
from functools import partial

from django.db.models import Case, Exists, F, OuterRef, Q, QuerySet, When
from django.utils import timezone

from games.models import Game, Seat, timed_turns
from games.play.clock import BOT_PATIENCE, QUICK_TURN
from games.play.game_transaction import Need
from games.play.timer import can_choose, grace
from games.play.turn_end import resolve_due_step
from games.schedule.failing import run_due
from games.schedule.outages import choices_heard_at
from scheduler.jobs import GRACE, Late, Skipped

NOBODY_WAITS = Case(
    When(timed_turns(lt=QUICK_TURN), then=False),
    default=True,
)
"""Whether a turn is long, so that resolving it a few seconds late does not matter."""

PEOPLE = Seat.objects.filter(game=OuterRef("pk"), engine_plays=False, left_why="")
"""The seats of a game on which somebody chooses, or their program."""


def first(until: datetime, skipped: Skipped) -> datetime | None:
    """Returns when the timer ends the first step, if by ``until``."""
    ends = Case(When(bots_due=None, then=F("deadline")), default=F("deadline") + BOT_PATIENCE)
    due = _over(until - grace()).exclude(pk__in=skipped)
    found = due.annotate(ends=ends).order_by("ends").values_list("ends", flat=True).first()
    return None if found is None else found + grace()


def handle(now: datetime, skipped: Skipped) -> int:
    """Resolves a batch of steps whose time is up, those of short turns first, then by deadline;
    returns how many. While nobody can choose, turns end only in games of bots alone."""
    heard_at = choices_heard_at()
    due = _over(now - grace()).order_by(NOBODY_WAITS, "deadline", "pk")
    if not can_choose(heard_at, timezone.now()):
        due = due.exclude(Exists(PEOPLE))
    resolve = partial(resolve_due_step, heard_at=heard_at)
    return len(run_due(due, resolve, skipped, needs=[Need.DAYS_OFF]))


def due(until: datetime) -> QuerySet[Game]:
    """Returns the running games whose step the timer ends by ``until``."""
    return _over(until - grace())


def late(now: datetime) -> Late:
    """Counts the running games whose step is overdue."""
    return Late.of(_over(now - grace() - GRACE), "deadline", now)


def _over(last: datetime) -> QuerySet[Game]:
    """Returns the running games whose deadline is not after ``last``. A game whose own bots have
    not chosen yet is left to them for another :data:`BOT_PATIENCE`."""
    had_time = Q(bots_due=None) | Q(deadline__lte=last - BOT_PATIENCE)
    return Game.objects.filter(had_time, status=Game.Status.RUNNING, deadline__lte=last)

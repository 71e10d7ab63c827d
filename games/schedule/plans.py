"""What seats have planned, sealed a little after their step has begun."""

from __future__ import annotations

from datetime import datetime

from django.db.models import QuerySet
from django.utils import timezone

from games.models import Game, Heartbeat
from games.play.plan import seal_due_plans
from games.play.timer import can_choose
from games.schedule.failing import note_failure
from games.schedule.outages import last_heard
from games.store.sync import run_games
from scheduler.jobs import BATCH, Skipped
from scheduler.late import GRACE, Late
from scheduler.rows import first_of


def first(until: datetime, skipped: Skipped) -> datetime | None:
    """When the first plans are due, by ``until``."""
    return first_of(_due(until), "plans_due", skipped)


def handle(now: datetime, skipped: Skipped) -> int:
    """Seals what is planned in a batch of games; returns in how many. While nobody can choose no
    turn ends, and so none by a plan."""
    if not can_choose(last_heard(Heartbeat.Of.CHOICES), timezone.now()):
        return 0
    due = _due(now).exclude(pk__in=skipped).order_by("plans_due", "pk")
    ran = run_games(due, seal_due_plans, most=BATCH)
    for game_id, error in ran.failed.items():
        skipped.add(game_id)
        note_failure(game_id, error)
    return len(ran.done)


def late(now: datetime) -> Late:
    """The running games whose plans should have been looked at by now, and have not."""
    return Late.of(_due(now - GRACE), "plans_due", now)


def _due(until: datetime) -> QuerySet[Game]:
    return Game.objects.filter(status=Game.Status.RUNNING, plans_due__lte=until)

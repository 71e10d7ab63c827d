"""Seals planned choices, a little after their step has begun."""

from __future__ import annotations

from datetime import datetime

from django.db.models import QuerySet
from django.utils import timezone

from games.models import Game
from games.play.plan import seal_due_plans
from games.play.timer import can_choose
from games.schedule.failing import run_due
from games.schedule.outages import choices_heard_at
from scheduler.jobs import GRACE, Late, Skipped
from scheduler.rows import first_of


def first(until: datetime, skipped: Skipped) -> datetime | None:
    """Returns when the first plans are due, if by ``until``."""
    return first_of(due(until), "plans_due", skipped)


def handle(now: datetime, skipped: Skipped) -> int:
    """Seals planned choices in a batch of games; returns in how many. While nobody can choose, no
    turn may end, so no plans are sealed either."""
    if not can_choose(choices_heard_at(), timezone.now()):
        return 0
    return len(run_due(due(now).order_by("plans_due", "pk"), seal_due_plans, skipped))


def late(now: datetime) -> Late:
    """Counts the running games whose plans are overdue."""
    return Late.of(due(now - GRACE), "plans_due", now)


def due(until: datetime) -> QuerySet[Game]:
    """The running games whose plans are due."""
    return Game.objects.filter(status=Game.Status.RUNNING, plans_due__lte=until)

"""Finds players who have had no page of their game open for a while."""

from __future__ import annotations

from datetime import datetime

from django.db.models import QuerySet
from django.utils import timezone

from games.models import Game, Heartbeat, Presence
from games.play.game_transaction import Need
from games.play.presence import look_for_players
from games.play.timer import can_choose
from games.schedule.failing import note_failure
from games.schedule.outages import last_heard
from games.store.sync import run_games
from scheduler.jobs import BATCH, Skipped


def first(until: datetime, skipped: Skipped) -> datetime | None:
    """Returns when the first seat is to be checked, if by ``until``."""
    due = _due(until, skipped).order_by("due_at")
    return due.values_list("due_at", flat=True).first()


def handle(now: datetime, skipped: Skipped) -> int:
    """Checks the seats that are due in a batch of games; returns in how many games there were any.
    While no page can be open, nobody counts as away."""
    if not can_choose(last_heard(Heartbeat.Of.CHOICES), timezone.now()):
        return 0
    due = Game.objects.filter(pk__in=_due(now, skipped).values("game"))
    ran = run_games(due.order_by("pk"), look_for_players, most=BATCH, needs=[Need.PRESENCE])
    for game_id, error in ran.failed.items():
        skipped.add(game_id)
        note_failure(game_id, error)
    return len(ran.done)


def _due(now: datetime, skipped: Skipped) -> QuerySet[Presence]:
    return Presence.objects.filter(due_at__lte=now).exclude(game__in=skipped)

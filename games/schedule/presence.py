"""Players who have had no page of their game open for a while."""

from __future__ import annotations

from datetime import datetime

from django.db.models import QuerySet
from django.utils import timezone

from games.models import Heartbeat, Presence
from games.schedule.failing import note_failure
from games.schedule.outages import last_heard
from games.services.presence import look_for_players
from games.services.timing import can_choose
from scheduler.jobs import BATCH, Skipped


def first(until: datetime, skipped: Skipped) -> datetime | None:
    """When the first seat is to be looked at, by ``until``."""
    due = _due(until, skipped).order_by("due_at")
    return due.values_list("due_at", flat=True).first()


def handle(now: datetime, skipped: Skipped) -> int:
    """Looks at the seats that are due, in a batch of games; returns in how many there were any.
    While no page can be open nobody is away."""
    if not can_choose(last_heard(Heartbeat.Of.CHOICES), timezone.now()):
        return 0
    games = _due(now, skipped).order_by("game").values_list("game_id", flat=True).distinct()
    handled = 0
    for game_id in list(games[:BATCH]):
        skipped.add(game_id)
        try:
            handled += look_for_players(game_id=game_id)
        except Exception as error:  # noqa: BLE001 one that fails must not stall the others
            note_failure(game_id, error)
    return handled


def _due(now: datetime, skipped: Skipped) -> QuerySet[Presence]:
    return Presence.objects.filter(due_at__lte=now).exclude(game__in=skipped)

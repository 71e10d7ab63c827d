"""Seats whose members have deleted their accounts, or lost them."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from games.models import Game, Seat
from games.schedule.failing import note_failure
from games.services.leaving import leave_for_former_members
from scheduler.jobs import Skipped
from scheduler.rows import found_now, handle_each


def first(_until: datetime, skipped: Skipped) -> datetime | None:
    """They leave as soon as they are found."""
    return found_now(_games(), skipped)


def handle(_now: datetime, skipped: Skipped) -> int:
    """Lets the seats of anyone who has deleted their account leave; returns in how many games."""

    def leave(game_id: Any) -> bool:
        return leave_for_former_members(game_id=game_id)

    return handle_each(_games().order_by("pk"), leave, skipped, note_failure)


def _games() -> QuerySet[Game]:
    gone = Q(user=None) | Q(user__is_active=False)
    seats = Seat.objects.filter(gone, left_why="", offered_why="", game=OuterRef("pk"))
    return Game.objects.filter(Exists(seats), status=Game.Status.RUNNING)

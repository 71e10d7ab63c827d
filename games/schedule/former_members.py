"""Makes the seats of deleted and deactivated accounts leave their games."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Exists, OuterRef, Q, QuerySet

from games.models import Game, Seat
from games.play.leave import leave_for_former_members
from games.schedule.failing import note_failure
from games.store.sync import run_game_if_free
from scheduler.jobs import Skipped
from scheduler.rows import found_now, handle_each


def first(_until: datetime, skipped: Skipped) -> datetime | None:
    """Returns a time long ago if there are such seats: they leave as soon as they are found."""
    return found_now(_games(), skipped)


def handle(_now: datetime, skipped: Skipped) -> int:
    """Makes the seats of deleted and deactivated accounts leave; returns in how many games."""

    return handle_each(_games().order_by("pk"), let_leave, skipped, note_failure)


def let_leave(game_id: int) -> bool:
    """Makes such seats of a game leave; returns whether there were any. Does nothing if somebody
    else has locked the game."""
    with run_game_if_free(game_id) as run:
        return run is not None and leave_for_former_members(run)


def _games() -> QuerySet[Game]:
    gone = Q(user=None) | Q(user__is_active=False)
    seats = Seat.objects.filter(gone, left_why="", offered_why="", game=OuterRef("pk"))
    return Game.objects.filter(Exists(seats), status=Game.Status.RUNNING)

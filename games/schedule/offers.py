"""Ends offers of seats that nobody has taken over in time."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Exists, OuterRef, QuerySet

from games.models import Game, Seat
from games.play.leave import end_offers
from games.schedule.failing import note_failure
from games.store.sync import run_game_if_free
from scheduler.jobs import Skipped
from scheduler.rows import handle_each


def first(until: datetime, skipped: Skipped) -> datetime | None:
    """Returns when the first offer ends, if by ``until``."""
    due = _due(until).exclude(game__in=skipped).order_by("offered_until")
    return due.values_list("offered_until", flat=True).first()


def handle(now: datetime, skipped: Skipped) -> int:
    """Makes such seats leave in a batch of games; returns in how many games there were any."""
    games = Game.objects.filter(Exists(_due(now).filter(game=OuterRef("pk"))))
    return handle_each(games.order_by("pk"), end_offers_of, skipped, note_failure)


def end_offers_of(game_id: int) -> bool:
    """Makes a game's seats leave whose offers have ended; returns whether there were any. Does
    nothing if somebody else has locked the game."""
    with run_game_if_free(game_id) as run:
        return run is not None and end_offers(run)


def _due(until: datetime) -> QuerySet[Seat]:
    """Returns the overdue offers, but not those of paused games: these wait until the game
    resumes."""
    return Seat.objects.filter(offered_until__lte=until, game__status=Game.Status.RUNNING)

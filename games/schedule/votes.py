"""Votes whose time is up, and pauses that the players have agreed on and that are over."""

from __future__ import annotations

from datetime import datetime

from django.db.models import QuerySet

from games.models import Game
from games.schedule.failing import note_failure
from games.services import voting
from games.services.batches import Act, run_games
from scheduler.jobs import BATCH, Skipped
from scheduler.rows import first_of


def first_vote(until: datetime, skipped: Skipped) -> datetime | None:
    """When the first vote ends, by ``until``."""
    return first_of(_voting(until), "vote_ends_at", skipped)


def end_votes(now: datetime, skipped: Skipped) -> int:
    """Ends a batch of votes; returns how many."""
    return _each(_voting(now), voting.end_decided_vote, skipped)


def first_pause(until: datetime, skipped: Skipped) -> datetime | None:
    """When the first pause is over, by ``until``."""
    return first_of(_paused(until), "resumes_at", skipped)


def end_pauses(now: datetime, skipped: Skipped) -> int:
    """Lets a batch of games go on; returns how many."""
    return _each(_paused(now), voting.end_pause, skipped)


def _each(games: QuerySet[Game], act: Act, skipped: Skipped) -> int:
    due = games.exclude(pk__in=skipped).order_by("pk")
    ran = run_games(due, act, most=BATCH)
    for game_id, error in ran.failed.items():
        skipped.add(game_id)
        note_failure(game_id, error)
    return len(ran.done)


def _voting(until: datetime) -> QuerySet[Game]:
    return Game.objects.filter(vote_ends_at__lte=until)


def _paused(until: datetime) -> QuerySet[Game]:
    return Game.objects.filter(resumes_at__lte=until)

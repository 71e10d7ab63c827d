"""Ends votes whose time is up, and pauses that the players agreed on."""

from __future__ import annotations

from datetime import datetime

from django.db.models import QuerySet

from games.models import Game
from games.play import vote
from games.play.game_transaction import Need
from games.play.settings import VoteOn
from games.schedule.failing import run_due
from games.schedule.outages import people_can_choose
from games.store.starting import bot_member
from games.store.sync import Act
from scheduler.jobs import BATCH, Skipped
from scheduler.rows import first_of


def first_vote(until: datetime, skipped: Skipped) -> datetime | None:
    """Returns when the first vote ends, if by ``until``."""
    return first_of(ending(until), "vote_ends_at", skipped)


def end_votes(now: datetime, skipped: Skipped) -> int:
    """Ends a batch of votes; returns how many. While nobody can vote, none ends."""
    if not people_can_choose():
        return 0
    _add_bots(ending(now).exclude(pk__in=skipped))
    return _each(ending(now), vote.end_decided_vote, skipped)


def first_pause(until: datetime, skipped: Skipped) -> datetime | None:
    """Returns when the first pause ends, if by ``until``."""
    return first_of(paused(until), "resumes_at", skipped)


def end_pauses(now: datetime, skipped: Skipped) -> int:
    """Resumes a batch of games; returns how many."""
    return _each(paused(now), vote.end_pause, skipped)


def _each(games: QuerySet[Game], act: Act, skipped: Skipped) -> int:
    needs = [Need.HOLDERS, Need.BOTS]
    return len(run_due(games.order_by("pk"), act, skipped, needs=needs))


def _add_bots(games: QuerySet[Game]) -> None:
    """Adds a bot member to the club for each game that votes on a bot, if no free one is left."""
    for game in games.filter(votes__open__about=VoteOn.BOT).order_by("pk")[:BATCH]:
        taken = game.seats.exclude(user=None).values_list("user_id", flat=True)
        bot_member(game.engine, list(taken))


def ending(until: datetime) -> QuerySet[Game]:
    """The games whose open vote ends by ``until``."""
    return Game.objects.filter(vote_ends_at__lte=until)


def paused(until: datetime) -> QuerySet[Game]:
    """The games whose agreed pause ends by ``until``."""
    return Game.objects.filter(resumes_at__lte=until)

"""Abandoned games: which they are, and the reason that the log gives.

Bots never stop playing. They would cost the club computing time and clutter its lists.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Exists, F, OuterRef, Q, QuerySet

from games.models import Game, Seat, timed_turns
from games.play.moderate import cancel_abandoned
from games.play.rows import GOING_ON, AbandonedWhy
from games.schedule.failing import note_failure
from games.store.sync import run_game


@dataclass(frozen=True)
class Rule:
    """Which running games are abandoned, and why. ``count``: the steps or days in the reason; None
    if it names none."""

    holds: Q
    reason: AbandonedWhy
    count: int | None = None

    def games(self) -> QuerySet[Game]:
        """Returns the running games that match the rule."""
        return Game.objects.filter(self.holds, status=Game.Status.RUNNING)


def cancel_abandoned_games(now: datetime) -> int:
    """Cancels every running game that matches a rule; returns how many."""
    return sum(
        _cancel(game_id, rule)
        for rule in rules(now)
        for game_id in rule.games().values_list("pk", flat=True)
    )


def _cancel(game_id: int, rule: Rule) -> bool:
    try:
        with run_game(game_id) as run:
            if not rule.games().filter(pk=game_id).exists():
                return False  # somebody has played since
            cancel_abandoned(run, rule.reason, rule.count)
            return True
    except Exception as error:  # noqa: BLE001 one broken game must not stall the others
        note_failure(game_id, error)
        return False


def games_of_bots_alone() -> QuerySet[Game]:
    """Returns unfinished games with only bots left; those that have been so for longest come
    first."""
    games = Game.objects.filter(bots_alone=True, status__in=GOING_ON)
    return games.order_by("last_person_at", "pk")


def rules(now: datetime) -> Iterator[Rule]:
    """Yields the rules by which games are abandoned at this time."""
    seats = Seat.objects.filter(game=OuterRef("pk"))
    people = Q(Exists(seats.exclude(user__is_bot=True)))
    bots = Q(Exists(seats.filter(user__is_bot=True, left_why="")))
    steps = settings.BOTS_ALONE_STEPS
    yield Rule(
        Q(bots_alone=True, step__gte=F("last_person_step") + steps),
        AbandonedWhy.BOTS_ALONE,
        steps,
    )
    steps = settings.NOBODY_CHOSE_STEPS
    yield Rule(
        people & Q(step__gte=F("last_person_step") + steps),
        AbandonedWhy.NOBODY_CHOSE_TURNS,
        steps,
    )
    days = timedelta(days=settings.NOBODY_CHOSE_DAYS)
    # If a turn itself takes days, absences and steps show that nobody plays any more.
    most_of_a_turn = days / 4
    patient = Q(settings__patience_seconds__gt=int(most_of_a_turn.total_seconds()))
    untimed = Q(settings__turn_seconds=None) & ~patient
    quick = untimed | timed_turns(lte=most_of_a_turn)
    yield Rule(
        bots & Q(last_person_at__lte=now - days) & (Q(bots_alone=True) | quick),
        AbandonedWhy.NOBODY_CHOSE_DAYS,
        days.days,
    )
    most = settings.BOTS_ALONE_IN_CLUB
    kept = games_of_bots_alone().values_list("pk", flat=True)[:most]
    yield Rule(
        people & Q(bots_alone=True) & ~Q(pk__in=list(kept)),
        AbandonedWhy.ENOUGH_OF_BOTS,
    )

"""What workers do at each tick."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from django.utils import timezone

from games.models import Game
from games.play.game_transaction import Need
from games.play.turn_end import resolve_due_step
from games.schedule import abandoned, seats
from games.schedule.jobs import BOTS, PLANS, TURNS
from games.store.sync import run_game_if_free
from scheduler.sweeping import sweep

LOOK_AHEAD = timedelta(seconds=0.25)


def resolve_due_turns(*, sleep: Callable[[float], None]) -> int:
    """Resolves every step that is due before the next tick; returns how many."""
    return sweep([TURNS], ahead=LOOK_AHEAD, sleep=sleep)


def resolve_if_due(game: Game) -> bool:
    """Does what a worker does with a game found to be due; returns whether it resolved a step."""
    with run_game_if_free(game.pk, [Need.DAYS_OFF]) as run:
        return run is not None and resolve_due_step(run)


def play_due_bots(*, ahead: float = 0, sleep: Callable[[float], None] | None = None) -> int:
    """Lets the bots that are due choose; returns for how many games."""
    return sweep([BOTS], ahead=timedelta(seconds=ahead), sleep=sleep or never)


def use_due_plans() -> int:
    """Seals the plans that are due; returns in how many games."""
    return sweep([PLANS], ahead=timedelta(), sleep=never)


def take_out_former_members(*, now: datetime) -> int:
    """Takes former members out of their games; returns out of how many games."""
    return seats.let_former_members_leave(now, set())


def look_for_players() -> int:
    """Checks the players whose presence is due; returns in how many games."""
    return seats.check_presence(timezone.now(), set())


def cancel_abandoned_games(*, now: datetime) -> int:
    """Cancels abandoned games; returns how many."""
    return abandoned.cancel_abandoned_games(now)


def never(seconds: float) -> None:
    """Fails the test: nothing should wait."""
    raise AssertionError(f"it holds for {seconds} s")

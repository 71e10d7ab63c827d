"""Resolving a step whose time is up."""

from __future__ import annotations

from datetime import datetime, timedelta

from games.play.bots import seal_at_once
from games.play.clock import BOT_PATIENCE
from games.play.game_transaction import GameTransaction
from games.play.resolve import resolve, time_is_up
from games.play.rows import Cause
from games.play.timer import grace, may_end, put_off_end


def resolve_due_step(run: GameTransaction, heard_at: datetime | None = None) -> bool:
    """Resolves the run's next step if its time is up by more than the grace, or postpones its end;
    returns whether it did either. The deadline then is another one, so two calls never resolve a
    step twice.

    Bots are never absent: if the game's own bots still owe a choice, the step waits for them for
    :data:`BOT_PATIENCE`, and then something legal is chosen for them at once.

    ``heard_at``: when a web process was last known to take choices. If that is long before the
    deadline, the turn makes nobody absent. If it is too long ago, no turn of people ends: it is
    about to get that time back.
    """
    patience = timedelta() if run.game.bots_due is None else BOT_PATIENCE
    if not time_is_up(run, grace() + patience) or not may_end(run, heard_at):
        return False
    if not put_off_end(run, heard_at):
        seal_at_once(run)
        resolve(run, Cause.TIMER)
    return True

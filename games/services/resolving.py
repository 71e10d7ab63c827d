"""Resolving a step whose time is up."""

from __future__ import annotations

from datetime import datetime, timedelta

from games.core.clock import BOT_PATIENCE
from games.core.resolving import time_is_up
from games.services.bots import seal_at_once
from games.services.running import run_game_if_free
from games.services.timing import grace, resolve_by_timer


def resolve_due_step(*, game_id: int, step: int, heard_at: datetime | None = None) -> bool:
    """Resolves ``step`` of the game where its time is up by more than the grace; says whether it
    did.

    Bots are never absent: where the game's own bots still owe a choice, the step waits for them
    for :data:`BOT_PATIENCE`, and then something legal is chosen for them at once.

    ``heard_at``: when a web process was last known to take choices. Where that is long before
    the deadline, the turn makes nobody absent. May be called twice, late or by two workers: only
    one call resolves the step. Does nothing where somebody else has the game locked.
    """
    with run_game_if_free(game_id) as run:
        if run is None or run.game.next_step != step:
            return False
        patience = timedelta() if run.game.bots_due is None else BOT_PATIENCE
        if not time_is_up(run, grace() + patience):
            return False
        seal_at_once(run)
        return resolve_by_timer(run, heard_at)

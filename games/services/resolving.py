"""Resolving a step whose time is up."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings

from games.core.resolving import resolve_if_due
from games.services.running import run_game_if_free

UNHEARD = timedelta(seconds=2)
"""Silence of the web processes before a deadline after which choices may not have been taken:
two of their beats."""


def grace() -> timedelta:
    """How long after its deadline the timer ends a step, so that choices under way are in."""
    return timedelta(milliseconds=settings.TURN_GRACE)


def resolve_due_step(*, game_id: int, step: int, heard_at: datetime | None = None) -> bool:
    """Resolves ``step`` of the game where its time is up by more than the grace; says whether it
    did.

    ``heard_at``: when a web process was last known to take choices. Where that is long before
    the deadline, the turn makes nobody absent. May be called twice, late or by two workers: only
    one call resolves the step. Does nothing where somebody else has the game locked.
    """
    with run_game_if_free(game_id) as run:
        if run is None or run.game.next_step != step:
            return False
        if run.game.deadline is not None and heard_at is not None:
            run.game.excused |= run.game.deadline - heard_at > UNHEARD
        return resolve_if_due(run, grace())

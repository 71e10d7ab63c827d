"""Resolving a step whose time is up."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings

from games.core.resolving import resolve_if_due
from games.services.running import run_game_if_free


def grace() -> timedelta:
    """How long after its deadline the timer ends a step, so that choices under way are in."""
    return timedelta(milliseconds=settings.TURN_GRACE)


def resolve_due_step(*, game_id: int, step: int) -> bool:
    """Resolves ``step`` of the game where its time is up by more than the grace; says whether it
    did.

    May be called twice, late or by two workers: only one call resolves the step. Does nothing
    where somebody else has the game locked.
    """
    with run_game_if_free(game_id) as run:
        if run is None or run.game.next_step != step:
            return False
        return resolve_if_due(run, grace())

"""What the timer does to a step whose time is up, whoever finds it."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings

from games.core.resolving import resolve_if_due
from games.core.run import Run

UNHEARD = timedelta(seconds=2)
"""Silence of the web processes before a deadline after which choices may not have been taken:
two of their beats."""


def grace() -> timedelta:
    """How long after its deadline the timer ends a step, so that choices under way are in."""
    return timedelta(milliseconds=settings.TURN_GRACE)


def resolve_by_timer(run: Run, heard_at: datetime | None) -> bool:
    """Resolves the next step where its time is up by more than the grace; says whether it did.

    ``heard_at``: when a web process was last known to take choices. Where that is long before
    the deadline, the turn makes nobody absent.
    """
    if run.game.deadline is not None and heard_at is not None:
        run.game.excused |= run.game.deadline - heard_at > UNHEARD
    return resolve_if_due(run, grace())

"""Scheduled jobs: warning players, sending notices, and deleting old ones."""

from __future__ import annotations

import logging
from datetime import datetime
from functools import partial
from typing import Any

from django.db.models import QuerySet

from games.models import Game
from games.store.sync import run_games
from notices.channels import OutgoingChannel, all_channels
from notices.hooks.sending import CALLS
from notices.models import TurnWarning
from notices.push.sending import DEVICES_AGAIN
from notices.services.reading import prune_notices
from notices.services.sending import LEASE, first_due, send_due, waiting_notices
from notices.services.warning import plan_warnings, unplanned, warn
from scheduler.jobs import BATCH, Job, Queue, Skipped, periodic, register
from scheduler.rows import found_now
from transport.refusals import fault_of

logger = logging.getLogger(__name__)


def first_warning(until: datetime, skipped: Skipped) -> datetime | None:
    """When the first warning is due, if by ``until``."""
    due = _due(until, skipped).order_by("due_at")
    return due.values_list("due_at", flat=True).first()


def give_warnings(now: datetime, skipped: Skipped) -> int:
    """Warns the players of a batch of games; returns the number of games."""
    due = _due(now, skipped).order_by().values("game")
    ran = run_games(Game.objects.filter(pk__in=due).order_by("pk"), warn, most=BATCH)
    for game_id, error in ran.failed.items():
        skipped.add(game_id)
        logger.warning("players of game %s were not warned: %s", game_id, fault_of(error))
    return len(ran.done)


def _due(until: datetime, skipped: Skipped) -> QuerySet[TurnWarning]:
    due = TurnWarning.objects.filter(due_at__lte=until).exclude(game__in=skipped)
    return due.exclude(game__status=Game.Status.PAUSED)


WARNINGS = Job(
    "warnings",
    Queue.BACKGROUND,
    15.0,
    first_warning,
    give_warnings,
    due=lambda until: _due(until, set()),
)
"""Warns players who have not chosen that their time is running out."""

PLANS = Job(
    "plans of warnings",
    Queue.BACKGROUND,
    15.0,
    lambda _until, skipped: found_now(unplanned(), skipped),
    lambda _now, _skipped: plan_warnings(),
    due=lambda _until: unplanned(),
)
"""Plans the warnings of new turns for players who want to be warned early."""

READ_LONG_AGO = periodic(
    "read notices", Queue.BACKGROUND, 600.0, lambda now: prune_notices(now=now)
)
"""Deletes notices that were read long ago."""


def sending_by(out: OutgoingChannel[Any]) -> Job:
    """The job that sends notices by a channel, to a batch of members at a time."""
    return Job(
        f"notices by {out.channel.value}",
        Queue.SENDING,
        out.every,
        partial(first_due, out),
        partial(send_due, out),
        longest=LEASE.total_seconds(),
        due=partial(waiting_notices, out),
    )


def register_jobs() -> None:
    """Registers the jobs of this app with the scheduler."""
    senders = map(sending_by, all_channels())
    register(PLANS, WARNINGS, READ_LONG_AGO, DEVICES_AGAIN, CALLS, *senders)

"""The jobs that rate games which have ended."""

from __future__ import annotations

import logging
from datetime import datetime

from ratings.models import BotGameToRate
from ratings.services.bots import LOCK, rate_bots
from ratings.services.rating import ladders_with_work, rate_waiting, work
from scheduler.jobs import BATCH, LONG_AGO, Job, Queue, Skipped, register
from transport.refusals import fault_of

logger = logging.getLogger(__name__)


def first_waiting(_until: datetime, skipped: Skipped) -> datetime | None:
    """:data:`LONG_AGO` if a game that has ended is not rated yet."""
    return LONG_AGO if set(ladders_with_work()) - skipped else None


def rate_batch(_now: datetime, skipped: Skipped) -> int:
    """Rates the first waiting games of each ladder; returns how many. Leaves a ladder to the next
    sweep if another worker has locked it or rating it fails."""
    handled = 0
    for ladder in sorted(set(ladders_with_work()) - skipped):
        try:
            rated = rate_waiting(ladder, most=BATCH)
        except Exception as error:  # noqa: BLE001 one ladder that fails must not stall the others
            skipped.add(ladder)
            logger.error("games of %s were not rated: %s", ladder, fault_of(error))
            continue
        if not rated:
            skipped.add(ladder)
        handled += rated or 0
    return handled


RATINGS = Job(
    "ratings", Queue.BACKGROUND, 2.0, first_waiting, rate_batch, due=lambda _until: work()
)
"""Rates games in the order in which they ended."""


def first_of_bots(_until: datetime, skipped: Skipped) -> datetime | None:
    """:data:`LONG_AGO` if a game with bots has ended and is not rated yet."""
    return LONG_AGO if not skipped and BotGameToRate.objects.exists() else None


def rate_bots_batch(_now: datetime, skipped: Skipped) -> int:
    """Rates bots by the first recorded games; returns how many. Leaves them to the next sweep if
    another worker rates bots."""
    rated = rate_bots(most=BATCH)
    if not rated:
        skipped.add(LOCK)
    return rated or 0


RATINGS_OF_BOTS = Job(
    "ratings of bots",
    Queue.BACKGROUND,
    15.0,
    first_of_bots,
    rate_bots_batch,
    due=lambda _until: BotGameToRate.objects.all(),
)
"""Rates the server's bots by their games with people."""


def register_jobs() -> None:
    """Registers the jobs of this app with the scheduler."""
    register(RATINGS, RATINGS_OF_BOTS)

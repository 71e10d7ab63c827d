"""The job that rates games which have ended."""

from __future__ import annotations

import logging
from datetime import datetime

from ratings.services.rating import ladders_with_work, rate_waiting
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


RATINGS = Job("ratings", Queue.BACKGROUND, 2.0, first_waiting, rate_batch)
"""Rates games in the order in which they ended."""


def register_jobs() -> None:
    """Registers the jobs of this app with the scheduler."""
    register(RATINGS)

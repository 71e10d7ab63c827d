"""The job that deletes the games of guests who have not come back."""

from __future__ import annotations

import logging
from datetime import datetime

from django.utils import timezone

from lobby.services.guests import delete_old_games, guests_with_old_games
from scheduler.jobs import Job, Queue, Skipped
from scheduler.rows import found_now, handle_each
from scheduler.sweeping import is_transient
from transport.refusals import fault_of

logger = logging.getLogger(__name__)


def first_guest(_until: datetime, skipped: Skipped) -> datetime | None:
    """A time long past if a guest has games that are no longer kept; else None."""
    return found_now(guests_with_old_games(timezone.now()), skipped)


def forget_guests(now: datetime, skipped: Skipped) -> int:
    """Deletes the games of guests who have not come back; returns of how many guests."""

    def forget(guest_id: int) -> bool:
        return delete_old_games(guest_id=guest_id, now=now)

    return handle_each(guests_with_old_games(now), forget, skipped, _guest_stays)


GUESTS = Job(
    "games of guests",
    Queue.BACKGROUND,
    600.0,
    first_guest,
    forget_guests,
    due=guests_with_old_games,
)
"""Deletes the games of guests a day after their last choice."""


def _guest_stays(guest_id: int, error: Exception) -> None:
    """Logs why a guest was not deleted. The next tick tries again."""
    if not is_transient(error):
        logger.error("guest %s cannot be deleted: %s", guest_id, fault_of(error))

"""What beat calls."""

from __future__ import annotations

from datetime import timedelta

from celery import shared_task

from scheduler.kinds import kinds_of
from scheduler.sweeping import LATE_TICK, sweep


@shared_task(ignore_result=True)
def sweep_for(queue: str, every: float) -> None:
    """Handles what is due of the kinds in this queue that are swept for this often."""
    sweep(kinds_of(queue, every), ahead=timedelta(seconds=every) + LATE_TICK)

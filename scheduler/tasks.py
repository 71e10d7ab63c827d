"""The task that beat sends."""

from __future__ import annotations

from datetime import timedelta

from celery import shared_task

from scheduler.jobs import jobs_of
from scheduler.sweeping import LATE_TICK, sweep


@shared_task(ignore_result=True)
def sweep_for(queue: str, every: float) -> None:
    """Sweeps once for the jobs with this queue and interval."""
    sweep(jobs_of(queue, every), ahead=timedelta(seconds=every) + LATE_TICK)

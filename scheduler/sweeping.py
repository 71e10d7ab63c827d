"""One sweep: handles due things, none before its time.

1. Ask every job when its first thing is due.
2. If that is now, claim and handle a batch.
3. If nothing is due yet, sleep until the first thing is; if nothing will be due before the next
   tick, stop.

A sweep looks ahead until the next tick, so that things are handled when they are due rather than at
the tick after it. Any number of sweeps may run at the same time: each thing is claimed by one.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

from celery import shared_task
from django.db import DatabaseError
from django.utils import timezone

from scheduler.jobs import BATCH, Job, Skipped, jobs_of, jobs_with_work
from transport import metrics
from transport.faults import is_transient
from transport.refusals import fault_of

logger = logging.getLogger(__name__)

LATE_TICK = timedelta(seconds=0.25)
"""How far beyond the next tick a sweep looks ahead, because that tick may be late."""

MOST_AHEAD = timedelta(seconds=1) + LATE_TICK
"""The furthest that any sweep looks ahead."""

LOOK_AGAIN = timedelta(seconds=0.02)
"""How long a sweep waits if other workers have locked everything that is due. If it stopped, no
worker would be left for what is due next."""

OVERTIME = timedelta(seconds=5)
"""How long a sweep goes on after its end while it finds full batches. The next tick starts another
worker, which shares the work."""


@shared_task(ignore_result=True)
def sweep_for(queue: str, every: float) -> None:
    """The task that beat sends: sweeps once for the jobs with this queue and interval that have
    something to do."""
    try:
        jobs = jobs_with_work(queue, every, end_of_sweep(every))
    except DatabaseError as error:
        logger.warning("it is not known what is due: %s", type(error).__name__)
        jobs = jobs_of(queue, every)
    sweep(jobs, ahead=timedelta(seconds=every) + LATE_TICK)
    metrics.flush()


def end_of_sweep(every: float) -> datetime:
    """Returns the time until which a sweep looks ahead that begins now."""
    return timezone.now() + min(timedelta(seconds=every) + LATE_TICK, MOST_AHEAD)


def sweep(
    jobs: Sequence[Job], *, ahead: timedelta, sleep: Callable[[float], None] | None = None
) -> int:
    """Handles everything in these jobs that is due within ``ahead`` from now; returns how many
    things.

    A job that fails is left to the next sweep and stops no other. ``sleep`` waits for a number of
    seconds.
    """
    swept = [_Swept(job) for job in jobs]
    began = timezone.now()
    ends = began + min(ahead, MOST_AHEAD)
    handled = 0
    while True:
        now = timezone.now()
        if now < began:  # the clock was set back, and ``ends`` may be hours ahead
            return handled
        counts = [each.handle_what_is_due(now, max(ends, now)) for each in swept]
        handled += sum(counts)
        if timezone.now() >= ends + (OVERTIME if max(counts, default=0) >= BATCH else timedelta()):
            return handled
        if not any(count for count, each in zip(counts, swept) if not each.job.once):
            coming = [each.next_at for each in swept if each.next_at is not None]
            if not coming:
                return handled
            pause = min(coming) - timezone.now()
            if pause <= MOST_AHEAD:  # else the clock was set back
                (sleep or time.sleep)(max(pause.total_seconds(), 0.0))


class _Swept:
    """A job in one sweep. ``next_at``: when its next thing is due; None if none was found."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self.skipped: Skipped = set()
        self.stopped = False
        self.next_at: datetime | None = None

    def handle_what_is_due(self, now: datetime, until: datetime) -> int:
        """Handles a batch that is due by now, or finds out when the next thing is due."""
        if self.stopped:
            return 0
        try:
            return self._handle(now, until)
        except Exception as error:  # noqa: BLE001 one job that fails must not stall the others
            if is_transient(error):
                logger.warning(
                    "%s: %s, again at the next tick", self.job.name, type(error).__name__
                )
            else:
                logger.error("%s failed: %s", self.job.name, fault_of(error))
            self._stop()
            return 0

    def _handle(self, now: datetime, until: datetime) -> int:
        self.next_at = self.job.first(until, self.skipped)
        if self.next_at is None or self.next_at > now:
            return 0
        known = len(self.skipped)
        handled = self.job.handle(now, self.skipped)
        if not handled and len(self.skipped) == known:
            self.next_at = now + LOOK_AGAIN  # others have locked all of it
        elif self.job.once:
            self._stop()
        return handled

    def _stop(self) -> None:
        self.stopped, self.next_at = True, None

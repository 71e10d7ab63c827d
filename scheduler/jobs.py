"""The jobs that apps register with the scheduler, and how late their work is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from functools import cache
from typing import Any, Self

from django.db.models import Count, Min, QuerySet

from database.queries import NOW, Compiled, compiled


class Queue(StrEnum):
    """The workers that handle a job. Each queue has workers of its own, so that none waits for
    another's work."""

    TURNS = "turns"
    """Work that people wait for."""
    BOTS = "bots"
    """The choices of bots."""
    LOOKING_AHEAD = "looking-ahead"
    """The choices of bots in games with one that looks ahead. Its workers run at low priority."""
    SENDING = "sending"
    """Requests to other servers, which may not answer."""
    BACKGROUND = "background"
    """Work that may be slow or late."""


Skipped = set[Any]
"""Keys that this sweep skips: failed, or locked by another worker."""

LONG_AGO = datetime.min.replace(tzinfo=UTC)
"""The time of things that are due as soon as they are found."""

BATCH = 16
"""How many due things a sweep claims at a time."""

GRACE = timedelta(seconds=1)
"""Anything handled within this time after it was due is not late."""


@dataclass(frozen=True)
class Late:
    """The number of late things, and the delay of the oldest in seconds."""

    count: int
    seconds: float

    @classmethod
    def of(cls, late: QuerySet[Any], due: str, now: datetime) -> Self:
        """Counts these rows; their field ``due`` has the time."""
        found = late.aggregate(count=Count("pk"), oldest=Min(due))
        oldest = found["oldest"]
        return cls(found["count"], 0.0 if oldest is None else (now - oldest).total_seconds())


@dataclass(frozen=True)
class Job:
    """Handles one kind of thing that falls due.

    ``first(until, skipped)``: when the first one is due, possibly in the past; None if none is due
    by ``until``. ``handle(now, skipped)``: claims at most :data:`BATCH` of those due by ``now`` and
    handles each exactly once, however many sweeps run; returns how many. It adds to ``skipped``
    what this sweep must not try again.

    ``every``: seconds between two sweeps. ``late(now)``: how many are late, for jobs that people
    wait for. ``longest``: seconds that handling one may take. ``once``: whether it is done when it
    has handled something, and makes nothing due for others. ``due(until)``: the rows that are due
    by then; a sweep leaves the job out if there are none. None: no sweep leaves it out.
    """

    name: str
    queue: Queue
    every: float
    first: Callable[[datetime, Skipped], datetime | None]
    handle: Callable[[datetime, Skipped], int]
    late: Callable[[datetime], Late] | None = None
    longest: float = 60
    once: bool = False
    due: Callable[[datetime], QuerySet[Any]] | None = None


def periodic(
    name: str,
    queue: Queue,
    every: float,
    work: Callable[[datetime], object],
    *,
    longest: float = 60,
) -> Job:
    """Returns a job that calls ``work(now)`` once in every sweep."""

    def do_it(now: datetime, skipped: Skipped) -> int:
        work(now)
        skipped.add(name)
        return 1

    def until_done(_until: datetime, skipped: Skipped) -> datetime | None:
        return None if name in skipped else LONG_AGO

    return Job(name, queue, every, until_done, do_it, longest=longest, once=True)


_jobs: dict[str, Job] = {}


def register(*jobs: Job) -> None:
    """Adds jobs. Raises ValueError if a name is taken."""
    for job in jobs:
        if _jobs.setdefault(job.name, job) is not job:
            raise ValueError(f"two jobs are called {job.name!r}")


def all_jobs() -> list[Job]:
    """Returns all jobs in the order of registration."""
    return list(_jobs.values())


def jobs_of(queue: str, every: float) -> list[Job]:
    """Returns the jobs for which one tick sweeps."""
    return [job for job in all_jobs() if (job.queue, job.every) == (queue, every)]


def jobs_with_work(queue: str, every: float, until: datetime) -> list[Job]:
    """Returns those jobs of a tick that may find something due by ``until``. Most ticks find
    nothing, so this is one statement, which is made only once."""
    question = _question(queue, every)
    if question is None:
        return jobs_of(queue, every)
    (found,) = question.rows(now=until)
    answers = iter(found)
    return [job for job in jobs_of(queue, every) if job.due is None or next(answers)]


@cache
def _question(queue: str, every: float) -> Compiled | None:
    rows = {
        f"job_{number}": job.due(NOW).order_by()
        for number, job in enumerate(jobs_of(queue, every))
        if job.due is not None
    }
    answers = ", ".join(f"EXISTS ({{{name}}})" for name in rows)
    return compiled(f"SELECT {answers}", {}, **rows) if rows else None

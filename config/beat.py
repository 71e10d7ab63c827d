"""The scheduler of Celery's beat. It sends ticks: tasks that tell a worker to look in the database
for due work. Beat looks first, several times a second, and sends no tick that would find nothing.
Of several beats, on several machines, one sends ticks (config/active_beat.py).
"""

from __future__ import annotations

import json
import logging
import time
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

from celery.beat import ScheduleEntry, Scheduler
from django.db import close_old_connections, connection

from config.active_beat import ASK_EVERY, ActiveBeat
from database.postgresql.commits import can_store
from scheduler.jobs import all_jobs, jobs_with_work
from scheduler.sweeping import end_of_sweep, sweep_for

logger = logging.getLogger(__name__)

ANSWER_SECONDS = 0.5
"""How long beat waits for the database. Without an answer it sends the tick."""

SET_BACK = 1.0
"""Seconds by which the time of day must go back at once to count as set back. Below, ticks are late
by no more than that."""


def ticks() -> dict[str, dict[str, Any]]:
    """Returns the ticks: one sweep for each queue and interval of jobs."""
    calls: dict[str, dict[str, Any]] = {}
    for job in all_jobs():
        name = f"sweep for {job.queue} every {job.every:g} s"
        longest = calls[name]["options"]["time_limit"] if name in calls else 0
        calls[name] = {
            "task": sweep_for.name,
            "schedule": job.every,
            "args": (str(job.queue), job.every),
            # "shadow": the name by which a waiting tick is recognised.
            "options": {
                "queue": str(job.queue),
                "shadow": name,
                "time_limit": max(job.longest, longest),
            },
        }
    return calls


class TickScheduler(Scheduler):
    """Sleeps until a tick is due, sends none that has nothing to do or while another of its kind
    waits in the queue, and stores nothing: the database knows what is due.

    Celery's own scheduler wakes 10 ms early and polls the clock until it is time. For one task a
    minute that is nothing; for several a second it takes a tenth of a processor, all day.
    """

    max_interval = 1
    """The longest sleep in seconds. A beat that asks nothing for two loses its lock."""

    sending = True
    """Whether the last attempt to send a tick succeeded."""

    asker: ThreadPoolExecutor | None = None
    """The thread that asks the database, so that ticks are sent even if that never answers."""
    asking: Future[bool] | None = None
    """The last question."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.active = ActiveBeat()
        self.ahead = _wall_ahead()
        super().__init__(*args, **kwargs)

    def setup_schedule(self) -> None:
        """Schedules only the jobs that the apps have registered."""
        self.update_from_dict(ticks())

    def tick(self, *args: Any, **kwargs: Any) -> float:
        """Sends the first tick if it is due and this beat is the active one. Returns how many
        seconds to sleep."""
        if not self.active.is_this():
            return ASK_EVERY
        self._follow_the_clock()
        return float(super().tick(*args, **kwargs))

    def _follow_the_clock(self) -> None:
        """Begins all intervals anew if the clock was set back. Celery counts them by the time of
        day, and would send nothing until that has come again."""
        before, self.ahead = self.ahead, _wall_ahead()
        if before - self.ahead > SET_BACK:
            logger.warning("the clock was set back by %.0f s", before - self.ahead)
            for entry in self.schedule.values():
                entry.last_run_at = entry.default_now()
            self._heap = None

    def close(self) -> None:
        """Lets another beat take over at once."""
        self.active.close()
        super().close()

    def adjust(self, n: float, drift: float = 0.0) -> float:
        """Returns how long to sleep until a tick that is due in ``n`` seconds: all of it."""
        return n

    def apply_entry(self, entry: ScheduleEntry, producer: Any = None) -> None:
        """Sends a tick if it has something to do, unless one of its kind is still in the queue: no
        worker has had time for it, and a second one would find the same work.

        Logs one line when Redis becomes unavailable, and another when it is back.
        """
        try:
            if self._has_work(entry) and not self._waits(entry, producer):
                self.apply_async(entry, producer=producer, advance=False)
        except Exception as error:  # noqa: BLE001 whatever it is, the next tick follows
            if self.sending:
                logger.warning("ticks cannot be sent: %s", type(error).__name__)
            self.sending = False
        else:
            if not self.sending:
                logger.warning("ticks are sent again")
            self.sending = True

    def _has_work(self, entry: ScheduleEntry) -> bool:
        """Returns whether a tick would find something; True if the database does not answer."""
        if self.asking is not None and not self.asking.done():
            return True
        self.asker = self.asker or ThreadPoolExecutor(1, "asker")
        self.asking = self.asker.submit(has_work, *(entry.args or ()))
        try:
            return self.asking.result(ANSWER_SECONDS)
        except Exception:  # noqa: BLE001 whatever it is, a worker will see
            return True

    def _waits(self, entry: ScheduleEntry, producer: Any) -> bool:
        """Returns whether a tick of this kind is in its queue. A tick that a worker has taken is
        not, so that a worker that dies with it does not block the next one."""
        prefix = self.app.conf.broker_transport_options["global_keyprefix"]
        queue = prefix + (entry.options or {})["queue"]
        waiting = producer.channel.client.execute_command("LRANGE", queue, 0, -1)
        return any(json.loads(message)["headers"]["shadow"] == entry.name for message in waiting)


def _wall_ahead() -> float:
    """By how many seconds the time of day is ahead of the clock that nobody sets."""
    return time.time() - time.monotonic()


def has_work(queue: str, every: float) -> bool:
    """Returns whether any job of a tick has something to do; False while the database can store
    nothing: where commits hang, each worker would leave another one behind. Raises
    DatabaseError; the next call then connects again."""
    close_old_connections()
    try:
        if not can_store():
            return False
        return bool(jobs_with_work(queue, every, end_of_sweep(every)))
    except Exception:
        connection.close()
        raise

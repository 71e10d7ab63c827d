"""The scheduler of Celery's beat. What it sends are ticks: tasks that tell a worker, several times
a second, to look in the database for what is due."""

from __future__ import annotations

import json
import logging
from typing import Any

from celery.beat import ScheduleEntry, Scheduler

from scheduler.jobs import all_jobs
from scheduler.tasks import sweep_for

logger = logging.getLogger(__name__)


def ticks() -> dict[str, dict[str, Any]]:
    """What is called, every so many seconds: a sweep for each queue and pace of what is due."""
    calls: dict[str, dict[str, Any]] = {}
    for job in all_jobs():
        name = f"sweep for {job.queue} every {job.every:g} s"
        longest = calls[name]["options"]["time_limit"] if name in calls else 0
        calls[name] = {
            "task": sweep_for.name,
            "schedule": job.every,
            "args": (str(job.queue), job.every),
            # "shadow": what a tick that waits is known by.
            "options": {
                "queue": str(job.queue),
                "shadow": name,
                "time_limit": max(job.longest, longest),
            },
        }
    return calls


class TickScheduler(Scheduler):
    """Sleeps until a tick is due, sends none while another of its kind waits in the queue, and
    stores nothing: the database knows what is to be done.

    Celery's own scheduler wakes 10 ms early and polls the clock until it is time. For one task a
    minute that is nothing; for some a second it is a tenth of a processor, all day.
    """

    sending = True
    """Whether the last tick could be sent."""

    def setup_schedule(self) -> None:
        """Nothing but what the apps have said is due."""
        self.update_from_dict(ticks())

    def adjust(self, n: float, drift: float = 0.0) -> float:
        """Seconds to sleep until what is due in ``n`` seconds: all of them."""
        return n

    def apply_entry(self, entry: ScheduleEntry, producer: Any = None) -> None:
        """Sends a tick, unless one like it is still in its queue: no worker has had time for that
        one, and a second would find the same.

        While Redis is away one line is logged, and another when it is back.
        """
        try:
            if not self._waits(entry, producer):
                self.apply_async(entry, producer=producer, advance=False)
        except Exception as error:  # noqa: BLE001 whatever it is, the next tick comes
            if self.sending:
                logger.warning("ticks cannot be sent: %s", type(error).__name__)
            self.sending = False
        else:
            if not self.sending:
                logger.warning("ticks are sent again")
            self.sending = True

    def _waits(self, entry: ScheduleEntry, producer: Any) -> bool:
        """Whether a tick like this is in its queue. One that a worker has taken is not, so that a
        worker that dies with it holds nothing up."""
        prefix = self.app.conf.broker_transport_options["global_keyprefix"]
        queue = prefix + (entry.options or {})["queue"]
        waiting = producer.channel.client.execute_command("LRANGE", queue, 0, -1)
        return any(json.loads(message)["headers"]["shadow"] == entry.name for message in waiting)

"""Workers give tasks back that they do not know.

While one version takes the place of another, workers of both take tasks from the same queues, and
Celery throws a task away that its worker does not know. Here the task goes back into its queue, for
a worker of the other version.
"""

from __future__ import annotations

import logging
import time
from typing import Any

from celery.worker.consumer import Consumer as CeleryConsumer

GIVE_BACK_AFTER = 1.0
"""Seconds before an unknown task goes back, so that a worker that is alone does not spin."""

GIVE_UP_AFTER = 600.0
"""Seconds for which a worker gives the same task back. Whatever nobody knows by then is dropped."""

logger = logging.getLogger(__name__)


class Consumer(CeleryConsumer):
    """Celery's consumer of tasks, with patience for those of another version."""

    connection_errors: Any

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.first_seen: dict[str, float] = {}

    def on_unknown_task(self, body: Any, message: Any, exc: Exception) -> None:
        """Gives the task back after a while, or drops it if nobody has taken it for long."""
        headers, now = message.headers or {}, time.monotonic()
        task, name = str(headers.get("id")), headers.get("task")
        self._forget(now)
        first = self.first_seen.setdefault(task, now)
        if now - first < GIVE_UP_AFTER:
            if first == now:
                logger.warning("the task %s is unknown here and goes to other workers", name)
            self.timer.call_after(GIVE_BACK_AFTER, message.requeue)
            return
        logger.error("no worker knows the task %s; it is dropped", name)
        del self.first_seen[task]
        message.reject_log_error(logger, self.connection_errors)

    def _forget(self, now: float) -> None:
        """Forgets tasks that have long been taken by others."""
        for task, first in list(self.first_seen.items()):
            if now - first > 2 * GIVE_UP_AFTER:
                del self.first_seen[task]

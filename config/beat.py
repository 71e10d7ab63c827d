"""The scheduler of Celery's beat, for ticks that come several times a second."""

from __future__ import annotations

from celery.beat import Scheduler


class Ticks(Scheduler):
    """Sleeps until a tick is due, and remembers nothing: the database knows what is to be done.

    Celery's own wakes 10 ms early and asks the clock until it is time. For one task a minute that
    is nothing; for eleven a second it is a tenth of a processor, all day.
    """

    def adjust(self, n: float, drift: float = 0.0) -> float:
        """Seconds to wait for what is due in ``n``: all of them."""
        return n

"""What workers do at each tick."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from lobby.schedule import READINESS, STARTS
from scheduler.sweeping import sweep


def start_ready_tables(*, sleep: Callable[[float], None]) -> int:
    """Starts every table whose countdown ends before the next tick; returns how many."""
    return sweep([STARTS], ahead=timedelta(seconds=0.5), sleep=sleep)


def make_bots_ready(*, now: datetime) -> int:
    """Makes the bots ready whose wait is over; returns at how many tables."""
    return READINESS.handle(now, set())

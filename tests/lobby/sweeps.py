"""What workers do at each tick."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from games.models import Heartbeat
from games.schedule.outages import beat
from lobby.schedule import READINESS, STARTS
from scheduler.sweeping import sweep


def club_works() -> None:
    """Both halves of the club work."""
    for half in Heartbeat.Of:
        beat(half)


def go_without_web(clock: Any, seconds: int, look: Callable[[], None]) -> None:
    """Lets workers alone work for some seconds, which ``look`` at what is due."""
    for _ in range(seconds):
        clock.go(1)
        beat(Heartbeat.Of.TURNS)
        look()


def start_ready_tables(*, sleep: Callable[[float], None]) -> int:
    """Starts every table whose countdown ends before the next tick; returns how many."""
    return sweep([STARTS], ahead=timedelta(seconds=0.5), sleep=sleep)


def make_bots_ready(*, now: datetime) -> int:
    """Makes the bots ready whose wait is over; returns at how many tables."""
    return READINESS.handle(now, set())

"""When a step's time is up. Pure: no database, and the time is handed in."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

BOT_DELAY = timedelta(seconds=1)
"""How long after a step begins the bots choose."""


@dataclass(frozen=True)
class Moment:
    """What of a state decides whether the clock goes on: see :func:`clock_goes_on`."""

    turn: int
    sealed: bool
    awaiting: tuple[int, ...]


def clock_goes_on(before: Moment, after: Moment, *, leave: bool) -> bool:
    """Whether the step that follows has what is left of the time instead of a turn's time.

    It does where one seat goes on with its turn (several lines drawn in one turn), and where a
    seat left and nobody is newly awaited by it.
    """
    if before.turn != after.turn or before.sealed != after.sealed:
        return False
    if leave:
        return set(after.awaiting) <= set(before.awaiting)
    return not before.sealed and before.awaiting == after.awaiting and len(after.awaiting) == 1


def deadline_after(now: datetime, turn_seconds: int | None) -> datetime | None:
    """When a step that begins now is opened by the timer; None without a timer."""
    return None if turn_seconds is None else now + timedelta(seconds=turn_seconds)

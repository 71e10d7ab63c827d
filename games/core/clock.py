"""When a step's time is up. The time is handed in."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from games.core.settings import GameSettings

LONG_TURN = timedelta(minutes=10)
"""Turns of so long, or without a timer, are of games in which nobody waits at the board."""

BOT_DELAY = timedelta(seconds=1)
"""How long after a step begins the bots choose."""

BOT_PATIENCE = timedelta(seconds=2)
"""For how long a step whose time is up waits for its own bots, where they still owe a choice."""

EXTENSION = timedelta(seconds=10)
"""What an answer in a count adds to its time, at most."""

MOST_EXTENSIONS = 12
"""How often a count's time is extended: a count ends, whatever its players do."""


@dataclass(frozen=True, slots=True)
class Awaited:
    """What of a state decides about the clock: who is awaited, in which turn, and how."""

    turn: int
    sealed: bool
    seats: tuple[int, ...]


def next_clock(
    before: Awaited, after: Awaited, *, leave: bool
) -> Literal["begins", "goes on", "is extended"]:
    """What the clock does when one step leads to another.

    It goes on with what is left where one seat goes on with its turn (several lines drawn in one
    turn), and where a seat left and nobody is newly awaited by it. Where several may act in the
    open, as in a count, all answers share one time, which each extends by a little. Otherwise
    the next step has a turn's whole time.
    """
    if before.turn != after.turn or before.sealed != after.sealed:
        return "begins"
    if leave:
        return "goes on" if set(after.seats) <= set(before.seats) else "begins"
    if before.sealed:
        return "begins"
    if len(before.seats) == len(after.seats) == 1 and before.seats == after.seats:
        return "goes on"
    return "is extended" if _one_count(before, after) else "begins"


def _one_count(before: Awaited, after: Awaited) -> bool:
    """Whether both are answers in one count: in turn-taking games one seat alone is awaited."""
    return len(before.seats) > 1 or len(after.seats) > 1


def turn_length(settings: GameSettings) -> timedelta:
    """A turn's whole time; without a timer, how long it waits for anyone who does nothing."""
    timed = settings.turn_seconds
    return timedelta(seconds=settings.patience_seconds if timed is None else timed)


def extended(left: timedelta, turn_seconds: int) -> timedelta:
    """What is left of a count's time after one more answer: never more than its whole time."""
    whole = timedelta(seconds=turn_seconds)
    return min(left + min(EXTENSION, whole / 4), max(whole, left))


def is_due(deadline: datetime | None, now: datetime, grace: timedelta) -> bool:
    """Whether the timer ends the step: choices under way at the deadline have ``grace``."""
    return deadline is not None and deadline + grace <= now

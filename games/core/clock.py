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

AWAY_AFTER = timedelta(minutes=1)
"""Without a page of the game open for so long a player is away."""

LEAST_AWAY, MOST_AWAY = 1, 5
"""Minutes after which a player who is away leaves, where the table says so: from 1 to 5."""

FOR_AN_ANSWER = timedelta(seconds=10)
"""What an answer in a count adds to its time, at most."""

SHORTEST_THAT_WAITS = timedelta(hours=12)
"""A turn that takes less than that waits for nobody who is off."""

DAY = timedelta(days=1)
WEEK = timedelta(days=7)
"""For so long a turn waits at most."""
PUT_BACK = timedelta(hours=2)
"""So much longer may a day be in which clocks are put back."""

MOST_ANSWERS = 12
"""How many answers add to a count's time: a count ends, whatever its players do."""


@dataclass(frozen=True, slots=True)
class Awaited:
    """What of a state decides about the clock: who is awaited, in which turn, and how."""

    turn: int
    sealed: bool
    seats: tuple[int, ...]


def next_clock(
    before: Awaited, after: Awaited, *, leave: bool
) -> Literal["begins", "goes on", "is answered"]:
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
    return "is answered" if _one_count(before, after) else "begins"


def _one_count(before: Awaited, after: Awaited) -> bool:
    """Whether both are answers in one count: in turn-taking games one seat alone is awaited."""
    return len(before.seats) > 1 or len(after.seats) > 1


def leaves_after(settings: GameSettings) -> timedelta:
    """For how long a player may be away who then leaves; only where the table says so."""
    return timedelta(minutes=settings.away_minutes)


def turn_length(settings: GameSettings) -> timedelta:
    """A turn's whole time; without a timer, how long it waits for anyone who does nothing."""
    timed = settings.turn_seconds
    return timedelta(seconds=settings.patience_seconds if timed is None else timed)


def turn_end(settings: GameSettings, began: datetime) -> datetime:
    """When the time of a turn is up that begins then."""
    if settings.calendar is not None:
        return settings.calendar.turn_end(began)
    return began + turn_length(settings)


def extended_end(settings: GameSettings, now: datetime) -> datetime:
    """When a turn that is extended now ends: after its length once more or at the calendar's next
    time, but within a day."""
    if settings.calendar is None:
        return now + min(turn_length(settings), DAY)
    end = settings.calendar.turn_end(now)
    return end if end - now <= DAY + PUT_BACK else now + DAY


def may_wait(settings: GameSettings) -> bool:
    """Whether a turn waits for players who are off."""
    return settings.days_off and turn_length(settings) >= SHORTEST_THAT_WAITS


def end_of_waiting(settings: GameSettings, now: datetime, back: datetime) -> datetime:
    """When a turn ends that waits, from now on, for somebody who is ``back`` at that time.

    They have as long as an extension takes to choose; but a turn waits for a week at most. It waits
    whole days, or until one of the calendar's times, so that its end tells nobody where they live.
    """
    latest = now + WEEK
    if settings.calendar is None:
        days = -((now - back - min(turn_length(settings), DAY)) // DAY)
        return now + min(days * DAY, WEEK)
    end = settings.calendar.turn_end(back)
    last = settings.calendar.last_until(latest + PUT_BACK)
    return min(end, last if last > now else latest)


def end_after_answer(settings: GameSettings, end: datetime, now: datetime) -> datetime:
    """When the time of a count is up after one more answer, where it was ``end`` before."""
    if settings.calendar is not None:
        return max(end, settings.calendar.turn_end(now))
    whole = turn_length(settings)
    if settings.turn_seconds is None:
        return now + whole
    return now + answered(end - now, whole)


def answered(left: timedelta, whole: timedelta) -> timedelta:
    """What is left of a count's time after one more answer: never more than its whole time."""
    return min(left + min(FOR_AN_ANSWER, whole / 4), max(whole, left))


def end_after_standstill(
    settings: GameSettings, end: datetime, stood: timedelta, now: datetime
) -> datetime:
    """When the time of a turn is up whose clock has stood still until now, for as long as
    ``stood``; ``end``: when it would be with all of that given back.

    By the calendar it is one of its times all the same, where one is no further from ``end`` than
    the clock stood still: an earlier one, if at least as long is left until then, or a later one.
    So no minute's outage makes all turns end a minute after 20:00, nor a day later.
    """
    if settings.calendar is None:
        return end
    earlier = settings.calendar.last_until(end)
    if end - earlier <= stood <= earlier - now:
        return earlier
    later = settings.calendar.first_from(end)
    return later if later - end <= stood else end


def is_due(deadline: datetime | None, now: datetime, grace: timedelta) -> bool:
    """Whether the timer ends the step: choices under way at the deadline have ``grace``."""
    return deadline is not None and deadline + grace <= now

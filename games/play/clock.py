"""When a step's time is up. The current time is passed in."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from games.play.settings import GameSettings

QUICK_TURN = timedelta(minutes=10)
"""While turns are shorter than this, players wait at the board."""

CORRESPONDENCE_TURN = timedelta(hours=1)
"""Games with turns this long, or without a timer, are played by correspondence; all others live."""

BOT_DELAY = timedelta(seconds=1)
"""The bots choose this long after a step begins."""

BOT_PATIENCE = timedelta(seconds=2)
"""A step whose time is up waits this long for its own bots, if they still owe a choice."""

PLAYER_AWAY_AFTER = timedelta(minutes=1)
"""A player who has had no page of the game open for this long is away."""

LEAST_AWAY, MOST_AWAY = 1, 5
"""Minutes after which a player who is away leaves, if the table says so: from 1 to 5."""

FOR_AN_ANSWER = timedelta(seconds=10)
"""An answer in a count adds at most this much time."""

SHORTEST_THAT_WAITS = timedelta(hours=12)
"""Shorter turns do not wait for players who are off."""

DAY = timedelta(days=1)
WEEK = timedelta(days=7)
"""A turn waits no longer than this."""
PUT_BACK = timedelta(hours=2)
"""By how much a day on which the clocks go back can be longer than others."""

MOST_ANSWERS = 12
"""Only this many answers extend a count, so that it ends whatever its players do."""


@dataclass(frozen=True, slots=True)
class Awaited:
    """The parts of a state that decide about the clock: the turn, whether it is sealed, and who is
    awaited."""

    turn: int
    sealed: bool
    seats: tuple[int, ...]


def next_clock(
    before: Awaited, after: Awaited, *, leave: bool
) -> Literal["begins", "goes on", "is answered"]:
    """What the clock does after a step.

    It goes on with the time left if one seat continues its turn (several lines drawn in one turn),
    or if a seat left and nobody new is awaited because of it. If several seats may act in the open,
    as in a count, they share one clock, which each answer extends a little. Otherwise the next step
    gets the whole time of a turn.
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
    """Whether both steps are answers in one count. In turn-taking games only one seat is
    awaited."""
    return len(before.seats) > 1 or len(after.seats) > 1


def leaves_after(settings: GameSettings) -> timedelta:
    """How long a player may be away before their seat leaves. Applies only if the table says so."""
    return timedelta(minutes=settings.away_minutes)


def turn_length(settings: GameSettings) -> timedelta:
    """A turn's whole time; without a timer, how long a turn waits for a player who does nothing."""
    timed = settings.turn_seconds
    return timedelta(seconds=settings.patience_seconds if timed is None else timed)


def is_live(settings: GameSettings) -> bool:
    """Whether players are at the board all the time; otherwise they drop in to choose."""
    timed = settings.turn_seconds
    return timed is not None and timed < CORRESPONDENCE_TURN.total_seconds()


def is_quick(settings: GameSettings) -> bool:
    """Whether turns are so short that players wait at the board."""
    timed = settings.turn_seconds
    return timed is not None and timed < QUICK_TURN.total_seconds()


def turn_end(settings: GameSettings, began: datetime) -> datetime:
    """When a turn that began at ``began`` ends."""
    if settings.calendar is not None:
        return settings.calendar.turn_end(began)
    return began + turn_length(settings)


def extended_end(settings: GameSettings, now: datetime) -> datetime:
    """When a turn that is extended now ends: after another turn's length, or at the calendar's next
    time, but within a day."""
    if settings.calendar is None:
        return now + min(turn_length(settings), DAY)
    end = settings.calendar.turn_end(now)
    return end if end - now <= DAY + PUT_BACK else now + DAY


def may_wait(settings: GameSettings) -> bool:
    """Whether turns wait for players who are off."""
    return settings.days_off and turn_length(settings) >= SHORTEST_THAT_WAITS


def end_of_waiting(settings: GameSettings, now: datetime, back: datetime) -> datetime:
    """When a turn ends that waits, from now on, for a player who is ``back`` at that time.

    The player then has as long to choose as with an extension, but a turn waits for a week at most.
    It waits for whole days, or until one of the calendar's times, so that its end does not reveal
    where the player lives.
    """
    latest = now + WEEK
    if settings.calendar is None:
        days = -((now - back - min(turn_length(settings), DAY)) // DAY)
        return now + min(days * DAY, WEEK)
    end = settings.calendar.turn_end(back)
    last = settings.calendar.last_until(latest + PUT_BACK)
    return min(end, last if last > now else latest)


def end_after_answer(settings: GameSettings, end: datetime, now: datetime) -> datetime:
    """When the time of a count is up after one more answer; ``end``: when it was up before."""
    if settings.calendar is not None:
        return max(end, settings.calendar.turn_end(now))
    whole = turn_length(settings)
    if settings.turn_seconds is None:
        return now + whole
    return now + answered(end - now, whole)


def answered(left: timedelta, whole: timedelta) -> timedelta:
    """The time left in a count after one more answer: never more than its whole time."""
    return min(left + min(FOR_AN_ANSWER, whole / 4), max(whole, left))


def end_after_standstill(
    settings: GameSettings, end: datetime, stood: timedelta, now: datetime
) -> datetime:
    """When a turn ends whose clock stood still until now, for ``stood``. ``end``: when it would end
    with all of that time given back.

    A turn that ends by the calendar still ends at a calendar time, if one is no further from
    ``end`` than the clock stood still: at an earlier one if at least ``stood`` is left until then,
    else at a later one. So after a minute's outage turns end neither a minute after 20:00 nor a day
    later.
    """
    if settings.calendar is None:
        return end
    earlier = settings.calendar.last_until(end)
    if end - earlier <= stood <= earlier - now:
        return earlier
    later = settings.calendar.first_from(end)
    return later if later - end <= stood else end


def is_due(deadline: datetime | None, now: datetime, grace: timedelta) -> bool:
    """Whether the timer ends the step. Choices under way at the deadline have ``grace`` to
    arrive."""
    return deadline is not None and deadline + grace <= now

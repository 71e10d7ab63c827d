"""The end of a turn is postponed for seats that have not chosen: once a turn, whatever happens."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from engines.registry import GAMES
from games.play import seal as choosing
from games.play.calendar import Calendar
from games.play.clock import end_of_waiting
from games.play.postpone import Off, put_off
from games.play.resolve import resolve
from games.play.rows import Cause
from games.play.settings import GameSettings, TurnEnds, seconds_of
from tests.games.play.test_run import DEEDS, TURN, Table, end_time, play, replayed
from tests.games.playing import START

DAY = timedelta(days=1)


def a_table(slug: str = "multiplayer-go", bots: int = 0, **changes: object) -> Table:
    """A game of two seats with extensions."""
    table = Table(slug, TurnEnds.TIMER, bots)
    table.game.settings = replace(table.game.settings, extensions=2, **changes)
    for seat in table.seats:
        seat.extensions = 0 if seat.engine_plays else 2
    return table


def time_is_up(table):
    """The deadline passes, and the timer runs."""
    table.now = table.game.deadline + timedelta(seconds=1)
    table.run(end_time)


def seal(table: Table, number: int) -> None:
    """A seat passes."""
    own, step = table.seats[number], table.game.next_step
    table.run(lambda run: choosing.seal(run, own, step, {"type": "pass"}, run.now))


def test_a_seat_that_has_not_chosen_uses_an_extension_once_a_turn():
    table = a_table()
    seal(table, 0)
    time_is_up(table)
    assert (table.steps, table.game.extended) == ([], True)
    assert table.game.deadline == table.now + timedelta(seconds=TURN)
    assert [seat.extensions for seat in table.seats] == [2, 1]
    assert list(table.choices) == [0]
    time_is_up(table)
    assert [step.cause for step in table.steps] == [Cause.TIMER]
    assert [seat.absences for seat in table.seats] == [0, 1]
    assert not table.game.extended


def test_several_who_have_not_chosen_use_one_each_for_one_time():
    table = a_table()
    time_is_up(table)
    assert [seat.extensions for seat in table.seats] == [1, 1]
    assert table.steps == []


def test_without_an_extension_left_a_seat_is_absent():
    table = a_table()
    table.seats[1].extensions = 0
    seal(table, 0)
    time_is_up(table)
    assert [seat.absences for seat in table.seats] == [0, 1]


def test_bots_have_none():
    table = a_table(bots=1)
    table.seats[0].extensions = 2
    seal(table, 1)
    time_is_up(table)
    assert len(table.steps) == 1


def test_in_a_turn_in_which_the_club_was_away_an_extension_costs_nothing():
    table = a_table()
    table.game.excused = True
    time_is_up(table)
    assert (table.game.extended, table.seats[0].extensions) == (True, 2)


def test_an_extension_takes_a_day_at_most():
    table = a_table(turn_seconds=3 * 24 * 60 * 60)
    time_is_up(table)
    assert table.game.deadline == table.now + DAY


def test_everybody_is_told_why_the_turn_goes_on_and_what_is_left():
    table = a_table()
    seal(table, 0)
    before = len(table.told)
    time_is_up(table)
    logged, clock = table.told[before:]
    assert (logged.message.entry["what"], logged.message.entry["seat"]) == ("extended", 1)
    assert clock.message.clock.put_off
    assert [seat.extensions for seat in clock.message.seats] == [2, 1]


@pytest.mark.parametrize("slug", [game.slug for game in GAMES])
@settings(max_examples=15)
@given(deeds=DEEDS, seed=st.integers(0, 999), ends=st.sampled_from(list(TurnEnds)))
def test_extensions_change_nothing_but_the_time(slug, deeds, seed, ends):
    """The rows fit together after each run, the steps replay, and no turn is extended twice."""
    table = Table(slug, ends, bots=0)
    for seat in table.seats:
        seat.extensions = 2
    play(table, Random(seed), deeds)
    assert replayed(table) == table.game.state.dump
    logged = [h.message.entry for h in table.told if h.kind == "log.added"]
    used = [(entry["step"], entry["seat"]) for entry in logged]
    assert len(used) == len(set(used)) == sum(2 - seat.extensions for seat in table.seats)


def off(table, number, days):
    """The player of a seat has days off, until this many days after the deadline."""
    back = table.game.deadline + timedelta(days=days)
    return {number: Off(back, back.date())}


def time_is_up_for(table, away):
    """The deadline passes, and the timer runs; these players have days off."""
    table.now = table.game.deadline
    table.run(lambda run: put_off(run, away) or resolve(run, Cause.TIMER))


def test_a_turn_waits_once_for_a_player_who_is_off():
    table = a_table(turn_seconds=DAY.total_seconds(), days_off=True)
    seal(table, 0)
    until = table.game.deadline
    time_is_up_for(table, off(table, 1, 1.5))
    # Back from their days off they have a day to choose; the time of day is unchanged.
    assert table.game.deadline == until + 3 * DAY
    assert (table.game.waited, table.steps) == (True, [])
    assert table.seats[1].off_until == (until + 1.5 * DAY).date()
    assert [seat.extensions for seat in table.seats] == [2, 2]
    time_is_up_for(table, off(table, 1, 1.5))  # and waits only once
    assert [seat.extensions for seat in table.seats] == [2, 1]
    time_is_up_for(table, off(table, 1, 1.5))
    assert [seat.absences for seat in table.seats] == [0, 1]
    assert (table.game.waited, table.seats[1].off_until) == (False, None)


def test_a_turn_waits_for_the_last_who_is_off_and_a_week_at_most():
    table = a_table(turn_seconds=DAY.total_seconds(), days_off=True)
    until = table.game.deadline
    time_is_up_for(table, {**off(table, 0, 2), **off(table, 1, 20)})
    assert table.game.deadline == until + 7 * DAY
    assert all(seat.off_until for seat in table.seats)


@pytest.mark.parametrize(
    ("changes", "waits"),
    [
        ({"turn_seconds": 12 * 3600, "days_off": True}, True),
        ({"turn_seconds": 12 * 3600 - 1, "days_off": True}, False),
        ({"turn_seconds": 12 * 3600, "days_off": False}, False),
        ({"turn_seconds": None, "patience_seconds": 12 * 3600, "days_off": True}, True),
    ],
)
def test_only_long_turns_wait_and_only_where_the_table_says_so(changes, waits):
    table = a_table(**changes)
    time_is_up_for(table, off(table, 1, 1))
    assert table.game.waited == waits


def test_nobody_waits_for_a_player_who_has_chosen():
    table = a_table(turn_seconds=DAY.total_seconds(), days_off=True)
    away = off(table, 1, 1)
    seal(table, 0)
    seal(table, 1)
    time_is_up_for(table, away)
    assert len(table.steps) == 1


def test_time_that_was_postponed_ends_when_all_have_chosen_at_any_table():
    table = a_table(turn_seconds=DAY.total_seconds(), days_off=True)
    seal(table, 0)
    time_is_up_for(table, off(table, 1, 1))
    seal(table, 1)
    assert [step.cause for step in table.steps] == [Cause.COMPLETE]


@given(
    turn=st.timedeltas(timedelta(hours=12), timedelta(days=14)),
    back=st.timedeltas(timedelta(seconds=1), timedelta(days=40)),
)
def test_waiting_takes_whole_days_leaves_time_to_choose_and_takes_a_week_at_most(turn, back):
    seconds = int(turn.total_seconds())
    end = end_of_waiting(GameSettings(turn_seconds=seconds), START, START + back)
    waits = end - START
    assert not waits % DAY
    assert DAY <= waits <= 7 * DAY
    time_left = min(timedelta(seconds=seconds), DAY)
    assert waits == 7 * DAY or waits - DAY < back + time_left <= waits


def test_by_the_calendar_it_waits_until_one_of_its_times():
    fridays = Calendar(times=("20:00",), weekdays=(4,), zone="Europe/Berlin")
    for calendar, days, end in (
        (Calendar(times=("20:00",), zone="Europe/Berlin"), 2.5, "2026-10-26T19:00+00:00"),
        (Calendar(times=("20:00",), zone="Europe/Berlin"), 30, "2026-10-30T19:00+00:00"),
        (fridays, 2, "2026-10-30T19:00+00:00"),
        (fridays, 30, "2026-10-30T19:00+00:00"),  # clocks go back meanwhile
    ):
        now = datetime(2026, 10, 23, 18, 0, 1, tzinfo=UTC)
        settings = GameSettings(turn_seconds=seconds_of(calendar), calendar=calendar)
        ends = end_of_waiting(settings, now, now + timedelta(days=days))
        assert ends == datetime.fromisoformat(end)

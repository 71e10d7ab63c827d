"""Turns that end by the calendar, in all zones and whatever their clocks do."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo, available_timezones

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.play.calendar import SHORTEST, Calendar
from games.play.clock import end_after_answer, end_after_standstill, turn_end
from games.play.settings import GameSettings, read_settings

BERLIN = Calendar(times=("20:00",), zone="Europe/Berlin")
OFFICE = Calendar(times=("12:00", "20:00"), weekdays=(0, 1, 2, 3, 4), zone="Europe/Berlin")
FRIDAYS = Calendar(times=("20:00",), weekdays=(4,), zone="Europe/Berlin")
MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)

ZONES = sorted(available_timezones() - {"localtime", "Factory"})
times = st.integers(0, 24 * 60 - 1).map(lambda n: f"{n // 60:02}:{n % 60:02}")
since_then = st.timedeltas(timedelta(), timedelta(days=85 * 365))
moments = since_then.map(lambda since: datetime(1975, 1, 1, tzinfo=UTC) + since)
calendars = st.builds(
    Calendar,
    times=st.lists(times, min_size=1, max_size=4, unique=True).map(sorted).map(tuple),
    weekdays=st.lists(st.integers(0, 6), min_size=1, unique=True).map(sorted).map(tuple),
    zone=st.sampled_from(ZONES),
)


def at(text: str, zone: str = "Europe/Berlin") -> datetime:
    """A moment by the clocks of the zone."""
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone))


def by(calendar: Calendar) -> GameSettings:
    """Settings for turns that end at these times and days."""
    seconds = int(calendar.longest.total_seconds())
    return GameSettings(turn_seconds=seconds, calendar=calendar)


def clocks_show(calendar: Calendar, moment: datetime) -> bool:
    """Whether clocks show one of the times on one of the days, for the first time."""
    local = moment.astimezone(ZoneInfo(calendar.zone))
    on_day = local.weekday() in calendar.weekdays
    return on_day and local.fold == 0 and f"{local:%H:%M:%S.%f}"[:-10] in calendar.times


@given(calendars, moments)
def test_a_turn_ends_when_clocks_next_show_one_of_the_times(calendar, began):
    """If clocks skip the time, the turn ends later by as much as they skip; it never ends too
    early."""
    end = calendar.turn_end(began)
    assert end - began >= SHORTEST
    zone = ZoneInfo(calendar.zone)
    if not clocks_show(calendar, end):
        jump = max(
            after.utcoffset() - before.utcoffset()
            for minute in range(0, 26 * 60, 15)
            for after in [(end - minute * MINUTE).astimezone(zone)]
            for before in [(end - (minute + 15) * MINUTE).astimezone(zone)]
        )
        skipped = end.astimezone(zone).replace(tzinfo=None) - jump
        assert jump > timedelta()
        assert skipped.weekday() in calendar.weekdays
        assert f"{skipped:%H:%M}" in calendar.times
    first = began + SHORTEST
    minute = first.replace(second=0, microsecond=0) + (MINUTE if first.second else timedelta())
    while minute < end:
        assert minute < first or not clocks_show(calendar, minute)
        minute += MINUTE


@given(calendars, moments)
def test_the_last_time_and_the_next_one_are_neighbours(calendar, moment):
    last, following = calendar.last_until(moment), calendar.first_from(moment)
    assert last <= moment <= following
    assert calendar.first_from(last) == last
    assert calendar.last_until(following) == following
    assert following - last <= timedelta(days=8, hours=2)
    if last < moment:
        assert calendar.first_from(last + timedelta(microseconds=1)) == following


@given(
    calendars,
    moments,
    st.timedeltas(timedelta(), timedelta(days=8)),
    st.timedeltas(timedelta(), timedelta(days=20)),
)
def test_after_a_standstill_nobody_has_less_time_or_as_much_as_the_clock_stood(
    calendar, now, left, stood
):
    end = end_after_standstill(by(calendar), now + left, stood, now)
    assert end - now >= min(left, stood)
    assert abs(end - (now + left)) <= stood
    assert end == now + left or calendar.first_from(end) == end


@pytest.mark.parametrize(
    ("calendar", "began", "end"),
    [
        (BERLIN, "2026-11-23T09:00", "2026-11-23T20:00"),
        (BERLIN, "2026-11-23T19:00", "2026-11-23T20:00"),
        (BERLIN, "2026-11-23T19:59", "2026-11-24T20:00"),  # nobody gets just a minute
        (BERLIN, "2026-11-23T20:00", "2026-11-24T20:00"),
        (OFFICE, "2026-11-27T12:00", "2026-11-27T20:00"),
        (OFFICE, "2026-11-27T20:00", "2026-11-30T12:00"),  # from Friday to Monday
        (BERLIN, "2026-03-28T20:00", "2026-03-29T20:00"),  # 23 hours
        (BERLIN, "2026-10-24T20:00", "2026-10-25T20:00"),  # 25 hours
    ],
)
def test_examples(calendar, began, end):
    assert turn_end(by(calendar), at(began)) == at(end)


def test_a_time_that_does_not_exist_is_as_much_later_and_one_that_comes_twice_the_first():
    night = Calendar(times=("02:30",), zone="Europe/Berlin")
    assert night.first_from(at("2026-03-29T00:00")) == at("2026-03-29T03:30")
    twice = night.first_from(at("2026-10-25T00:00"))
    assert twice == datetime(2026, 10, 25, 0, 30, tzinfo=UTC)
    assert night.first_from(twice + MINUTE) == at("2026-10-26T02:30")


@pytest.mark.parametrize(
    ("calendar", "stopped", "on", "end"),
    [
        (BERLIN, "2026-11-23T03:00", "2026-11-23T03:01", "2026-11-23T20:00"),
        (BERLIN, "2026-11-23T19:50", "2026-11-23T19:54", "2026-11-23T20:00"),
        (BERLIN, "2026-11-23T19:50", "2026-11-23T20:05", "2026-11-23T20:15"),
        (BERLIN, "2026-11-23T10:00", "2026-11-23T18:00", "2026-11-24T04:00"),
        (BERLIN, "2026-11-23T19:00", "2026-11-25T10:00", "2026-11-25T20:00"),
        (FRIDAYS, "2026-11-27T19:55", "2026-11-27T20:05", "2026-11-27T20:10"),
        (FRIDAYS, "2026-11-27T19:00", "2026-12-09T10:00", "2026-12-11T20:00"),
    ],
)
def test_after_a_standstill_the_turn_ends_at_one_of_the_times_where_that_changes_little(
    calendar, stopped, on, end
):
    stood = at(on) - at(stopped)
    given_back = calendar.first_from(at(stopped)) + stood
    assert end_after_standstill(by(calendar), given_back, stood, at(on)) == at(end)


def test_an_answer_in_a_count_leaves_at_least_an_hour_for_the_next():
    settings = by(BERLIN)
    assert end_after_answer(settings, at("2026-11-23T20:00"), at("2026-11-23T10:00")) == at(
        "2026-11-23T20:00"
    )
    assert end_after_answer(settings, at("2026-11-23T20:00"), at("2026-11-23T19:30")) == at(
        "2026-11-24T20:00"
    )


@pytest.mark.parametrize(
    ("calendar", "longest", "shortest"),
    [(BERLIN, DAY, DAY), (OFFICE, 64 * HOUR, 8 * HOUR), (FRIDAYS, 7 * DAY, 7 * DAY)],
)
def test_a_calendar_knows_its_longest_and_shortest_turn(calendar, longest, shortest):
    assert (calendar.longest, calendar.shortest) == (longest, shortest)


@given(calendars)
def test_settings_with_a_calendar_are_stored_and_read(calendar):
    assert read_settings(by(calendar).as_json()) == by(calendar)


@pytest.mark.parametrize(
    "wrong",
    [
        {"times": []},
        {"times": ["8pm"]},
        {"times": ["20:00:00"]},
        {"times": ["24:00"]},
        {"times": ["20:00", "12:00"]},
        {"times": ["20:00"], "weekdays": []},
        {"times": ["20:00"], "weekdays": [7]},
        {"times": ["20:00"], "weekdays": [1, 1]},
        {"times": ["20:00"], "weekday": [1]},
    ],
)
def test_what_is_no_calendar_is_not_taken_for_one(wrong):
    with pytest.raises(msgspec.ValidationError):
        read_settings({"turn_seconds": 24 * 60 * 60, "calendar": wrong})


def test_a_calendar_says_how_long_a_turn_takes():
    with pytest.raises(msgspec.ValidationError):
        read_settings({"turn_seconds": 60, "calendar": msgspec.to_builtins(BERLIN)})

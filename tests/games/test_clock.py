"""When a step begins with the whole time, and when with what is left of it."""

from datetime import UTC, datetime, timedelta

import pytest

from games.clock import Moment, clock_goes_on, deadline_after

OPEN, SEALED = False, True


@pytest.mark.parametrize(
    ("before", "after", "goes_on"),
    [
        (Moment(3, OPEN, (1,)), Moment(3, OPEN, (1,)), True),  # draws a further line
        (Moment(3, OPEN, (1,)), Moment(4, OPEN, (1,)), False),  # the other is skipped
        (Moment(3, OPEN, (1,)), Moment(4, OPEN, (0,)), False),
        (Moment(3, OPEN, (0, 1)), Moment(3, OPEN, (0, 1)), False),  # marks dead stones
        (Moment(3, OPEN, (0, 1)), Moment(3, OPEN, (1,)), False),  # accepts
        (Moment(3, SEALED, (0, 1)), Moment(4, SEALED, (0, 1)), False),
        (Moment(3, SEALED, (0, 1)), Moment(3, SEALED, (0, 1)), False),  # a conflict
        (Moment(3, SEALED, (0,)), Moment(3, SEALED, (0,)), False),
        (Moment(3, SEALED, (0, 1)), Moment(3, OPEN, (0, 1)), False),  # counting begins
        (Moment(3, SEALED, (0, 1)), Moment(3, OPEN, ()), False),
    ],
)
def test_the_clock_goes_on_only_where_one_seat_goes_on_with_its_turn(before, after, goes_on):
    assert clock_goes_on(before, after, leave=False) is goes_on


@pytest.mark.parametrize(
    ("before", "after", "goes_on"),
    [
        (Moment(3, SEALED, (0, 1, 2)), Moment(3, SEALED, (0, 1)), True),
        (Moment(3, OPEN, (1,)), Moment(3, OPEN, (1,)), True),  # somebody not on turn left
        (Moment(3, OPEN, (1,)), Moment(3, OPEN, (2,)), False),  # the one on turn left
        (Moment(3, SEALED, (0, 1)), Moment(4, SEALED, (0, 1, 2)), False),
    ],
)
def test_after_a_leave_the_clock_goes_on_unless_somebody_is_newly_awaited(before, after, goes_on):
    assert clock_goes_on(before, after, leave=True) is goes_on


def test_a_deadline_is_a_turns_time_away():
    now = datetime(2026, 11, 21, tzinfo=UTC)
    assert deadline_after(now, 90) - now == timedelta(seconds=90)


def test_without_a_timer_there_is_no_deadline():
    assert deadline_after(datetime(2026, 11, 21, tzinfo=UTC), None) is None

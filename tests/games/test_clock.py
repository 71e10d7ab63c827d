"""What happens to the clock at each step: it begins, goes on, or gains a little for an answer."""

from datetime import UTC, datetime, timedelta

import pytest

from games.play.clock import FOR_AN_ANSWER, Awaited, answered, is_due, next_clock, turn_length
from games.play.settings import GameSettings

OPEN, SEALED = False, True
BEGINS, GOES_ON, IS_ANSWERED = "begins", "goes on", "is answered"
NOW = datetime(2026, 11, 21, tzinfo=UTC)
MINUTE = timedelta(seconds=60)


@pytest.mark.parametrize(
    ("before", "after", "does"),
    [
        (Awaited(3, OPEN, (1,)), Awaited(3, OPEN, (1,)), GOES_ON),  # draws another line
        (Awaited(3, OPEN, (1,)), Awaited(4, OPEN, (1,)), BEGINS),  # the other seat is skipped
        (Awaited(3, OPEN, (1,)), Awaited(4, OPEN, (0,)), BEGINS),
        (Awaited(3, OPEN, (0, 1)), Awaited(3, OPEN, (0, 1)), IS_ANSWERED),  # marks dead stones
        (Awaited(3, OPEN, (0, 1)), Awaited(3, OPEN, (1,)), IS_ANSWERED),  # accepts
        (Awaited(3, OPEN, (1,)), Awaited(3, OPEN, (0, 1)), IS_ANSWERED),  # takes that back
        (Awaited(3, OPEN, (0, 1)), Awaited(4, SEALED, (0, 1)), BEGINS),  # play is resumed
        (Awaited(3, SEALED, (0, 1)), Awaited(4, SEALED, (0, 1)), BEGINS),
        (Awaited(3, SEALED, (0, 1)), Awaited(3, SEALED, (0, 1)), BEGINS),  # a conflict
        (Awaited(3, SEALED, (0,)), Awaited(3, SEALED, (0,)), BEGINS),
        (Awaited(3, SEALED, (0, 1)), Awaited(3, OPEN, (0, 1)), BEGINS),  # counting begins
        (Awaited(3, SEALED, (0, 1)), Awaited(3, OPEN, ()), BEGINS),
    ],
)
def test_the_clock_goes_on_only_where_one_seat_goes_on_with_its_turn(before, after, does):
    assert next_clock(before, after, leave=False) == does


@pytest.mark.parametrize(
    ("before", "after", "does"),
    [
        (Awaited(3, SEALED, (0, 1, 2)), Awaited(3, SEALED, (0, 1)), GOES_ON),
        (Awaited(3, OPEN, (1,)), Awaited(3, OPEN, (1,)), GOES_ON),  # somebody not on turn leaves
        (Awaited(3, OPEN, (1,)), Awaited(3, OPEN, (2,)), BEGINS),  # the seat on turn leaves
        (Awaited(3, SEALED, (0, 1)), Awaited(4, SEALED, (0, 1, 2)), BEGINS),
    ],
)
def test_after_a_leave_the_clock_goes_on_unless_somebody_is_newly_awaited(before, after, does):
    assert next_clock(before, after, leave=True) == does


def test_a_turn_without_a_timer_has_no_length():
    timed, untimed = GameSettings(turn_seconds=90), GameSettings(patience_seconds=3600)
    assert (turn_length(timed), turn_length(untimed)) == (timedelta(seconds=90), timedelta(hours=1))


def test_an_answer_extends_a_counts_time_by_a_little():
    left = timedelta(seconds=20)
    assert answered(left, MINUTE) == left + FOR_AN_ANSWER


def test_in_short_turns_the_little_is_a_quarter_of_a_turn():
    assert answered(timedelta(seconds=2), timedelta(seconds=8)) == timedelta(seconds=4)


def test_an_answer_never_gives_more_than_the_whole_time():
    assert answered(timedelta(seconds=59), MINUTE) == timedelta(seconds=60)


def test_choices_under_way_at_the_deadline_have_the_grace():
    grace = timedelta(milliseconds=200)
    assert not is_due(NOW, NOW + timedelta(milliseconds=199), grace)
    assert is_due(NOW, NOW + grace, grace)
    assert not is_due(None, NOW, grace)

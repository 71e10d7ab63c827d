"""A long turn waits for a player with days off, and reveals only the day on which they return."""

from datetime import UTC, date, datetime, timedelta

import pytest

from accounts.models import DaysOff
from games.pages.log import log_payload
from games.schedule.pruning import forget_days_off
from tests.games.playing import START, begin, fresh, place, seal, seat, steps
from tests.games.statements import statements_sent
from tests.games.sweeps import resolve_due_turns

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)
LONG = {"turn_seconds": 24 * 60 * 60, "days_off": True, "turn_ends": "complete"}


@pytest.fixture
def time_up(clock):
    """A day passes, and workers do what is due."""

    def time_up():
        clock.go(24 * 60 * 60)
        resolve_due_turns(sleep=clock.sleep)

    return time_up


@pytest.fixture
def bo_is_off(bo):
    """Bo has days off from Sunday to Monday, in London."""
    times = {"begins_at": START + DAY / 6, "ends_at": START + 2 * DAY + DAY / 6}
    days = {"first": date(2026, 11, 22), "last": date(2026, 11, 23)}
    return DaysOff.objects.create(member=bo, **days, **times)


def test_the_turn_waits_and_everybody_sees_until_which_day(ada, bo, bo_is_off, time_up):
    game = begin(ada, bo, **LONG)
    seal(game, ada, place(0, 0))
    time_up()
    assert steps(game) == []
    assert timedelta() <= fresh(game).deadline - (START + 4 * DAY) < timedelta(seconds=1)
    assert seat(game, bo).off_until == date(2026, 11, 24)
    (entry,) = log_payload(fresh(game))
    assert (entry["what"], entry["seat"], entry["until"]) == ("waits", 1, date(2026, 11, 24))
    seal(game, bo, place(1, 1))
    assert [cause for cause, _ in steps(game)] == ["complete"]
    assert (fresh(game).waited, seat(game, bo).off_until) == (False, None)


def test_the_log_forgets_the_day_when_its_year_is_over(ada, bo, bo_is_off, time_up):
    game = begin(ada, bo, **LONG)
    time_up()
    for year, until in ((2026, date(2026, 11, 24)), (2027, None)):
        forget_days_off(now=datetime(year, 12, 31, tzinfo=UTC))
        assert log_payload(fresh(game))[0]["until"] == until


def test_many_games_wait_at_once(ada, bo, bo_is_off, time_up):
    games = [begin(ada, bo, **LONG) for _ in range(3)]
    time_up()
    assert all(fresh(game).waited for game in games)


def test_at_a_table_that_waits_for_nobody_the_turn_ends(ada, bo, bo_is_off, time_up):
    game = begin(ada, bo, **{**LONG, "days_off": False})
    time_up()
    assert seat(game, bo).absences == 1


@pytest.mark.parametrize("count", [1, 3])
def test_who_is_off_is_asked_once_however_many_turns_end(ada, bo, clock, count):
    for _ in range(count):
        begin(ada, bo, **LONG)
    clock.go(24 * 60 * 60)
    with statements_sent() as sent:
        resolve_due_turns(sleep=clock.sleep)
    assert len([sql for sql in sent if "accounts_daysoff" in sql]) == 1

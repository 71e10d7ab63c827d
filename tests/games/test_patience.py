"""A game without a timer waits for a day, or as long as the table says, but not for ever."""

from datetime import timedelta

import pytest

from games.models import Heartbeat
from games.play.settings import GameSettings
from games.play.timer import CLUB_AWAY_AFTER
from games.schedule.outages import beat
from tests.games.acting import pause_game, resume_game
from tests.games.playing import START, begin, fresh, place, seal, seat, steps
from tests.games.sweeps import resolve_due_turns

pytestmark = pytest.mark.django_db

HOUR, DAY = 60 * 60, 24 * 60 * 60
UNTIMED = {"turn_seconds": None, "turn_ends": "complete"}


@pytest.fixture
def wait(clock):
    """Lets time pass, and workers do what is due."""

    def wait(seconds):
        clock.go(seconds)
        resolve_due_turns(sleep=clock.sleep)

    return wait


def test_after_a_day_whoever_has_done_nothing_has_missed_the_turn(ada, bo, cy, wait):
    game = begin(ada, bo, cy, **UNTIMED)
    seal(game, ada, place(0, 0))
    wait(DAY - 1)
    assert steps(game) == []
    wait(1)
    assert steps(game) == [("timer", {"0": place(0, 0)})]
    assert [seat(game, user).absences for user in (ada, bo, cy)] == [0, 1, 1]


def test_the_next_turn_has_a_day_of_its_own(ada, bo, wait):
    game = begin(ada, bo, **UNTIMED)
    wait(DAY)
    assert fresh(game).deadline == START + timedelta(days=2)


def test_the_table_may_say_another_time(ada, bo, wait):
    game = begin(ada, bo, **UNTIMED, patience_seconds=HOUR)
    wait(HOUR)
    assert steps(game) == [("timer", {})]


def test_absences_go_their_usual_way(ada, bo, wait):
    game = begin(ada, bo, **UNTIMED, absences_allowed=2)
    for x in range(2):
        seal(game, ada, place(x, 0))
        wait(DAY)
    assert seat(game, bo).left_why == "absent"
    assert fresh(game).status == "finished"


def test_a_seat_that_draws_one_line_after_the_other_does_something(ada, bo, wait):
    game = begin(ada, bo, variant="continuous-go", **UNTIMED)
    wait(HOUR)
    seal(game, ada, {"type": "draw", "path": [[1, 1], [1.5, 1]]})
    assert fresh(game).awaiting == [0]
    assert fresh(game).deadline == START + timedelta(hours=1, days=1)


def test_a_pause_keeps_what_was_left(ada, bo, mo, clock, wait):
    game = begin(ada, bo, **UNTIMED)
    clock.go(HOUR)
    pause_game(game_id=game.pk, by=mo, why="Tea")
    wait(2 * DAY)
    resume_game(game_id=game.pk, by=mo, why="On we go")
    assert fresh(game).deadline == clock.now + timedelta(hours=23)


def test_a_time_in_which_the_club_was_away_is_given_back(ada, bo, clock):
    for of in Heartbeat.Of:
        beat(of)
    game = begin(ada, bo, **UNTIMED)
    away = CLUB_AWAY_AFTER + timedelta(hours=3)
    clock.go(away.total_seconds())
    for of in Heartbeat.Of:
        beat(of)
    assert fresh(game).deadline == START + timedelta(days=1) + away


def test_a_game_of_before_waits_for_a_day():
    assert GameSettings().patience_seconds == DAY

"""A player who has not chosen is warned once a turn, shortly before the time is up."""

from datetime import timedelta

import pytest

from games.models import Game
from games.play.messages import TakeSeat
from games.play.resolve import depart
from games.play.rows import Cause, LeftWhy
from games.store.sync import run_game
from notices.models import Notice, TurnWarning
from notices.schedule import PLANS, WARNINGS, first_warning
from notices.services.preferences import save_warning_time
from notices.services.reading import read_all
from tests.games.acting import (
    act,
    ask_for_vote,
    cancel_game,
    cast_vote,
    pause_game,
    resign,
    resume_game,
)
from tests.games.playing import PASS, begin, fresh, place, seal
from tests.games.sweeps import resolve_due_turns
from tests.notices.told import DAY, forget, shown, told

pytestmark = pytest.mark.django_db

LINE = {"type": "draw", "path": [[1, 1], [1.5, 1]]}
WARNED = {("time", "runs-out")}
HOUR = 3600


@pytest.fixture
def di(member):
    return member("Di")


@pytest.fixture
def warn(clock):
    """Returns a function that gives the due warnings, as a worker does, and returns in how many
    games."""

    def give():
        while PLANS.first(clock.now, set()) is not None:
            PLANS.handle(clock.now, set())
        return WARNINGS.handle(clock.now, set())

    return give


def begun(*users, **settings):
    game = begin(*users, **{"turn_seconds": DAY, **settings})
    forget()
    return game


@pytest.mark.parametrize(
    ("length", "before"), [(DAY, HOUR), (2 * HOUR, HOUR / 2), (600, 150), (None, HOUR)]
)
def test_a_warning_comes_at_a_quarter_of_a_turn_or_an_hour_before(
    ada, bo, clock, warn, length, before
):
    begun(ada, bo, turn_seconds=length)
    clock.go((length or DAY) - before - 1)
    assert (warn(), told(ada)) == (0, set())
    clock.go(1)
    assert (warn(), told(ada)) == (1, WARNED)


def test_whoever_has_chosen_is_not_warned(ada, bo, clock, warn):
    game = begun(ada, bo)
    seal(game, ada, place(1, 1))
    clock.go(DAY - HOUR)
    warn()
    assert (told(ada), told(bo)) == (set(), WARNED)


def test_a_turn_is_warned_of_once(ada, bo, clock, warn):
    begun(ada, bo)
    clock.go(DAY - HOUR)
    warn()
    forget()
    clock.go(60)
    assert (warn(), told(ada)) == (0, set())


def test_the_next_turn_is_warned_of_again(ada, bo, clock, warn):
    game = begun(ada, bo, turn_ends="complete")
    clock.go(DAY - HOUR)
    warn()
    seal(game, ada, place(1, 1))
    seal(game, bo, place(3, 3))
    forget()
    clock.go(DAY - HOUR)
    assert (warn(), told(ada)) == (1, WARNED)


def test_quick_turns_are_not_warned_of(ada, bo):
    begun(ada, bo, turn_seconds=599)
    assert not TurnWarning.objects.exists()


def test_a_pause_puts_the_warning_off(ada, bo, mo, clock, warn):
    game = begun(ada, bo)
    pause_game(game_id=game.pk, by=mo, why="Tea")
    clock.go(DAY - HOUR)
    assert (warn(), first_warning(clock.now, set())) == (0, None)
    resume_game(game_id=game.pk, by=mo, why="Tea")
    forget()
    warn()
    assert told(ada) == set()
    clock.go(DAY - HOUR)
    warn()
    assert told(ada) == WARNED


def test_a_turn_that_began_in_a_pause_is_warned_of(ada, bo, cy, mo, clock, warn):
    game = begun(ada, bo, cy, variant="territory")
    pause_game(game_id=game.pk, by=mo, why="Tea")
    resign(game_id=game.pk, user=ada)
    resume_game(game_id=game.pk, by=mo, why="Done")
    forget()
    clock.go(DAY - HOUR)
    assert (warn(), told(bo)) == (1, WARNED)


def test_a_deadline_that_was_postponed_puts_the_warning_off(ada, bo, clock, warn):
    game = begun(ada, bo)
    Game.objects.filter(pk=game.pk).update(deadline=clock.now.replace(day=23))
    clock.go(DAY - HOUR)
    warn()
    assert told(ada) == set()
    assert first_warning(clock.now, set()) is None


def test_whoever_has_an_extension_learns_that_the_turn_goes_on_and_is_warned_again(
    ada, bo, clock, warn
):
    game = begun(ada, bo, turn_seconds=HOUR, extensions=2)
    clock.go(HOUR * 3 / 4)
    warn()
    assert (told(ada), told(bo)) == (WARNED, WARNED)
    seal(game, ada, place(1, 1))
    clock.go(HOUR / 4)
    resolve_due_turns(sleep=clock.sleep)
    assert (shown(ada), shown(bo)) == ([], ["extended"])
    assert told(bo) == {("time", "extended")}
    clock.go(HOUR * 3 / 4)
    assert (warn(), shown(ada), shown(bo)) == (1, [], ["runs-out"])


def test_a_turn_that_was_given_more_time_is_warned_of_again(ada, bo, clock, warn):
    game = begun(ada, bo, turn_seconds=HOUR)
    clock.go(HOUR * 3 / 4)
    warn()
    for user in (ada, bo):
        read_all(member=user, now=clock.now)
    ask_for_vote(game_id=game.pk, user=ada, about="more-time")
    cast_vote(game_id=game.pk, user=bo, vote=1)
    assert shown(ada) == shown(bo) == [], "their time runs out no longer"
    clock.go(HOUR)
    assert (warn(), shown(ada), shown(bo)) == (1, ["runs-out"], ["runs-out"])


def test_a_game_that_is_over_is_not_warned_of(ada, bo, mo, clock, warn):
    game = begun(ada, bo)
    cancel_game(game_id=game.pk, by=mo, why="Tea")
    forget()
    clock.go(DAY - HOUR)
    warn()
    assert told(ada) == set()
    assert not TurnWarning.objects.exists()


def test_a_warning_is_shown_no_longer_once_one_has_chosen(ada, bo, clock, warn):
    game = begun(ada, bo)
    clock.go(DAY - HOUR)
    warn()
    assert shown(ada) == ["runs-out"]
    seal(game, ada, place(1, 1))
    assert shown(ada) == []


def counted(ada, bo, turn_seconds=DAY):
    """A game of Parallel Go that has just come to its count."""
    game = begin(ada, bo, variant="parallel-go", turn_seconds=turn_seconds, turn_ends="complete")
    for chosen in (place(0, 0), place(4, 4)), (PASS, PASS):
        for user, action in zip((ada, bo), chosen):
            seal(game, user, action)
    forget()
    return game


def test_who_owes_an_answer_is_warned_after_the_other_has_answered(ada, bo, clock, warn):
    game = counted(ada, bo)
    seal(game, ada, {"type": "accept"})
    clock.go(DAY - HOUR + 10)
    assert (warn(), told(ada), told(bo)) == (1, set(), WARNED)


def test_a_warning_is_kept_and_given_once_when_the_other_answers(ada, bo, clock, warn):
    game = counted(ada, bo)
    clock.go(DAY - HOUR)
    warn()
    seal(game, ada, {"type": "accept"})
    assert (shown(ada), shown(bo)) == ([], ["runs-out"])
    first = Notice.objects.get(member=bo, kind="time").at
    clock.go(60)
    warn()
    assert Notice.objects.get(member=bo, kind="time").at == first


def test_an_answer_that_gives_a_whole_day_puts_the_warning_off(ada, bo, clock, warn):
    game = counted(ada, bo, turn_seconds=None)
    clock.go(DAY - HOUR)
    warn()
    seal(game, ada, {"type": "accept"})
    assert shown(bo) == []
    clock.go(DAY - HOUR)
    assert (warn(), shown(bo)) == (1, ["runs-out"])


def left_alone(ada, bo, clock):
    """A game of two in which Ada is gone, and Bo waits for somebody to take over her seat."""
    settings = {"seats_taken_over": True, "turn_ends": "complete"}
    game = begun(ada, bo, absences_allowed=1, **settings)
    seal(game, bo, place(2, 2))
    clock.go(DAY)
    assert resolve_due_turns(sleep=clock.sleep)
    forget()
    return game


def test_a_turn_that_ends_sooner_as_a_seat_is_taken_is_told_and_warned_of(ada, bo, cy, clock, warn):
    game = left_alone(ada, bo, clock)
    clock.go(HOUR)
    act(game.pk, cy, TakeSeat(seat=0))
    assert (told(bo), told(cy)) == ({("turn", "your-turn")}, set())
    clock.go(DAY - HOUR)
    assert (warn(), shown(bo), shown(cy)) == (1, ["runs-out", "your-turn"], ["runs-out"])


def test_who_takes_a_seat_is_warned_though_the_others_have_been(ada, bo, cy, di, clock, warn):
    game = begun(ada, bo, cy, seats_taken_over=True)
    resign(game_id=game.pk, user=ada)
    clock.go(DAY - HOUR)
    warn()
    first = Notice.objects.get(member=bo, kind="time").at
    clock.go(60)
    act(game.pk, di, TakeSeat(seat=0))
    warn()
    assert (told(di), Notice.objects.get(member=bo, kind="time").at) == (WARNED, first)


def test_a_turn_that_waits_for_somebody_to_take_a_seat_is_warned_of_again(ada, bo, clock, warn):
    game = begun(ada, bo, seats_taken_over=True)
    clock.go(DAY - HOUR)
    warn()
    assert shown(bo) == ["runs-out"]
    with run_game(game.pk) as run:
        depart(run, [run.seats[0]], LeftWhy.AWAY, Cause.TIMER)
    assert shown(bo) == [], "there are three days more"
    clock.traveller.move_to(fresh(game).deadline)
    clock.go(-HOUR)
    assert (warn(), shown(bo)) == (1, ["runs-out"])


def test_who_draws_one_line_of_a_turn_is_warned_of_its_end(ada, bo, clock, warn):
    game = begun(ada, bo, variant="continuous-go")
    seal(game, ada, LINE)
    assert fresh(game).awaiting == [0]
    clock.go(DAY - HOUR)
    assert (warn(), told(ada)) == (1, WARNED)


def test_a_turn_without_a_timer_that_begins_anew_is_warned_of_anew(ada, bo, clock, warn):
    game = begun(ada, bo, variant="continuous-go", turn_seconds=None)
    clock.go(DAY - HOUR)
    warn()
    seal(game, ada, LINE)
    assert shown(ada) == [], "there is a whole day again"
    clock.go(DAY - HOUR)
    assert (warn(), shown(ada)) == (1, ["runs-out"])


class TestOwnTimes:
    """Members who chose their own warning time."""

    def test_each_is_warned_when_they_want_to_be(self, ada, bo, cy, clock, warn):
        save_warning_time(member=ada, before=timedelta(hours=4))
        save_warning_time(member=bo, before=timedelta(minutes=15))
        begun(ada, bo, cy)
        warn()
        for after, who in ((20 * HOUR, ada), (3 * HOUR, cy), (HOUR * 3 / 4, bo)):
            clock.go(after - 1)
            assert (warn(), told(ada) | told(bo) | told(cy)) == (0, set())
            clock.go(1)
            assert (warn(), told(who)) == (1, WARNED)
            read_all(member=who, now=clock.now)
        assert not TurnWarning.objects.exists()

    def test_it_is_at_most_half_of_the_turn_before(self, ada, bo, clock, warn):
        save_warning_time(member=ada, before=timedelta(hours=12))
        begun(ada, bo, turn_seconds=2 * HOUR)
        clock.go(HOUR - 1)
        assert (warn(), told(ada)) == (0, set())
        clock.go(1)
        assert (warn(), told(ada), told(bo)) == (1, WARNED, set())

    def test_a_turn_that_goes_on_minds_what_is_chosen_in_it(self, ada, bo, clock, warn):
        begun(ada, bo)
        warn()
        clock.go(20 * HOUR)
        save_warning_time(member=ada, before=timedelta(hours=8))
        assert (warn(), told(ada), told(bo)) == (1, WARNED, set())

    def test_a_time_that_is_chosen_in_a_pause_counts_when_the_game_goes_on(
        self, ada, bo, mo, clock, warn
    ):
        game = begun(ada, bo)
        pause_game(game_id=game.pk, by=mo, why="Tea")
        save_warning_time(member=ada, before=timedelta(hours=4))
        clock.go(HOUR)
        warn()
        resume_game(game_id=game.pk, by=mo, why="Tea")
        forget()
        clock.go(20 * HOUR - 1)
        assert (warn(), told(ada)) == (0, set())
        clock.go(1)
        assert (warn(), told(ada), told(bo)) == (1, WARNED, set())

"""When a turn ends: by the timer, early, or by a moderator; and how a pause affects it."""

from datetime import timedelta

import pytest

from accounts.models import Suspension
from games.models import Game
from games.pages.access import get_viewer
from tests.games.acting import end_turn, pause_game, resume_game
from tests.games.playing import PASS, START, begin, fresh, place, seal, sealed, seat, steps
from tests.games.sweeps import LOOK_AHEAD, resolve_due_turns, resolve_if_due
from transport.refusals import Refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def tick(clock):
    """Does what a worker does at a tick; returns how many turns it resolved."""
    return lambda: resolve_due_turns(sleep=clock.sleep)


@pytest.fixture
def moderate(mo, clock):
    """Returns a function with which the moderator acts on a game."""

    def act(service, game, **more):
        service(game_id=game.pk, by=mo, why="Tea", **more)

    return act


def test_a_turn_opens_when_its_time_is_up(ada, bo, clock, tick):
    game = begin(ada, bo)
    seal(game, ada, place(0, 0))
    clock.go(60)
    assert tick() == 1
    assert steps(game) == [("timer", {"0": place(0, 0)})]


def test_a_turn_does_not_open_before_its_time(ada, bo, clock, tick):
    game = begin(ada, bo)
    clock.go(60 - LOOK_AHEAD.total_seconds() - 0.01)
    assert tick() == 0
    assert fresh(game).step == 0
    assert clock.slept == []


def test_a_worker_holds_until_the_deadline(ada, bo, clock, tick):
    game = begin(ada, bo)
    clock.go(59.9)
    assert tick() == 1
    assert clock.slept == [pytest.approx(0.1)]
    assert game.steps.get(number=1).resolved_at == START + timedelta(seconds=60)


def test_a_worker_that_wakes_too_early_holds_on(ada, bo, clock):
    game = begin(ada, bo)
    clock.go(59.9)
    assert resolve_due_turns(sleep=lambda seconds: clock.sleep(seconds / 2 + 1e-6))
    assert game.steps.get(number=1).resolved_at >= START + timedelta(seconds=60)


def test_the_next_turn_has_the_whole_time_from_its_opening(ada, bo, clock, tick):
    game = begin(ada, bo)
    clock.go(63)
    tick()
    assert fresh(game).deadline == START + timedelta(seconds=123)


def test_a_table_that_ends_by_the_timer_waits_though_all_have_chosen(ada, bo):
    game = begin(ada, bo, turn_ends="timer")
    seal(game, ada, place(0, 0))
    seal(game, bo, place(1, 1))
    assert fresh(game).step == 0


def test_a_table_that_says_so_opens_as_soon_as_all_have_chosen(ada, bo):
    game = begin(ada, bo, turn_ends="complete")
    seal(game, ada, place(0, 0))
    assert fresh(game).step == 0
    seal(game, bo, place(1, 1))
    assert steps(game) == [("complete", {"0": place(0, 0), "1": place(1, 1)})]


def test_replacing_ones_own_choice_is_not_choosing_for_the_other(ada, bo):
    game = begin(ada, bo, turn_ends="complete")
    seal(game, ada, place(0, 0))
    seal(game, ada, place(1, 1))
    assert fresh(game).step == 0


def test_the_timer_opens_a_step_once(ada, bo, clock, tick):
    game = begin(ada, bo)
    clock.go(60)
    assert [tick(), tick()] == [1, 0]
    assert fresh(game).step == 1


def test_overdue_turns_open_in_the_order_of_their_deadlines_each_once(ada, bo, clock, tick):
    games = [begin(ada, bo, turn_seconds=seconds) for seconds in (30, 10, 20)]
    clock.go(3600)  # beat and workers were down
    assert tick() == 3
    opened = Game.objects.filter(pk__in=[game.pk for game in games], steps__number=1)
    assert [game.settings.turn_seconds for game in opened.order_by("steps__pk")] == [10, 20, 30]
    assert tick() == 0


def test_a_game_that_was_overdue_for_long_opens_one_turn_and_goes_on(ada, bo, clock, tick):
    game = begin(ada, bo, turn_seconds=10)
    clock.go(3600)
    tick()
    assert fresh(game).step == 1
    assert fresh(game).deadline == clock.now + timedelta(seconds=10)


def test_a_pause_keeps_the_time_that_was_left(ada, bo, clock, moderate):
    game = begin(ada, bo)
    clock.go(20)
    moderate(pause_game, game)
    paused = fresh(game)
    assert (paused.status, paused.deadline, paused.time_left) == (
        "paused",
        None,
        timedelta(seconds=40),
    )


def test_a_resumed_game_goes_on_with_the_time_that_was_left(ada, bo, clock, moderate):
    game = begin(ada, bo)
    clock.go(20)
    moderate(pause_game, game)
    clock.go(5000)
    moderate(resume_game, game)
    resumed = fresh(game)
    assert (resumed.status, resumed.time_left) == ("running", None)
    assert resumed.deadline == clock.now + timedelta(seconds=40)


def test_no_time_passes_in_a_pause(ada, bo, clock, tick, moderate):
    game = begin(ada, bo)
    moderate(pause_game, game)
    clock.go(5000)
    assert tick() == 0
    assert fresh(game).step == 0


def test_a_worker_that_holds_opens_nothing_that_was_paused_meanwhile(ada, bo, clock, moderate):
    game = begin(ada, bo)
    clock.go(59.9)

    def sleep(seconds):
        moderate(pause_game, game)
        clock.go(seconds)

    assert resolve_due_turns(sleep=sleep) == 0
    assert (fresh(game).status, fresh(game).step) == ("paused", 0)


def test_choices_can_be_made_and_taken_back_in_a_pause(ada, bo, clock, moderate):
    game = begin(ada, bo)
    moderate(pause_game, game)
    clock.go(5000)
    seal(game, ada, place(0, 0))
    seal(game, bo, place(1, 1))
    seal(game, bo, PASS)
    assert sealed(game) == {0: place(0, 0), 1: PASS}


def test_a_pause_opens_nothing_though_all_have_chosen(ada, bo, moderate):
    game = begin(ada, bo, turn_ends="complete")
    moderate(pause_game, game)
    seal(game, ada, place(0, 0))
    seal(game, bo, place(1, 1))
    assert fresh(game).step == 0


def test_resuming_opens_a_step_for_which_all_have_chosen(ada, bo, moderate):
    game = begin(ada, bo, turn_ends="complete")
    moderate(pause_game, game)
    seal(game, ada, place(0, 0))
    seal(game, bo, place(1, 1))
    moderate(resume_game, game)
    assert steps(game) == [("complete", {"0": place(0, 0), "1": place(1, 1)})]


def test_a_moderator_ends_a_turn_now(ada, bo, clock, moderate):
    game = begin(ada, bo)
    seal(game, ada, place(0, 0))
    clock.go(5)
    moderate(end_turn, game)
    assert steps(game) == [("moderator", {"0": place(0, 0)})]
    assert fresh(game).deadline == clock.now + timedelta(seconds=60)


def test_a_moderators_early_end_makes_nobody_absent(ada, bo, moderate):
    game = begin(ada, bo, absences_allowed=1)
    moderate(end_turn, game)
    assert [seat(game, user).absences for user in (ada, bo)] == [0, 0]
    assert steps(game) == [("moderator", {})]


def test_a_second_click_does_not_end_the_next_turn_too(ada, bo, moderate):
    game = begin(ada, bo)
    moderate(end_turn, game, step=1)
    with pytest.raises(Refused, match="step-over"):
        moderate(end_turn, game, step=1)
    assert fresh(game).step == 1


def test_a_paused_turn_is_not_ended(ada, bo, moderate):
    game = begin(ada, bo)
    moderate(pause_game, game)
    with pytest.raises(Refused, match="not-running"):
        moderate(end_turn, game)


def test_all_passing_finishes_the_game(ada, bo, clock):
    game = begin(ada, bo, turn_ends="complete")
    clock.go(4)
    seal(game, ada, PASS)
    seal(game, bo, PASS)
    over = fresh(game)
    assert (over.status, over.finished_at, over.deadline) == ("finished", clock.now, None)
    assert over.outcome["reason"] == "score"
    assert [seat(game, user).rank for user in (ada, bo)] == [1, 1]


def test_a_finished_game_is_never_due_again(ada, bo, clock, tick):
    game = begin(ada, bo, turn_ends="complete")
    seal(game, ada, PASS)
    seal(game, bo, PASS)
    clock.go(5000)
    assert tick() == 0
    assert not resolve_if_due(game)


def test_a_moderator_who_is_suspended_can_only_watch(ada, bo, mo, clock):
    """A member may be suspended first and made a moderator later."""
    game = begin(ada, bo)
    until = clock.now + timedelta(days=1)
    Suspension.objects.create(user=mo, reason="?", until=until, created_at=clock.now)
    with pytest.raises(Refused, match=r"^suspended: "):
        pause_game(game_id=game.pk, by=mo, why="Supper")
    assert fresh(game).status == Game.Status.RUNNING
    assert get_viewer(game, mo, clock.now).may(game) == []

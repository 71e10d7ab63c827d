"""A step is resolved exactly once, whoever comes at the same moment: with real threads."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connections

from games.schedule.bots import choose_for_bots
from tests.games.acting import end_turn, resign, seal_action
from tests.games.playing import begin, fresh, place, seal, sealed, steps
from tests.games.sweeps import resolve_due_turns, resolve_if_due
from transport.refusals import Refused

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(*works: Callable[[], object]) -> list[object]:
    """Runs all works at the same moment, each in a thread with its own connection; returns each
    one's result, or the code of its refusal."""
    barrier = Barrier(len(works))

    def one(work: Callable[[], object]) -> object:
        try:
            barrier.wait(10)
            return work()
        except Refused as refused:
            return refused.code
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(works)) as pool:
        return [future.result(30) for future in [pool.submit(one, work) for work in works]]


def by_timer(game):
    return lambda: resolve_if_due(game)


@pytest.mark.parametrize("attempt", range(3))
def test_two_workers_open_a_step_once(ada, bo, clock, attempt):
    game = begin(ada, bo)
    seal(game, ada, place(0, 0))
    clock.go(60)
    opened = at_once(by_timer(game), by_timer(game), by_timer(game))
    assert opened.count(True) == 1
    assert steps(game) == [("timer", {"0": place(0, 0)})]


@pytest.mark.parametrize("attempt", range(3))
def test_whole_sweeps_at_once_open_every_due_step_once(ada, bo, clock, attempt):
    games = [begin(ada, bo) for _ in range(4)]
    clock.go(60)

    def sweep():
        return resolve_due_turns(sleep=clock.sleep)

    assert sum(at_once(sweep, sweep)) == 4
    assert [fresh(game).step for game in games] == [1] * 4


@pytest.mark.parametrize("attempt", range(3))
def test_two_last_choices_at_once_open_the_step_once_with_both(ada, bo, attempt):
    game = begin(ada, bo, turn_ends="complete")
    at_once(
        lambda: seal(game, ada, place(0, 0), step=1), lambda: seal(game, bo, place(1, 1), step=1)
    )
    assert steps(game) == [("complete", {"0": place(0, 0), "1": place(1, 1)})]


@pytest.mark.parametrize("attempt", range(3))
def test_the_last_choice_and_two_workers_at_once_open_the_step_once(ada, bo, clock, attempt):
    """The choice is on its way at the deadline: it is either in, or refused."""
    game = begin(ada, bo, turn_ends="complete")
    seal(game, ada, place(0, 0))
    before = clock.now
    clock.go(60)

    def last_choice():
        return seal_action(game_id=game.pk, user=bo, step=1, action=place(1, 1), arrived=before)

    answer, *opened = at_once(last_choice, by_timer(game), by_timer(game))
    cause, actions = steps(game)[0]
    assert fresh(game).step == 1
    assert (answer, cause, set(actions), opened.count(True)) in (
        (None, "complete", {"0", "1"}, 0),
        ("step-over", "timer", {"0"}, 1),
    )
    assert sealed(game) == {}


@pytest.mark.parametrize("attempt", range(3))
def test_a_moderator_and_the_timer_at_once_open_the_step_once(ada, bo, mo, clock, attempt):
    game = begin(ada, bo)
    clock.go(60)

    def moderate():
        return end_turn(game_id=game.pk, by=mo, why="Late", step=1)

    answer, opened = at_once(moderate, by_timer(game))
    assert (answer, opened) in ((None, False), ("step-over", True))
    assert fresh(game).step == 1


def test_two_moderators_clicks_at_once_end_one_turn(ada, bo, mo):
    game = begin(ada, bo)

    def moderate():
        return end_turn(game_id=game.pk, by=mo, why="Late", step=1)

    assert sorted(map(str, at_once(moderate, moderate))) == ["None", "step-over"]
    assert (fresh(game).step, game.moderator_acts.count()) == (1, 1)


def test_two_tabs_that_seal_at_once_keep_one_choice(ada, bo):
    game = begin(ada, bo)
    at_once(
        *(
            (lambda x=x, y=y: seal(game, ada, place(x, y), step=1))
            for x, y in ((0, 0), (1, 1), (2, 2))
        )
    )
    assert len(sealed(game)) == 1
    assert game.sealed_actions.count() == 1


def test_two_resignations_at_once_leave_one_winner(ada, bo):
    game = begin(ada, bo)
    answers = at_once(
        *((lambda user=user: resign(game_id=game.pk, user=user)) for user in (ada, bo))
    )
    assert sorted(map(str, answers)) == ["None", "not-running"]
    assert sorted(fresh(game).outcome["ranks"]) == [1, 2]


def test_two_workers_choose_for_a_bot_once(ada, bot, clock):
    game = begin(ada, bot)
    clock.go(1)

    def choose():
        return choose_for_bots(game_id=game.pk)

    assert at_once(choose, choose).count(True) == 1
    assert set(sealed(game)) == {1}

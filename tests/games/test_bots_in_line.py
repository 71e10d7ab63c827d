"""The order in which bots choose: no turn waits for the bots of another game."""

import itertools
from datetime import timedelta

import pytest

from engines.automatafl import GAME
from games.models import Game
from games.play.clock import BOT_PATIENCE
from games.schedule.bots import VISIT
from games.schedule.jobs import BOTS
from tests.games.playing import begin, bots_with, fresh, place, seal, sealed, steps
from tests.games.sweeps import play_due_bots, resolve_due_turns

pytestmark = pytest.mark.django_db

SLOW = 0.5
"""The seconds that a slow bot takes."""


@pytest.fixture
def asked(clock, monkeypatch):
    """Makes the bots of Automatafl slow; lists the size of the board and the seat at each of their
    choices."""
    calls = []
    choose = GAME.bot().at_once

    def choose_slowly(state, seat, seed):
        clock.go(SLOW)
        calls.append((len(state.board), seat))
        return choose(state, seat, seed)

    monkeypatch.setattr(type(GAME), "bots", bots_with(GAME, choose_slowly))
    return calls


@pytest.fixture
def bots(member):
    return [member(f"Slow {number}", is_bot=True) for number in range(4)]


def slow_game(*players, size=5, **changes):
    """A game of slow bots on a board whose size identifies it."""
    rows = ["." * size for _ in range(size)]
    middle = size // 2
    rows[middle] = "." * middle + "A" + "." * (size - middle - 1)
    rows[1] = "." + "W" * (size - 2) + "."
    settings = {"turn_seconds": None, "turn_ends": "complete", **changes}
    return begin(*players, variant="automatafl", options={"setup": rows}, **settings)


def test_a_turn_opens_on_time_however_long_the_bots_of_other_games_think(
    ada, bo, bots, asked, clock
):
    heavy = [slow_game(*bots) for _ in range(4)]
    game = begin(ada, bo, turn_seconds=5)
    seal(game, ada, place(0, 0))
    clock.go(5)
    assert resolve_due_turns(sleep=clock.sleep) == 1
    assert asked == []
    assert game.steps.get(number=1).resolved_at == fresh(game).started_at + timedelta(seconds=5)
    assert all(fresh(each).bots_due is not None for each in heavy)


def test_one_game_does_not_hold_a_worker_for_all_of_its_bots(bots, asked, clock):
    first, second = slow_game(*bots, size=5), slow_game(*bots, size=7)
    clock.go(1)
    assert timedelta(seconds=SLOW) > VISIT
    play_due_bots(ahead=BOTS.every, sleep=clock.sleep)
    assert asked[:2] == [(25, 0), (49, 0)]
    assert [set(sealed(game)) for game in (first, second)] == [{0}, {0}]


def test_games_take_turns_until_all_bots_have_chosen(bots, asked, clock):
    slow_game(*bots, size=5)
    slow_game(*bots, size=7)
    clock.go(1)
    for _ in range(4):
        play_due_bots(ahead=BOTS.every, sleep=clock.sleep)
    assert [size for size, _ in asked] == [25, 49] * 4


def test_a_worker_looks_for_the_next_tick_though_bots_are_due_still(bots, asked, clock):
    games = [slow_game(*bots) for _ in range(4)]
    clock.go(1)
    began = clock.now
    play_due_bots(ahead=BOTS.every, sleep=clock.sleep)
    assert clock.now - began == timedelta(seconds=BOTS.every)
    assert sum(fresh(game).bots_due is not None for game in games) == 4


def test_games_with_people_come_before_games_of_bots_alone(ada, bots, asked, clock):
    slow_game(*bots, size=5)
    clock.go(1)  # it has been due for longer
    slow_game(ada, *bots[:3], size=7)
    clock.go(1)
    play_due_bots(ahead=BOTS.every, sleep=clock.sleep)
    assert [size for size, _ in asked[:2]] == [49, 49]


def test_games_whose_time_is_up_come_before_other_games_with_people(ada, bots, asked, clock):
    slow_game(ada, bots[0], size=5)
    urgent = slow_game(ada, bots[0], size=7)
    clock.go(1)
    Game.objects.filter(pk=urgent.pk).update(deadline=clock.now)
    play_due_bots(ahead=BOTS.every, sleep=clock.sleep)
    assert asked[0] == (49, 1)


def test_a_turn_waits_for_its_own_bots_for_a_little_while(ada, bots, asked, clock):
    game = slow_game(ada, bots[0], turn_seconds=10, turn_ends="timer")
    clock.go(10)
    assert resolve_due_turns(sleep=clock.sleep) == 0
    play_due_bots(ahead=BOTS.every, sleep=clock.sleep)
    assert [set(actions) for _, actions in steps(game)] == [{"1"}]
    assert game.steps.get(number=1).cause == "timer"


def test_after_that_something_is_chosen_for_them_at_once(ada, bots, asked, clock):
    game = slow_game(ada, *bots[:3], turn_seconds=10, turn_ends="timer")
    clock.go(10 + BOT_PATIENCE.total_seconds())
    before = clock.now
    assert resolve_due_turns(sleep=clock.sleep) == 1
    assert [set(actions) for _, actions in steps(game)] == [{"1", "2", "3"}]
    assert asked == []
    assert clock.now == before


def test_a_game_of_bots_alone_takes_a_second_a_turn_at_least(bots, asked, clock):
    game = slow_game(*bots[:2])
    for _ in range(40):
        clock.go(0.1)
        play_due_bots(ahead=BOTS.every, sleep=clock.sleep)
    times = list(game.steps.order_by("number").values_list("resolved_at", flat=True))
    assert len(times) > 2
    assert all(
        later - sooner >= timedelta(seconds=1) for sooner, later in itertools.pairwise(times)
    )


def test_a_game_for_which_a_worker_thinks_is_left_alone_by_others(bots, asked, clock, monkeypatch):
    game = slow_game(*bots[:2])
    clock.go(1)
    nested = []
    choose = GAME.bot().think

    def choose_while_another_looks(state, seat, seed):
        nested.append(play_due_bots(ahead=BOTS.every, sleep=clock.sleep))
        return choose(state, seat, seed)

    monkeypatch.setattr(type(GAME), "bots", bots_with(GAME, choose_while_another_looks))
    play_due_bots(ahead=BOTS.every, sleep=clock.sleep)
    assert nested == [0] * len(asked)
    assert len(asked) == 2
    assert fresh(game).step == 1

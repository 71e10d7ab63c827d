"""Bots think without holding locks, each within a time limit."""

import signal
import threading
import time

import pytest
from django.db import connection

from engines.bots import Level
from engines.multiplayer_go import GAME
from engines.multiplayer_go.game import MultiplayerGo
from games.play.thinking import Asked, OutOfTime, Question, interrupted_after, think
from games.schedule.bots import choose_for_bots
from tests.games.playing import begin, bots_with, fresh, place, seal, sealed, state_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def thinking(monkeypatch):
    """Returns a function that sets how the bot of Parallel Multiplayer Go chooses."""

    def think_like(choose):
        def at_once(_state, seat, _seed):
            return place(seat, 4)

        monkeypatch.setattr(MultiplayerGo, "bots", bots_with(GAME, choose, at_once))

    return think_like


def for_ever(_state, _seat, _seed):
    while True:
        pass


def question(game, *seats):
    asked = dict.fromkeys(seats, Asked(Level.MEDIUM, 7))
    return Question(game.engine, state_of(game), game.next_step, asked)


@pytest.mark.django_db(transaction=True)
def test_bots_think_outside_of_any_transaction(ada, bot, clock, thinking):
    seen = []

    def choose(_state, _seat, _seed):
        seen.append(connection.in_atomic_block)
        return place(0, 0)

    thinking(choose)
    game = begin(ada, bot)
    clock.go(1)
    choose_for_bots(game_id=game.pk)
    assert seen == [False]
    assert sealed(game) == {1: place(0, 0)}


def test_a_choice_for_a_step_that_was_resolved_meanwhile_is_dropped(ada, bot, clock, thinking):
    game = begin(ada, bot, variant="multiplayer-go", turn_seconds=None, turn_ends="complete")

    def choose(_state, _seat, _seed):
        if fresh(game).step == 0:  # while it thinks, another worker has chosen for it
            thinking(lambda *_: place(1, 1))
            seal(game, ada, place(3, 3))
            choose_for_bots(game_id=game.pk)
        return place(0, 0)

    thinking(choose)
    clock.go(1)
    assert not choose_for_bots(game_id=game.pk)
    assert game.steps.get(number=1).actions == {"0": place(3, 3), "1": place(1, 1)}
    assert sealed(game) == {}


def test_a_bot_that_thinks_for_ever_chooses_at_once_after_a_while(ada, bot, clock, thinking):
    thinking(for_ever)
    game = begin(ada, bot)
    assert think(question(game, 1), choice_seconds=0.02, go_on=lambda: True) == {1: place(1, 4)}


def test_the_time_limit_is_the_one_in_the_settings(ada, bot, clock, thinking, settings):
    settings.BOT_SECONDS = 0.02
    thinking(for_ever)
    game = begin(ada, bot)
    clock.go(1)
    choose_for_bots(game_id=game.pk)
    assert sealed(game) == {1: place(1, 4)}


def test_where_time_is_up_for_the_game_its_other_bots_are_left_for_later(ada, bot, member):
    game = begin(ada, bot, member("Pebble 2", is_bot=True))
    chosen = think(question(game, 1, 2), choice_seconds=5, go_on=lambda: False)
    assert set(chosen) == {1}


def test_each_choice_is_the_same_whether_bots_are_asked_together_or_one_by_one(ada, bot, member):
    game = begin(ada, bot, member("Pebble 2", is_bot=True))
    together = think(question(game, 1, 2), choice_seconds=5, go_on=lambda: True)
    one_by_one = [
        think(question(game, seat), choice_seconds=5, go_on=lambda: True) for seat in (2, 1)
    ]
    assert together == one_by_one[1] | one_by_one[0]


def test_an_interruption_leaves_no_alarm_behind():
    before = signal.getsignal(signal.SIGALRM)
    with interrupted_after(5):
        pass
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
    with pytest.raises(OutOfTime), interrupted_after(0.01):
        time.sleep(10)
    assert signal.getsignal(signal.SIGALRM) == before


def test_other_threads_are_not_interrupted():
    done = []

    def work():
        with interrupted_after(0.01):
            done.append(True)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join(10)
    assert done == [True]

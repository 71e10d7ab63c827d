"""What beat calls: two ticks without arguments, which find in the database what is to be done."""

import pytest

from games import tasks
from tests.games.playing import begin, fresh, place, seal, sealed, steps

pytestmark = pytest.mark.django_db


def test_a_tick_opens_what_is_due(ada, bo, clock, monkeypatch):
    monkeypatch.setattr(tasks, "time", clock)
    game = begin(ada, bo)
    seal(game, ada, place(0, 0))
    clock.go(59.9)
    tasks.open_due_turns()
    assert steps(game) == [("timer", {"0": place(0, 0)})]
    assert clock.slept == [pytest.approx(0.1)]


def test_a_tick_lets_bots_choose(ada, bot, clock):
    game = begin(ada, bot)
    clock.go(1)
    tasks.play_bots()
    assert set(sealed(game)) == {1}


def test_a_tick_that_comes_late_or_twice_finds_the_same(ada, bo, clock, monkeypatch):
    monkeypatch.setattr(tasks, "time", clock)
    game = begin(ada, bo)
    clock.go(600)
    tasks.open_due_turns()
    tasks.open_due_turns()
    assert fresh(game).step == 1

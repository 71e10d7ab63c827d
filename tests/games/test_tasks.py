"""The tasks that beat starts: sweeps, which find in the database what is due."""

from types import SimpleNamespace

import pytest

from games.schedule.jobs import BOTS, TURNS
from scheduler import sweeping
from scheduler.jobs import Queue
from scheduler.sweeping import sweep_for
from tests.games.playing import begin, fresh, place, seal, sealed, steps

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _slept(clock, monkeypatch):
    # In this module alone: threads that sleep would move the clock without end.
    monkeypatch.setattr(sweeping, "time", SimpleNamespace(sleep=clock.sleep))


def turns():
    sweep_for(Queue.TURNS, TURNS.every)


def test_a_tick_resolves_what_is_due(ada, bo, clock):
    game = begin(ada, bo)
    seal(game, ada, place(0, 0))
    clock.go(59.9)
    turns()
    assert steps(game) == [("timer", {"0": place(0, 0)})]
    assert clock.slept == [pytest.approx(0.1)]


def test_a_tick_lets_bots_choose(ada, bot, clock):
    game = begin(ada, bot)
    clock.go(1)
    sweep_for(Queue.BOTS, BOTS.every)
    assert set(sealed(game)) == {1}


def test_a_tick_that_comes_late_or_twice_finds_the_same(ada, bo, clock):
    game = begin(ada, bo)
    clock.go(600)
    turns()
    turns()
    assert fresh(game).step == 1

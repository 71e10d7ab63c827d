"""One game that fails stalls no other, and nothing of it is lost."""

import logging

import pytest
from django.db import DatabaseError, OperationalError

from engines.multiplayer_go.game import MultiplayerGo
from games import due
from games.due import open_due_turns, play_due_bots
from games.models import ModeratorAct
from games.services.moderation import resume_game
from tests.games.playing import begin, fresh, place, seal, sealed, steps

pytestmark = pytest.mark.django_db

BROKEN = 7
"""Games of this size fail."""


@pytest.fixture
def fail(monkeypatch):
    """Makes the engine fail in games of one size."""

    def failing(error):
        resolve = MultiplayerGo.resolve

        def resolve_or_fail(self, state, actions):
            if state.size == BROKEN:
                raise error
            return resolve(self, state, actions)

        monkeypatch.setattr(MultiplayerGo, "resolve", resolve_or_fail)

    return failing


@pytest.fixture
def broken(ada, bo):
    game = begin(ada, bo, options={"size": BROKEN}, turn_seconds=10)
    seal(game, ada, place(6, 6))
    return game


def test_a_game_that_fails_neither_stalls_nor_undoes_the_others(ada, bo, broken, clock, fail):
    before = begin(ada, bo, turn_seconds=5)
    after = begin(ada, bo, turn_seconds=20)
    fail(ZeroDivisionError("a bug"))
    clock.go(30)
    assert open_due_turns(now=clock.now, sleep=clock.sleep) == 2
    assert [fresh(game).step for game in (before, broken, after)] == [1, 0, 1]


def test_a_game_that_fails_is_paused_with_an_entry_in_its_log(broken, clock, fail):
    fail(ZeroDivisionError("a bug"))
    clock.go(10)
    open_due_turns(now=clock.now, sleep=clock.sleep)
    act = ModeratorAct.objects.get(game=broken)
    assert (fresh(broken).status, act.what, act.by) == ("paused", "stopped", None)


def test_what_was_chosen_in_a_game_that_failed_is_played_when_it_is_mended(
    broken, clock, fail, mo, monkeypatch
):
    fail(ZeroDivisionError("a bug"))
    clock.go(10)
    open_due_turns(now=clock.now, sleep=clock.sleep)
    assert sealed(broken) == {0: place(6, 6)}
    monkeypatch.undo()
    resume_game(game_id=broken.pk, by=mo, why="Mended")
    open_due_turns(now=clock.now, sleep=clock.sleep)
    assert steps(broken) == [("timer", {"0": place(6, 6)})]


def test_the_log_of_a_fault_holds_no_choice(broken, clock, fail, caplog):
    fail(ZeroDivisionError("cannot place at [6, 6]"))
    clock.go(10)
    with caplog.at_level(logging.DEBUG):
        open_due_turns(now=clock.now, sleep=clock.sleep)
    assert "ZeroDivisionError" in caplog.text
    assert "[6, 6]" not in caplog.text


def test_a_database_that_is_busy_is_tried_again_at_the_next_tick(broken, clock, fail, monkeypatch):
    fail(OperationalError("deadlock detected"))
    clock.go(10)
    assert open_due_turns(now=clock.now, sleep=clock.sleep) == 0
    assert fresh(broken).status == "running"
    monkeypatch.undo()
    assert open_due_turns(now=clock.now, sleep=clock.sleep) == 1


def test_a_row_that_the_database_never_takes_stops_the_game(broken, clock, fail):
    fail(DatabaseError("value too long"))
    clock.go(10)
    open_due_turns(now=clock.now, sleep=clock.sleep)
    assert fresh(broken).status == "paused"


def test_a_game_that_cannot_even_be_stopped_stalls_no_other(
    ada, bo, broken, clock, fail, monkeypatch
):
    def gone(**_):
        raise OperationalError("gone")

    after = begin(ada, bo, turn_seconds=20)
    fail(ZeroDivisionError("a bug"))
    monkeypatch.setattr(due, "stop_broken_game", gone)
    clock.go(30)
    assert open_due_turns(now=clock.now, sleep=clock.sleep) == 1
    assert fresh(after).step == 1


def test_a_bot_that_fails_pauses_its_game_and_no_other(ada, bot, clock, monkeypatch):
    def choose(state, seat, seed):
        if state.size == BROKEN:
            raise ZeroDivisionError
        return place(0, 0)

    monkeypatch.setattr(
        MultiplayerGo, "bot", type(MultiplayerGo.bot)(MultiplayerGo.bot.name, choose)
    )
    failing, going = begin(ada, bot, options={"size": BROKEN}), begin(ada, bot)
    clock.go(1)
    assert play_due_bots(now=clock.now) == 1
    assert [fresh(game).status for game in (failing, going)] == ["paused", "running"]
    assert sealed(going) == {1: place(0, 0)}

"""A game that fails does not hold up others, and none of its data is lost."""

import logging

import pytest
from django.db import DataError, InternalError, OperationalError

from engines.multiplayer_go import GAME
from engines.multiplayer_go.game import MultiplayerGo
from games.models import ModeratorAct
from games.schedule import failing
from games.store import subscribers
from scheduler.jobs import BATCH
from tests.games.acting import ask_for_vote, resume_game
from tests.games.playing import begin, bots_with, fresh, place, seal, sealed, steps
from tests.games.sweeps import play_due_bots, resolve_due_turns
from tests.notices.told import told

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


@pytest.fixture
def tick(clock):
    """Does what a worker does at a tick; returns how many turns it resolved."""
    return lambda: resolve_due_turns(sleep=clock.sleep)


class OfTheDatabase(Exception):
    """An error of the database's own library, with PostgreSQL's code."""

    def __init__(self, sqlstate):
        self.sqlstate = sqlstate


def refused_with(sqlstate, kind=InternalError):
    """An error as Django raises it."""
    error = kind("no value of a row is in here")
    error.__cause__ = OfTheDatabase(sqlstate)
    return error


def test_a_game_that_fails_neither_stalls_nor_undoes_the_others(ada, bo, broken, clock, fail):
    before = begin(ada, bo, turn_seconds=5)
    after = begin(ada, bo, turn_seconds=20)
    fail(ZeroDivisionError("a bug"))
    clock.go(30)
    assert resolve_due_turns(sleep=clock.sleep) == 2
    assert [fresh(game).step for game in (before, broken, after)] == [1, 0, 1]


def test_a_game_that_fails_twice_is_paused_with_an_entry_in_its_log(broken, clock, fail, tick):
    fail(ZeroDivisionError("a bug"))
    clock.go(10)
    tick()
    tick()
    act = ModeratorAct.objects.get(game=broken)
    assert (fresh(broken).status, act.what, act.by) == ("paused", "stopped", None)


def test_a_game_that_fails_once_goes_on_at_the_next_tick(broken, clock, fail, tick, monkeypatch):
    fail(ZeroDivisionError("cosmic rays"))
    clock.go(10)
    assert tick() == 0
    assert fresh(broken).status == "running"
    monkeypatch.undo()
    assert tick() == 1


def test_what_was_chosen_in_a_game_that_failed_is_played_when_it_is_mended(
    broken, clock, fail, mo, monkeypatch, tick
):
    fail(ZeroDivisionError("a bug"))
    clock.go(10)
    tick()
    tick()
    assert sealed(broken) == {0: place(6, 6)}
    monkeypatch.undo()
    resume_game(game_id=broken.pk, by=mo, why="Mended")
    tick()
    assert steps(broken) == [("timer", {"0": place(6, 6)})]


def test_the_log_of_a_fault_holds_no_choice(broken, clock, fail, caplog):
    fail(ZeroDivisionError("cannot place at [6, 6]"))
    clock.go(10)
    with caplog.at_level(logging.DEBUG):
        resolve_due_turns(sleep=clock.sleep)
    assert "ZeroDivisionError" in caplog.text
    assert "[6, 6]" not in caplog.text


def test_a_database_that_is_busy_is_tried_again_at_the_next_tick(broken, clock, fail, monkeypatch):
    fail(OperationalError("deadlock detected"))
    clock.go(10)
    assert resolve_due_turns(sleep=clock.sleep) == 0
    assert fresh(broken).status == "running"
    monkeypatch.undo()
    assert resolve_due_turns(sleep=clock.sleep) == 1


@pytest.mark.parametrize(
    "sqlstate",
    [
        pytest.param("25006", id="read-only"),
        pytest.param("40P01", id="deadlock"),
        pytest.param("53100", id="disk full"),
        pytest.param("57P01", id="shutting down"),
        pytest.param("08006", id="connection lost"),
        pytest.param("55P03", id="lock not available"),
        pytest.param("58030", id="input/output error"),
    ],
)
def test_a_database_that_refuses_for_a_while_stops_no_game(
    broken, clock, fail, tick, monkeypatch, sqlstate
):
    fail(refused_with(sqlstate))
    clock.go(10)
    for _ in range(5):
        tick()
    assert fresh(broken).status == "running"
    monkeypatch.undo()
    assert tick() == 1


def test_a_row_that_the_database_never_takes_stops_the_game(broken, clock, fail, tick):
    fail(refused_with("22001", DataError))
    clock.go(10)
    tick()
    tick()
    assert fresh(broken).status == "paused"


def test_a_game_that_cannot_even_be_stopped_stalls_no_other(
    ada, bo, broken, clock, fail, monkeypatch
):
    def gone(*_):
        raise OperationalError("gone")

    after = begin(ada, bo, turn_seconds=20)
    fail(ZeroDivisionError("a bug"))
    monkeypatch.setattr(failing, "stop_broken", gone)
    clock.go(30)
    assert resolve_due_turns(sleep=clock.sleep) == 1
    assert fresh(after).step == 1


def test_a_game_whose_state_cannot_be_read_stalls_no_other(
    ada, bo, broken, clock, monkeypatch, tick
):
    ask_for_vote(game_id=broken.pk, user=ada, about="end")
    load = MultiplayerGo.load

    def load_or_fail(self, stored):
        if stored["size"] == BROKEN:
            raise ValueError("written by an older version")
        return load(self, stored)

    monkeypatch.setattr(MultiplayerGo, "load", load_or_fail)
    clock.go(10)
    tick()
    others = [begin(ada, bo, turn_seconds=5) for _ in range(BATCH + 1)]
    clock.go(10)
    assert tick() == len(others)
    assert fresh(broken).status == "paused"


def test_a_state_that_cannot_be_unpacked_holds_up_no_other_games_bots(ada, bot, clock, monkeypatch):
    monkeypatch.setattr(
        MultiplayerGo, "bots", bots_with(GAME, lambda *_: place(0, 0), lambda *_: place(0, 0))
    )
    damaged, going = begin(ada, bot), begin(ada, bot)
    damaged.steps.update(state=b"no JSON")
    clock.go(1)
    assert play_due_bots() == 1
    assert sealed(going) == {1: place(0, 0)}


def test_a_bot_that_fails_pauses_its_game_and_no_other(ada, bot, clock, monkeypatch):
    def choose(state, seat, seed):
        if state.size == BROKEN:
            raise ZeroDivisionError
        return place(0, 0)

    monkeypatch.setattr(MultiplayerGo, "bots", bots_with(GAME, choose, choose))
    failing, going = begin(ada, bot, options={"size": BROKEN}), begin(ada, bot)
    clock.go(1)
    assert play_due_bots() == 1
    play_due_bots()
    assert [fresh(game).status for game in (failing, going)] == ["paused", "running"]
    assert sealed(going) == {1: place(0, 0)}


def test_whoever_follows_a_game_and_fails_costs_neither_the_turn_nor_what_others_make_of_it(
    ada, bo, monkeypatch, caplog
):
    def fail(_run):
        raise ZeroDivisionError

    for those in (subscribers._sql_subscribers, subscribers._subscribers):
        for topic in subscribers.RunTopic:
            monkeypatch.setitem(those, topic, [fail, *those[topic]])
    game = begin(ada, bo, turn_seconds=86_400, turn_ends="complete")
    for user, x in ((ada, 1), (bo, 3)):
        seal(game, user, place(x, x))
    assert len(steps(game)) == 1
    assert told(ada) == told(bo) == {("turn", "your-turn")}
    assert f"game {game.pk} goes on without" in caplog.text

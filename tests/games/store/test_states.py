"""States are stored with steps: reading any of them costs the same, and nothing is replayed."""

import json
from contextlib import contextmanager
from random import Random

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from hypothesis import given
from hypothesis import strategies as st

from engines.multiplayer_go.game import MultiplayerGo
from engines.rules import IllegalAction
from games.pages import snapshots
from games.play.resolve import resolve
from games.play.rows import Cause, ChoiceRow
from games.play.states import MOST_CHANGES, SHARE, stored_state, whole_state
from games.store import rows
from games.store.rows import state_at
from games.store.sync import run_game
from tests.games.playing import begin, fresh, place

pytestmark = pytest.mark.django_db

LATE = 1000


def play_on(game, number):
    """Plays this many steps in one run, with stones wherever there is room."""
    random = Random(5)
    with run_game(game.pk) as run:
        for _ in range(number):
            for seat in run.seats:
                action = place(random.randrange(5), random.randrange(5))
                try:
                    run.engine.check(run.state, seat.number, action)
                except IllegalAction:
                    continue
                run.choices[seat.number] = ChoiceRow(action, run.now)
            resolve(run, Cause.MODERATOR)
    return fresh(game)


@pytest.fixture
def long_game(ada, bo):
    return play_on(begin(ada, bo, turn_seconds=None), LATE)


@contextmanager
def rows_read(monkeypatch):
    """Counts the steps from which each state was put together in the block."""
    read = []

    def counting(held):
        steps = list(held)
        read.append(len(steps))
        return stored_state(steps)

    monkeypatch.setattr(rows, "stored_state", counting)
    yield read


def test_any_step_is_read_at_the_same_cost_and_nothing_is_played_again(
    long_game, client_of, monkeypatch
):
    def never(*_):
        pytest.fail("a step was played again")

    client, base = client_of(), long_game.get_absolute_url()
    client.get(base)  # the first request of a process sets up what all requests share
    monkeypatch.setattr(MultiplayerGo, "resolve", never)
    monkeypatch.setattr(MultiplayerGo, "leave", never)
    monkeypatch.setattr(MultiplayerGo, "new_state", never)
    cost = {}
    for number in (10, LATE // 2, LATE - 1, LATE):
        cost[number] = []
        for path in (f"steps/{number}.json", f"steps/{number}/heat.json", f"?step={number}"):
            snapshots._resolved.cache_clear()  # as for the first who asks
            with rows_read(monkeypatch) as read, CaptureQueriesContext(connection) as queries:
                assert client.get(base + path).status_code == 200
            assert len(read) == 1
            assert read[0] <= MOST_CHANGES + 1
            cost[number].append(len(queries))
    assert len(set(map(tuple, cost.values()))) == 1, cost


def test_every_step_can_be_read_and_is_what_was_played(ada, bo):
    game = play_on(begin(ada, bo, turn_seconds=None), 120)
    engine = game.engine
    state = engine.new_state(game.options, 2, game.seed)
    for step in game.steps.order_by("number"):
        if step.number:
            actions = {int(seat): action for seat, action in step.actions.items()}
            state, events = engine.resolve(state, actions)
            assert step.events == json.loads(json.dumps(events))
        assert state_at(game, step.number) == state


def test_what_changed_since_a_whole_state_is_less_than_that(ada, bo):
    game = play_on(begin(ada, bo, turn_seconds=None), 200)
    held = {step.number: step for step in game.steps.all()}
    assert any(step.whole == number for number, step in held.items() if number)
    assert any(step.whole < number for number, step in held.items())
    for number, step in held.items():
        since = [held[each].state for each in range(step.whole + 1, number + 1)]
        assert len(since) <= MOST_CHANGES
        assert sum(map(len, since)) * SHARE <= len(held[step.whole].state)
        assert held[step.whole].whole == step.whole


def test_a_state_that_hardly_changes_is_held_whole_now_and_then():
    dump = {"turn": 0, "board": [Random(1).random() for _ in range(2000)]}
    stored, held = whole_state(0, dump)
    rows = [(0, held)]
    for turn in range(1, 200):
        stored, held = stored.then({**dump, "turn": turn})
        rows.append((turn, held))
        assert turn - stored.whole <= MOST_CHANGES
        assert stored_state(rows[stored.whole :]) == stored
    assert stored.dump == {**dump, "turn": 199}


@given(st.lists(st.dictionaries(st.sampled_from("abc"), st.lists(st.integers(2, 9))), min_size=1))
def test_states_are_read_as_they_were_held(dumps):
    stored, held = whole_state(7, dumps[0])
    rows = {7: held}
    for number, dump in enumerate(dumps[1:], start=8):
        stored, rows[number] = stored.then(dump)
        read = stored_state((n, rows[n]) for n in range(stored.whole, number + 1))
        assert (read, read.dump) == (stored, dump)

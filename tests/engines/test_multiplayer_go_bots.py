"""The other bots of Parallel Multiplayer Go, and the many games that they play on together."""

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from engines.board import EMPTY, colours, point_at
from engines.bots import Budget, Level
from engines.multiplayer_go import GAME
from engines.multiplayer_go.heat import Trail
from engines.multiplayer_go.knowledge import PASS, GoKnowledge
from engines.multiplayer_go.playouts import Playouts
from engines.record import new
from tests.engines.drawing import drawn

LEVELS = [level for level in Level if level is not Level.MEDIUM]
AHEAD = [Level.FAIRLY_STRONG, Level.STRONG]


def chosen(state, level, seat=0, seed=1, rounds=256):
    return GAME.bot(level).choose(state, seat, seed, Budget(rounds))


def start(size=9, seats=2, **options):
    options = new(GAME.slug, seats, {"size": size, **options}).options
    return GAME.new_state(options, seats, 0)


def owners(state):
    """For each point, 0 or the seat plus 1."""
    return [colours(bits)[0] + 1 if colours(bits) else 0 for bits in state.board]


@pytest.mark.parametrize("seats", [2, 5])
def test_playouts_place_and_capture_by_the_rules(seats):
    chance, state = Random(seats), start(size=5, seats=seats, collision="nobody")
    playouts = Playouts([state] * 2, np.random.default_rng(0))
    half = len(playouts.inside) // 2
    captured = 0
    for _ in range(80):
        empty = [index for index, bits in enumerate(state.board) if bits == EMPTY]
        wanted = [chance.choice(empty) for _ in range(seats)]
        places = [{"type": "place", "at": point_at(index, 5)} for index in wanted]
        state, events = GAME.resolve(state, dict(enumerate(places)))
        captured += sum(event["type"] == "captured" for event in events)
        chosen = [[playouts.inside[index], playouts.inside[half + index]] for index in wanted]
        playouts.turn([np.array(each) for each in chosen])
        after = playouts.board[playouts.inside].tolist()
        assert after == owners(state) * 2
    assert captured > 10


def test_what_is_chosen_in_playouts_is_where_stones_are_placed():
    playouts = Playouts([start(seats=3)] * 20, np.random.default_rng(1))
    chosen = playouts.play(1)
    assert chosen.shape == (20, 3, 1)
    boards = playouts.board[playouts.inside].reshape(20, 81)
    for board, wanted in zip(boards, chosen[:, :, 0].tolist()):
        assert set(np.flatnonzero(board)) == set(wanted)
        for seat, point in enumerate(wanted):
            assert board[point] == seat + 1 or wanted.count(point) > 1


def test_what_seats_hold_is_their_stones_and_the_points_nearer_to_them():
    state = drawn(
        "..0.1",
        "..0.1",
        "..0.1",
        "..0.1",
        "..0.1",
    )
    assert Playouts([state], np.random.default_rng(0)).held().tolist() == [[15, 5, 0]]


@pytest.mark.parametrize("level", AHEAD)
@pytest.mark.parametrize("seat", [0, 1])
def test_it_saves_and_captures_what_decides_the_game(level, seat):
    state = drawn(
        ".........",
        ".11111...",
        "1000001..",
        "100000...",
        ".11111...",
        "000000000",
        ".........",
        ".........",
        ".........",
        seats=2,
    )
    warm = Trail(1, (12,))
    colder = replace(state, turn=2, trails=(Trail(), warm) if seat == 0 else (warm, Trail()))
    choices = [chosen(colder, level, seat, seed) for seed in range(3)]
    assert choices.count({"type": "place", "at": [6, 3]}) >= 2


@pytest.mark.parametrize("level", AHEAD)
def test_it_passes_where_every_stone_would_do_harm(level):
    state = drawn(
        ".0.01",
        "00001",
        "11111",
        ".1.1.",
        "11111",
    )
    assert chosen(state, level) == {"type": "pass"}


def test_echo_answers_beside_the_last_stones():
    state = start(size=13)
    state, _ = GAME.resolve(
        state, {0: {"type": "place", "at": [2, 2]}, 1: {"type": "place", "at": [10, 10]}}
    )
    for seed in range(5):
        x, y = chosen(state, Level.FAIRLY_EASY, seed=seed)["at"]
        assert abs(x - 10) + abs(y - 10) <= 2


def test_sprinkle_fills_its_own_eyes():
    state = drawn("00000", "0.0.0", "00000", "11111", "11111")
    choices = [chosen(state, Level.EASY, seed=seed) for seed in range(60)]
    assert {"type": "place", "at": [1, 1]} in choices


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("seats", [2, 12])
def test_the_same_seed_and_rounds_give_the_same_choice(level, seats):
    state = start(size=9, seats=seats)
    assert chosen(state, level, rounds=40) == chosen(state, level, rounds=40)


def test_games_are_not_played_on_after_their_last_turn():
    state = start(size=5, max_turns=1)
    knowledge = GoKnowledge(state, for_long=True)
    after = knowledge.after(state, {0: 12, 1: 3})
    assert knowledge.play_on_with_choices([after, after], Random(1)) == [([0.5, 0.5], ())] * 2


@pytest.mark.parametrize(
    ("for_long", "seats", "turns"), [(True, 2, 2), (True, 3, 1), (False, 2, 1)]
)
def test_a_search_that_has_long_looks_at_two_turns_in_games_of_two(for_long, seats, turns):
    position = start(size=5, seats=seats)
    knowledge = GoKnowledge(position, for_long=for_long)
    for turn in range(3):
        assert bool(knowledge.awaiting(position)) == (turn < turns)
        position = knowledge.after(position, {seat: 6 * turn + seat for seat in range(seats)})


def test_a_search_that_has_long_is_told_each_later_choice_with_what_it_led_to():
    state = start(size=5, seats=3)
    knowledge = GoKnowledge(state, for_long=True)
    for values, told in knowledge.play_on_with_choices([state, state], Random(1)):
        assert len(told) == len(values) == 3
        for value, choices in zip(values, told):
            assert set(choices) - {PASS} <= set(range(25))
            assert len(choices) > 3
            assert set(choices.values()) == {(1.0, value)}


def test_another_search_is_not_told():
    state = start(size=5)
    knowledge = GoKnowledge(state, for_long=False)
    assert [told for _, told in knowledge.play_on_with_choices([state], Random(1))] == [()]

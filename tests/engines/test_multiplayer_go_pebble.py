"""Pebble, the bot of Parallel Multiplayer Go."""

from random import Random

import pytest

from engines.board import EMPTY, point_at
from engines.multiplayer_go import GAME
from engines.multiplayer_go.pebble import choose
from engines.record import new
from tests.engines.drawing import drawn, rows_of

SEEDS = range(40)


def choices(state, seat=0):
    """What the bot chooses with many seeds."""
    chosen = [choose(state, seat, seed) for seed in SEEDS]
    return [tuple(action["at"]) if action["type"] == "place" else "pass" for action in chosen]


def mostly(choices, wanted):
    return choices.count(wanted) > len(choices) / 2


def by_chance(state, chance):
    """A random legal action of a player who passes once most of the board is full."""
    empty = [index for index, bits in enumerate(state.board) if bits == EMPTY]
    if state.turn > 60 or not empty:
        return {"type": "pass"}
    return {"type": "place", "at": point_at(chance.choice(empty), state.size)}


def finished(size, bots, others, seed, collision="heat"):
    """The final state of a game between bots, in the first seats, and random players."""
    options = new(GAME.slug, 2, {"size": size, "collision": collision}).options
    state = GAME.new_state(options, bots + others, 0)
    chance = Random(seed)
    while state.outcome is None:
        actions = {seat: choose(state, seat, seed) for seat in range(bots)}
        actions |= {seat: by_chance(state, chance) for seat in range(bots, bots + others)}
        for seat, action in actions.items():
            GAME.check(state, seat, action)
        state, _ = GAME.resolve(state, actions)
    return state


def test_it_saves_its_own_stones_in_atari():
    state = drawn(
        ".......",
        "..11...",
        ".1001..",
        "..1....",
        ".......",
        ".......",
        ".......",
    )
    assert mostly(choices(state), (3, 3))


def test_it_captures():
    state = drawn(
        ".......",
        "..00...",
        ".0110..",
        "..0....",
        ".......",
        ".......",
        ".......",
    )
    assert mostly(choices(state), (3, 3))


def test_it_does_not_fill_its_own_eyes():
    state = drawn(
        ".0.01",
        "00001",
        "11111",
        ".1.1.",
        "11111",
    )
    assert set(choices(state)) == {"pass"}


def test_it_does_not_play_in_settled_areas():
    state = drawn(
        "...01...",
        "...01...",
        "00001111",
        "1111....",
        "...1....",
        "...1....",
        "...1....",
        "...1....",
    )
    assert all(choice == "pass" or choice[0] >= 4 for choice in choices(state))


def test_it_does_not_put_itself_into_atari_for_nothing():
    state = drawn(
        ".1...",
        "1.1..",
        ".....",
        ".....",
        ".....",
    )
    assert not {(0, 0), (1, 1)} & set(choices(state))


def test_the_same_seed_gives_the_same_choice_and_others_differ():
    state = drawn(*["......."] * 7)
    assert choices(state) == choices(state)
    assert len(set(choices(state))) > 5


@pytest.mark.parametrize("collision", ["heat", "nobody", "merge", "ko"])
@pytest.mark.parametrize("seats", [3, 4])
def test_games_of_bots_end_with_everybody_passing(collision, seats):
    state = finished(9, bots=seats, others=0, seed=1, collision=collision)
    assert state.outcome.reason == "score"
    assert 25 <= state.turn <= 130


@pytest.mark.parametrize("seed", range(5))
def test_it_beats_players_who_play_anywhere(seed):
    state = finished(9, bots=1, others=2, seed=seed)
    own, *others = state.outcome.scores
    assert own > 2 * sum(others), rows_of(state.board)

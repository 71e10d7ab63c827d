"""The bot of Continuous Go fences cells of a useful size, and wins."""

from random import Random

import pytest

from engines.continuous_go import GAME
from engines.continuous_go.view import areas_and_score
from tests.engines.continuous_go_drawings import STEP, play, sections, start
from tests.engines.random_games import PROPOSALS, is_legal


def random_player(state, chance):
    """A random legal action; a pass if the bot passed."""
    for _ in range(12):
        action = PROPOSALS[GAME.slug](GAME.view(state, None), chance)
        if not state.passes and is_legal(GAME, state, state.seat, action):
            return action
    return {"type": "pass"}


def match(bots, seed, **options):
    """The last state of a game between a bot and a random player, or between two bots."""
    state, chance = start(**options), Random(seed)
    for _ in range(2000):
        if GAME.outcome(state):
            return state
        if state.seat in bots:
            action = GAME.bot().think(state, state.seat, chance.randrange(2**32))
            GAME.check(state, state.seat, action)
        else:
            action = random_player(state, chance)
        state, _ = GAME.resolve(state, {state.seat: action})
    raise AssertionError("the game does not end")


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_it_wins_clearly_against_random_legal_play(seat, seed):
    totals = areas_and_score(match({seat}, seed, size=13, budget=4))["score"]["totals"]
    assert totals[seat] > totals[1 - seat] + 30


@pytest.mark.parametrize(
    "options",
    [
        {"size": 19, "budget": 4},
        {"size": 5, "upper": 400},
        {"size": 5, "upper": 0},
        {"size": 9, "upper": 0.3, "lower": 2},
        {"size": 9, "upper": 50, "lower": 100},
        {"size": 6, "budget": 1.37, "upper": 3.3},
    ],
)
def test_two_of_them_finish_a_game_legally(options):
    state = match({0, 1}, 1, **options)
    assert GAME.outcome(state).reason == "score"


def test_its_sections_are_of_useful_size():
    state = match({0, 1}, 1, size=13, budget=4)
    for own in areas_and_score(state)["areas"]:
        counting = [section for section in own if section["counts"]]
        assert len(counting) > 5
        assert sum(section["area"] for section in counting) > 30


def test_it_passes_when_nothing_is_left():
    state = match({0, 1}, 1, size=9)
    before = state.next(passes=0, remaining=state.settings.whole_budget)
    assert GAME.bot().think(before, before.seat, 5) == {"type": "pass"}


def test_it_closes_a_gap_that_is_shorter_than_any_line():
    state = play(start(size=5, lower=1, upper=5), [[2, 0], [2, 2 - STEP]], [[0, 2], [2, 2]])
    after, _ = GAME.resolve(state, {0: GAME.bot().think(state, 0, 1)})
    assert [area for area, _, _ in sections(after, 0)] == [12, 4]


def test_it_has_an_answer_on_a_full_board():
    state = match({0, 1}, 1, size=19, budget=4).next(passes=0)
    action = GAME.bot().think(GAME.load(GAME.dump(state)), state.seat, 1)
    assert is_legal(GAME, state, state.seat, action)

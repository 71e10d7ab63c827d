"""Continuous Go: the bots of the other levels, and the lattice on which they look ahead."""

from __future__ import annotations

from random import Random

import pytest

from engines.bots import Budget, Level
from engines.continuous_go import GAME
from engines.continuous_go.knowledge import Fencing, counting
from engines.continuous_go.lattice import lattice
from engines.continuous_go.sketch import as_path, sketch
from engines.continuous_go.state import State, path_json
from engines.continuous_go.view import areas_and_score
from tests.engines.continuous_go_drawings import play, start
from tests.engines.random_games import is_legal

LOOKING_AHEAD = [Level.FAIRLY_STRONG, Level.STRONG]


def chosen(state: State, level: Level, seed: int = 1, rounds: int = 20) -> dict:
    action = GAME.bot(level).choose(state, state.seat, seed, Budget(rounds))
    assert action is not None
    return action


def goes_on(state: State, level: Level, seed: int = 1, rounds: int = 20) -> State:
    after, _ = GAME.resolve(state, {state.seat: chosen(state, level, seed, rounds)})
    return after


@pytest.mark.parametrize("options", [{"size": 9}, {"size": 13, "upper": 8, "lower": 8}])
def test_the_lattice_goes_on_as_the_rules_say(options):
    # With so much budget that no wall is drawn in part.
    state = start(budget=20, **options)
    chance, knowledge = Random(1), Fencing(12, 4, 0.7)
    quick = sketch(state)
    for number in range(16):
        choice = () if number % 2 else knowledge.policy(quick, quick.seat, chance)
        action = {"type": "pass"}
        if choice:
            action = {"type": "draw", "path": path_json(as_path(state, choice))}
        GAME.check(state, state.seat, action)
        state, _ = GAME.resolve(state, {state.seat: action})
        quick.play(choice)
        again = sketch(state)
        assert (quick.drawn, quick.covered, quick.open) == (again.drawn, again.covered, again.open)
        assert (quick.lacking, quick.adding) == (again.lacking, again.adding)
        assert (quick.near, quick.seat) == (again.near, again.seat)
        assert quick.left == pytest.approx(again.left, abs=0.5)  # white's first walls are longer


def test_squares_of_the_lattice_are_the_area_of_the_rules():
    state = start(size=9)
    for _ in range(24):
        state = goes_on(state, Level.MEDIUM)
    own = areas_and_score(state)["areas"]
    quick, grid = sketch(state), lattice(state.settings)
    for seat in (0, 1):
        closed = sum(section["area"] for section in own[seat] if section["why"] != "too-big")
        assert quick.covered[seat].bit_count() * grid.square == pytest.approx(closed, rel=0.1)


@pytest.mark.parametrize("limit", [2, 6])
def test_what_counts_in_the_lattice_counts_by_the_rules(limit):
    state = start(size=9, lower=limit)
    for number in range(24):
        state = goes_on(state, Level.STRONG, number, rounds=2)
        score, quick = areas_and_score(state)["score"], sketch(state)
        for seat in (0, 1):
            area = counting(quick, seat).bit_count() * quick.lattice.square
            assert area == pytest.approx(score["own"][seat] + score["shared"], abs=0.5)


@pytest.mark.parametrize(("corner", "squares"), [(2, 8), (3, 0)])
def test_cells_that_are_too_small_count_if_their_lines_touch_at_a_corner(corner, squares):
    state = start(size=9, lower=7.5)
    grid = lattice(state.settings)
    with_squares = {rectangle.squares: rectangle for rectangle in grid.rectangles}
    for low in (0, corner):
        inside = [y * grid.columns + x for x in (low, low + 1) for y in (low, low + 1)]
        around = with_squares[sum(1 << square for square in inside)].around
        walls = [wall for wall in around if wall >= 0]
        state = play(state, path_json(as_path(state, walls)))
    assert state.seat == 0
    quick, score = sketch(state), areas_and_score(state)["score"]
    assert quick.covered[0].bit_count() == 8
    assert counting(quick, 0).bit_count() == squares
    assert score["own"][0] == pytest.approx(squares * grid.square, abs=0.1)


@pytest.mark.parametrize("level", LOOKING_AHEAD)
class TestLookingAhead:
    def test_bars_the_other_more_than_the_medium_bot_does(self, level):
        state = start(size=9, upper=8, lower=4, budget=4)
        corner = lattice(state.settings).ends[0][1][1][1] / 1024
        wall = [[corner, 0], [corner, corner]]
        state = play(state, wall, "pass", [[8, 7], [7, 7]], "pass")

        def left_to_white(level: Level) -> int:
            after = sketch(goes_on(state, level, rounds=60))
            assert after is not None
            return after.open[1].bit_count()

        assert left_to_white(level) < left_to_white(Level.MEDIUM)

    def test_draws_nothing_more_where_only_the_other_can_enclose_anything(self, level):
        state = start(size=5, upper=0)
        assert chosen(state, level) == {"type": "pass"}

    @pytest.mark.parametrize(
        "options",
        [
            {"size": 19},
            {"size": 5, "upper": 400},
            {"size": 5, "upper": 0},
            {"size": 9, "upper": 0.3, "lower": 2},
            {"size": 9, "upper": 50, "lower": 100},
            {"size": 6, "budget": 1.37, "upper": 3.3},
        ],
    )
    def test_chooses_legally_whatever_the_options_are(self, level, options):
        state = start(**options)
        for number in range(8):
            if GAME.outcome(state):
                break
            action = chosen(state, level, number, rounds=2)
            assert is_legal(GAME, state, state.seat, action)
            state, _ = GAME.resolve(state, {state.seat: action})

    def test_stopped_at_once_it_has_a_legal_action(self, level):
        state = start(size=9)
        assert is_legal(GAME, state, 0, chosen(state, level, rounds=0))

    def test_passes_when_nothing_is_left(self, level):
        state = start(size=5, upper=2, lower=2)
        for number in range(200):
            if GAME.outcome(state):
                break
            state = goes_on(state, level, number, rounds=3)
        assert GAME.outcome(state) is not None
        assert chosen(state.next(passes=1), level)["type"] == "pass"


def test_the_easiest_draws_loops_that_do_not_count():
    state = start(size=13)
    for number in range(10):
        state = goes_on(state, Level.EASY, number)
    assert areas_and_score(state)["score"]["own"] == [0, 0]


def test_the_fairly_easy_one_forgets_to_draw_on():
    state = play(start(size=9, budget=8), [[0, 1], [1, 1]])
    assert chosen(state, Level.FAIRLY_EASY) == {"type": "pass"}

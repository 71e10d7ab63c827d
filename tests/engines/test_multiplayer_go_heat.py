"""Parallel Multiplayer Go: heat, compared with the sum in the rules."""

import math
import time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.board import index_of
from engines.multiplayer_go import GAME
from engines.multiplayer_go.heat import (
    MEMORY,
    OLDEST,
    Trail,
    coldest,
    heat,
    ranked,
    turn_of_same_order,
)
from tests.engines.drawing import drawn, play


def by_the_rule(placed, turn, x, y):
    """The sum in the rules over all stones ``(xs, ys, t)`` that a seat ever placed."""
    return math.fsum(
        0.5 ** (turn - t) / max(1, math.sqrt((x - xs) ** 2 + (y - ys) ** 2))
        for xs, ys, t in placed
        if turn - t <= 1000
    )


def trail_of(placed, size):
    trail = Trail()
    for x, y, turn in placed:
        trail = trail.placed(index_of((x, y), size), turn)
    return trail


@st.composite
def stones(draw, size):
    """Stones of one seat, at most one per turn, in the order of their turns."""
    turns = draw(st.lists(st.integers(1, 1500), unique=True, min_size=1, max_size=150))
    at = st.integers(0, size - 1)
    return [(draw(at), draw(at), turn) for turn in sorted(turns)]


@given(data=st.data(), size=st.integers(5, 25))
def test_heat_is_the_sum_over_all_stones_a_seat_once_placed(data, size):
    placed = data.draw(stones(size))
    turn = placed[-1][2] + data.draw(st.integers(1, 1100))
    found = heat([trail_of(placed, size)], turn, size)[0].tolist()
    for x, y in [(0, 0), (size - 1, 0), placed[0][:2], placed[-1][:2]]:
        wanted = by_the_rule(placed, turn, x, y)
        assert found[index_of((x, y), size)] == pytest.approx(wanted, rel=1e-13, abs=0)


def test_a_stone_adds_nothing_after_a_thousand_turns():
    trail = [Trail(1, (0,))]
    assert heat(trail, 1 + OLDEST, 5)[0, 0] == 0.5**1000
    assert heat(trail, 2 + OLDEST, 5)[0, 0] == 0


def test_at_distance_nothing_the_distance_is_taken_as_one():
    found = heat([Trail(3, (12,))], 4, 5)[0]
    assert found[12] == found[7] == 0.5
    assert found[6] == 0.5 / math.sqrt(2)


def test_a_stone_that_fell_to_a_collision_leaves_no_heat():
    state, _ = play(drawn("...", "...", "..."), s0=(1, 1), s1=(1, 1), s2=(0, 0))
    found = heat(state.trails, state.turn, 3)
    assert not found[:2].any()
    assert found[2].all()


def test_a_captured_stone_counts():
    state, _ = play(drawn(".1.", "1..", "..."), s0=(0, 0))
    assert heat(state.trails, state.turn, 3)[0, 0] == 0.5


def test_a_merged_stone_counts_for_each_of_its_colours():
    state, _ = play(drawn("...", "...", "...", collision="merge"), s0=(1, 1), s2=(1, 1))
    assert heat(state.trails, state.turn, 3)[:, 4].tolist() == [0.5, 0, 0.5]


def test_sums_of_the_same_terms_in_another_order_are_equal():
    sums = (0.1 + 0.2) + 0.3, 0.1 + (0.2 + 0.3)
    assert sums[0] != sums[1]
    assert coldest(sums) == [0, 1]


def test_heats_are_equal_up_to_a_billionth_of_the_higher_one_and_no_further():
    assert coldest([1.0, 1 + 0.9e-9]) == [0, 1]
    assert coldest([1.0, 1 + 1.1e-9]) == [0]
    assert coldest([2.0**-900, 2.0**-900 * (1 + 1.1e-9)]) == [0]


def test_no_heat_is_lower_than_the_least_heat():
    assert coldest([2.0**-1000 / 34, 0.0]) == [1]


def test_only_as_many_turns_are_kept_as_can_be_seen_in_a_sum():
    trail = Trail()
    for turn in range(1, 400):
        trail = trail.placed(turn % 25, turn)
    assert len(trail.indices) == MEMORY


def test_ranking_groups_equals_from_the_lowest_of_each_group():
    step = 1 + 0.7e-9
    order, begins = ranked(np.array([[step**2], [5.0], [1.0], [step]]))
    assert order[:, 0].tolist() == [2, 3, 0, 1]
    assert begins[:, 0].tolist() == [True, False, True, True]


def test_the_order_names_seats_in_the_game_coldest_first_where_a_stone_can_be_placed():
    trails = (Trail(1, (0,)), Trail(1, (8,)), Trail(), Trail(), Trail(1, (1,)))
    state = drawn("...", ".4#", "...", seats=5, turn=2, trails=trails, left=(3,))
    (order,) = [extra.of(state)["order"] for extra in GAME.extras if extra.name == "order"]
    assert order[0][0] == [[2], [1], [0, 4]]
    assert order[1] == [[[2], [1], [4], [0]], None, None]
    assert order[2][2] == [[2], [0], [4], [1]]


@given(data=st.data(), size=st.integers(5, 25))
def test_the_order_of_seats_is_taken_from_a_turn_in_which_it_is_the_same(data, size):
    trails = [trail_of(data.draw(stones(size)), size) for _ in range(3)] + [Trail()]
    turn = max(trail.turn for trail in trails) + data.draw(st.integers(0, 1200))
    order, begins = ranked(heat(trails, turn_of_same_order(trails, turn), size))
    expected_order, expected_begins = ranked(heat(trails, turn, size))
    assert order.tolist() == expected_order.tolist()
    assert begins.tolist() == expected_begins.tolist()


def test_a_turn_in_which_nobody_acts_costs_little():
    state = GAME.new_state({"size": 25, "collision": "heat", "max_turns": None}, 12, 0)
    (order,) = (extra for extra in GAME.extras if extra.name == "order")
    began = time.process_time()
    for _ in range(1000):
        state, _ = GAME.resolve(state, {})
        GAME.view(state, None)
        order.of(state)
    assert time.process_time() - began < 0.7


def test_heat_is_told_by_seat_row_and_column_for_the_turn_being_prepared():
    state, _ = play(drawn("...", "...", "..."), s0=(2, 0), s1="pass", s2="pass")
    (told,) = [extra.of(state)["heat"] for extra in GAME.extras if extra.name == "heat"]
    assert told[0] == [[0.25, 0.5, 0.5], [0.223607, 0.353553, 0.5], [0.176777, 0.223607, 0.25]]
    assert told[1] == [[0, 0, 0]] * 3

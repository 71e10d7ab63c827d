"""What a result tells, held against Plackett and Luce's model worked out by hand."""

from __future__ import annotations

from math import exp, isclose, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.placing import Finisher, placed
from ratings.skill import NEWCOMER, Skill, after_game

pytestmark = pytest.mark.any_database

BETA = 25 / 6
TAU = 25 / 300


def test_two_newcomers_move_as_the_formula_says():
    """With c² = Σ(σ² + β²), the winner gains σ²/c · (1 − p), p = 1/2 the expected share."""
    variance = NEWCOMER.sigma**2 + TAU**2
    c = sqrt(2 * (variance + BETA**2))
    p = exp(25 / c) / (2 * exp(25 / c))
    gain = variance / c * (1 - p)
    shrink = 1 - variance / c**2 * sqrt(variance) / c * p * (1 - p)
    winner, loser = after_game([NEWCOMER, NEWCOMER], [1, 2])
    assert isclose(winner.mu, 25 + gain, rel_tol=1e-12)
    assert isclose(loser.mu, 25 - gain, rel_tol=1e-12)
    assert isclose(winner.sigma, sqrt(variance * shrink), rel_tol=1e-12)
    assert isclose(loser.sigma, winner.sigma, rel_tol=1e-12)


def test_three_players_move_as_the_formula_says():
    """Each place is a choice among those who were left: of three, then of two."""
    variance = NEWCOMER.sigma**2 + TAU**2
    c = sqrt(3 * (variance + BETA**2))
    first, second, third = after_game([NEWCOMER] * 3, [1, 2, 3])
    step = variance / c
    assert isclose(first.mu, 25 + step * (1 - 1 / 3), rel_tol=1e-12)
    assert isclose(second.mu, 25 + step * (-1 / 3 + 1 - 1 / 2), rel_tol=1e-12)
    assert isclose(third.mu, 25 + step * (-1 / 3 - 1 / 2), rel_tol=1e-12)


def test_a_tie_of_equals_moves_nobody_and_makes_both_surer():
    one, two = after_game([NEWCOMER, NEWCOMER], [1, 1])
    assert isclose(one.mu, 25)
    assert one == two
    assert one.sigma < NEWCOMER.sigma


def test_a_newcomer_is_shown_as_1500_with_250_to_either_side():
    assert (NEWCOMER.rating, NEWCOMER.uncertainty) == (1500, 250)
    assert Skill(30, 2).rating == 1650


@given(
    st.lists(
        st.tuples(
            st.floats(0, 50), st.floats(1, 9), st.integers(1, 12), st.none() | st.integers(1, 20)
        ),
        min_size=2,
        max_size=12,
    )
)
def test_whatever_the_places_numbers_stay_numbers_and_repeat_exactly(players):
    finishers = [Finisher(n, n, rank, left) for n, (_, _, rank, left) in enumerate(players)]
    skills = [Skill(mu, sigma) for mu, sigma, _, _ in players]
    places = [each.place for each in placed(finishers)]
    after = after_game(skills, places)
    assert after == after_game(skills, places)
    assert all(-1000 < each.mu < 1000 and 0 < each.sigma < 10 for each in after)
    assert min(places) == 1


def places(*players: tuple[int, int | None]) -> list[tuple[int, int]]:
    """Place and points of players with a rank and the step with which each left."""
    found = placed([Finisher(n, n, rank, left) for n, (rank, left) in enumerate(players)])
    return [(each.place, each.points) for each in found]


def test_those_who_stayed_are_placed_by_rank():
    assert places((2, None), (1, None), (2, None)) == [(2, 1), (1, 4), (2, 1)]


def test_who_left_is_behind_all_who_stayed_whatever_the_rank():
    assert places((1, 9), (3, None), (2, None)) == [(3, 0), (2, 2), (1, 4)]


def test_who_left_earlier_is_behind_who_left_later():
    assert places((2, 3), (1, None), (2, 8)) == [(3, 0), (1, 4), (2, 2)]


def test_who_left_at_one_step_ties_behind_those_still_playing():
    assert places((2, 5), (2, 5), (1, None), (1, 2)) == [(2, 3), (2, 3), (1, 6), (4, 0)]


def test_where_all_left_together_all_tie():
    assert places((1, 4), (1, 4)) == [(1, 1), (1, 1)]

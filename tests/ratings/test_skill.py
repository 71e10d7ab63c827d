"""What a result tells, held against Bradley and Terry's model worked out by hand."""

from __future__ import annotations

from math import exp, isclose, sqrt

from hypothesis import given
from hypothesis import strategies as st

from ratings.placing import Finisher, placed
from ratings.skill import NEWCOMER, Skill, after_game

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


def test_three_players_move_by_the_mean_of_their_pairs():
    """The one in the middle has won one of two pairs of equals."""
    winner, loser = after_game([NEWCOMER, NEWCOMER], [1, 2])
    first, second, third = after_game([NEWCOMER] * 3, [1, 2, 3])
    assert isclose(first.mu, winner.mu, rel_tol=1e-12)
    assert isclose(second.mu, 25, rel_tol=1e-12)
    assert isclose(third.mu, loser.mu, rel_tol=1e-12)


def test_two_winners_before_a_third_and_one_who_left_gain_more_than_either():
    found = [each.rating for each in after_game([NEWCOMER] * 4, [1, 1, 3, 4])]
    assert found == [1553, 1553, 1474, 1421]


def test_whoever_ties_with_a_stronger_player_gains_and_the_other_loses():
    weak, strong = after_game([Skill(20, 3), Skill(30, 3)], [1, 1])
    assert weak.mu > 20
    assert strong.mu < 30


SIGMAS = st.floats(0.5, 9)
PLACES = st.lists(st.integers(1, 12), min_size=2, max_size=12)


@given(PLACES, st.floats(0, 50), SIGMAS)
def test_among_equals_a_better_place_always_gains_more_and_a_tie_the_same(places, mu, sigma):
    after = after_game([Skill(mu, sigma)] * len(places), places)
    for one, at in zip(after, places):
        for other, other_at in zip(after, places):
            if at < other_at:
                assert one.mu > other.mu
            elif at == other_at:
                assert isclose(one.mu, other.mu, rel_tol=1e-12)


@given(st.data(), PLACES, st.floats(0, 50), SIGMAS)
def test_of_two_equals_among_any_others_whoever_finished_ahead_gains_more(data, places, mu, sigma):
    """That is all that can be asked of unequal players: a favourite who wins may gain less than an
    outsider who comes in second."""
    count = len(places) - 2
    others = data.draw(
        st.lists(st.builds(Skill, st.floats(0, 50), SIGMAS), min_size=count, max_size=count)
    )
    one, other, *_ = after_game([Skill(mu, sigma), Skill(mu, sigma), *others], places)
    if places[0] < places[1]:
        assert one.mu > other.mu
    elif places[0] == places[1]:
        assert isclose(one.mu, other.mu, rel_tol=1e-12)


PLAYERS = st.lists(
    st.tuples(st.builds(Skill, st.floats(0, 50), SIGMAS), st.integers(1, 12)),
    min_size=2,
    max_size=12,
)


@given(PLAYERS, st.integers(1, 12))
def test_a_better_place_is_never_worth_less_to_the_same_player(players, place):
    skills, places = [skill for skill, _ in players], [at for _, at in players]
    before = after_game(skills, places)[0]
    moved = after_game(skills, [place, *places[1:]])[0]
    if place <= places[0]:
        assert moved.mu >= before.mu
    assert moved.sigma == before.sigma


@given(PLAYERS)
def test_whoever_is_alone_in_front_never_loses_and_the_last_alone_never_gains(players):
    skills = [skill for skill, _ in players]
    places = [1, *range(2, len(players) + 1)]
    after = after_game(skills, places)
    assert after[0].mu >= skills[0].mu
    assert after[-1].mu <= skills[-1].mu


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

"""Which wishes for a game fit together, without a database."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from lobby.matching import NEAR, OpenWish, find_matches, fit

START = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)
SIZES = {"territory": range(2, 6), "duel": (2,), "even": (2, 4)}


def wish(key, games=("territory",), least=2, most=4, **more):
    """A wish by the member with this key; the higher the key, the newer it is."""
    ratings = dict.fromkeys(SIZES, more.pop("rating", 1500))
    since = more.pop("since", START + timedelta(seconds=key))
    return OpenWish(key, key, frozenset(games), least, most, since, ratings=ratings, **more)


def found(*wishes, sizes=SIZES):
    """The game and the keys of each match."""
    return [(m.game, [w.key for w in m.wishes]) for m in find_matches(wishes, sizes)]


def test_two_who_wish_the_same_are_a_match():
    assert found(wish(1), wish(2)) == [("territory", [1, 2])]


def test_one_alone_is_no_match():
    assert found(wish(1)) == []


def test_a_match_has_as_many_players_as_all_of_them_allow():
    assert found(wish(1), wish(2), wish(3), wish(4), wish(5)) == [("territory", [1, 2, 3, 4])]
    assert found(wish(1, most=3), wish(2), wish(3), wish(4)) == [("territory", [1, 2, 3])]


def test_who_wants_more_players_than_there_are_waits_on():
    assert found(wish(1, least=3), wish(2)) == []
    assert found(wish(1, least=3), wish(2), wish(3)) == [("territory", [1, 2, 3])]


def test_who_wants_more_players_does_not_hold_up_those_who_fit():
    assert found(wish(1, least=4), wish(2), wish(3)) == [("territory", [2, 3])]


def test_only_numbers_that_the_game_allows_are_matched():
    assert found(*(wish(n, ["even"]) for n in (1, 2, 3))) == [("even", [1, 2])]
    assert found(*(wish(n, ["duel"]) for n in (1, 2, 3, 4))) == [("duel", [1, 2]), ("duel", [3, 4])]


def test_a_game_that_both_wish_for_is_found():
    assert found(wish(1, ["territory", "duel"]), wish(2, ["duel"])) == [("duel", [1, 2])]
    assert found(wish(1, ["territory"]), wish(2, ["duel"])) == []


def test_of_several_games_for_as_many_players_the_first_is_played():
    pair = wish(1, SIZES, most=2), wish(2, SIZES, most=2)
    assert found(*pair) == [("territory", [1, 2])]
    assert found(*pair, sizes=dict(reversed(SIZES.items()))) == [("even", [1, 2])]


def test_of_those_who_fit_the_one_who_has_waited_longest_plays():
    assert found(wish(3, most=2), wish(2, most=2), wish(1, most=2)) == [("territory", [1, 2])]


def test_who_wants_players_of_the_same_strength_gets_no_others():
    picky = wish(1, near_only=True, rating=1500)
    assert found(picky, wish(2, rating=1500 + NEAR + 1)) == []
    assert found(picky, wish(2, rating=1500 + NEAR)) == [("territory", [1, 2])]
    assert found(wish(1, rating=1000), wish(2, rating=2000)) == [("territory", [1, 2])]


def test_a_weaker_player_finds_the_others_of_the_same_strength():
    strong = wish(2, rating=1900)
    weak = [wish(n, near_only=True, rating=1500) for n in (1, 3, 4)]
    assert found(strong, *weak) == [("territory", [1, 3, 4])]


def test_members_who_avoid_each_other_are_not_matched_whoever_of_them_does():
    assert found(wish(1, avoids=frozenset([2])), wish(2)) == []
    assert found(wish(1), wish(2, avoids=frozenset([1]))) == []


def test_a_group_is_found_though_the_second_oldest_does_not_fit_the_third():
    loner = wish(2, avoids=frozenset([3, 4]))
    assert found(wish(1, least=3), loner, wish(3), wish(4)) == [("territory", [1, 3, 4])]


def test_two_wishes_of_one_member_do_not_fit():
    one = wish(1)
    again = OpenWish(2, one.member, one.games, 2, 4, one.since)
    assert found(one, again) == []


def a_wish(key):
    """Any wish, of a member of its own."""
    return st.builds(
        lambda games, sizes, near, rating, avoids, minute: wish(
            key,
            games,
            min(sizes),
            max(sizes),
            near_only=near,
            rating=rating,
            avoids=frozenset(avoids),
            since=START + timedelta(minutes=minute),
        ),
        st.sets(st.sampled_from(list(SIZES)), min_size=1),
        st.tuples(st.integers(2, 5), st.integers(2, 5)),
        st.booleans(),
        st.integers(1200, 1900),
        st.sets(st.integers(1, 12), max_size=2),
        st.integers(0, 5),
    )


clubs = st.integers(0, 12).flatmap(lambda n: st.tuples(*(a_wish(key) for key in range(1, n + 1))))


@given(clubs)
def test_nobody_is_in_two_matches_and_everybody_in_a_match_fits_everybody(club):
    matches = find_matches(club, SIZES)
    keys = [wish.key for match in matches for wish in match.wishes]
    assert len(keys) == len(set(keys))
    for match in matches:
        size = len(match.wishes)
        assert size in SIZES[match.game]
        assert all(wish.least <= size <= wish.most for wish in match.wishes)
        assert all(fit(one, two, match.game) for one, two in combinations(match.wishes, 2))


@given(clubs)
def test_nobody_is_left_over_with_whom_somebody_left_over_could_play(club):
    matches = find_matches(club, SIZES)
    taken = {wish.key for match in matches for wish in match.wishes}
    left = [wish for wish in club if wish.key not in taken]
    for one, two in combinations(left, 2):
        assert max(one.least, two.least) > 2 or not any(fit(one, two, game) for game in SIZES)


@given(clubs)
def test_the_order_in_which_wishes_are_read_does_not_matter(club):
    assert find_matches(club, SIZES) == find_matches(reversed(club), SIZES)


@given(clubs)
def test_the_oldest_wish_is_matched_if_it_fits_with_any_other(club):
    if not club:
        return
    oldest = min(club, key=lambda wish: (wish.since, wish.key))
    taken = {wish.key for match in find_matches(club, SIZES) for wish in match.wishes}
    fits = [
        other
        for other in club
        if max(oldest.least, other.least) == 2 and any(fit(oldest, other, g) for g in SIZES)
    ]
    assert not fits or oldest.key in taken

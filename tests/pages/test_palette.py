"""The palette: distinct for every eye, and readable."""

from itertools import combinations, pairwise
from pathlib import Path

import pytest
from django.conf import settings
from hypothesis import given
from hypothesis import strategies as st

from pages.palette import (
    DEFAULT_MARK,
    DEFAULT_STONE,
    KEYS,
    PALETTE,
    TOO_CLOSE,
    VISIONS,
    contrast,
    distance,
    nearest_free,
    seen,
    stylesheet,
    too_close,
)

keys = st.sampled_from(sorted(KEYS))


def test_there_are_at_least_fourteen_colours_with_keys_of_their_own():
    assert len(PALETTE) >= 14
    assert len({colour.key for colour in PALETTE}) == len(PALETTE)


def test_no_two_colours_look_alike_to_any_eye():
    assert min(distance(a, b) for a, b in combinations(KEYS, 2)) > 0.1


@given(keys, keys)
def test_the_distance_is_the_same_both_ways_and_nothing_only_to_itself(a, b):
    assert distance(a, b) == distance(b, a)
    assert (distance(a, b) == 0) == (a == b)


def test_the_distance_is_that_of_the_eye_that_tells_them_apart_least():
    as_normal = sum(
        (x - y) ** 2
        for x, y in zip(
            seen(KEYS["moss"].hex, "normal"), seen(KEYS["ember"].hex, "normal"), strict=True
        )
    )
    assert distance("moss", "ember") < as_normal**0.5


@pytest.mark.parametrize("vision", VISIONS)
def test_white_is_white_to_every_eye(vision):
    lightness, a, b = seen("#ffffff", vision)
    assert (lightness, a, b) == pytest.approx((1, 0, 0), abs=0.002)


def test_red_in_oklab_is_where_its_author_puts_it():
    assert seen("#ff0000", "normal") == pytest.approx((0.628, 0.225, 0.126), abs=0.001)


@given(keys, st.lists(keys, max_size=14))
def test_what_is_offered_is_never_too_close(wish, taken):
    offer = nearest_free(wish, taken)
    assert offer is None or not too_close(offer, taken)


@given(keys, st.lists(keys, max_size=14))
def test_a_free_wish_is_offered_as_it_is(wish, taken):
    if not too_close(wish, taken):
        assert nearest_free(wish, taken) == wish


@given(st.lists(keys, min_size=0, max_size=14))
def test_eight_players_always_find_colours(wishes):
    taken: list[str] = []
    for wish in (wishes + sorted(KEYS))[:8]:
        offer = nearest_free(wish, taken)
        assert offer is not None
        taken.append(offer)


def test_nothing_is_offered_when_all_are_taken():
    assert nearest_free("sea", list(KEYS)) is None


def test_some_pairs_are_too_close_and_most_are_not():
    close = [pair for pair in combinations(KEYS, 2) if too_close(pair[0], [pair[1]])]
    assert 0 < len(close) <= 10
    assert all(distance(*pair) < TOO_CLOSE for pair in close)


def test_a_colour_that_left_the_palette_is_close_to_itself_alone():
    assert too_close("gone", ["gone"])
    assert not too_close("gone", ["sea"])
    assert nearest_free("gone", []) in KEYS


def test_a_letter_on_a_stone_can_be_read():
    assert all(contrast(colour.ink, colour.hex) >= 4.5 for colour in PALETTE)


def test_the_default_mark_shows_on_the_default_stone():
    assert not too_close(DEFAULT_MARK, [DEFAULT_STONE])


def test_contrast_grows_from_one_to_twenty_one():
    steps = [contrast("#ffffff", grey) for grey in ("#ffffff", "#999999", "#333333", "#000000")]
    assert all(a < b for a, b in pairwise(steps))
    assert (steps[0], steps[-1]) == pytest.approx((1, 21))


def test_the_style_sheet_is_that_of_the_palette():
    path = Path(settings.BASE_DIR, "static", "css", "colours.css")
    assert path.read_text() == stylesheet()

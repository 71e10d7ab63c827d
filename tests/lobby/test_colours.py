"""Which colours the lobby chooses for people and bots."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounts.models import User
from lobby.colours import Colours, bots_colours, fitting_colours, seat_colours
from lobby.models import Place, Table
from lobby.seating import Seating
from lobby.services.joining import take_seat
from pages.palette import KEYS, distance, too_close
from tests.lobby.tables import open_one, sit


@pytest.mark.parametrize("mark", KEYS)
@pytest.mark.parametrize("number", [0, 1])
def test_the_mark_shows_on_a_stone_that_the_rules_colour(mark, number):
    colours = seat_colours(Table(variant="parallel-go"), number, mark)
    assert colours.stone == ("ink", "shell")[number]
    assert colours.mark == mark or distance(colours.mark, colours.stone) > 0.2


@pytest.mark.parametrize("stone", KEYS)
@pytest.mark.parametrize("taken", ["sea", "moss", "shell"])
def test_what_is_offered_is_far_enough_from_what_is_taken(stone, taken, host, ada, bo):
    table = open_one(host)
    sit(table, bo, taken)
    offer = fitting_colours(Seating.of(table), ada, Colours(stone, "straw"))
    assert not too_close(offer.stone, [taken])
    assert not too_close(offer.mark, [offer.stone])


def test_a_colour_that_is_in_no_palette_any_more_gives_way_to_one_that_is(host, ada):
    offer = fitting_colours(Seating.of(open_one(host)), ada, Colours("mauve", "teal"))
    assert offer.stone in KEYS
    assert offer.mark in KEYS


def test_a_bot_plays_in_the_colour_that_is_farthest_from_the_others(host, ada):
    table = open_one(host)
    sit(table, ada, "ember")
    colours = bots_colours(Seating.of(table))
    assert distance(colours.stone, "ember") > 0.25
    assert distance(colours.mark, colours.stone) > 0.3


wishes = st.tuples(st.sampled_from(sorted(KEYS)), st.booleans())


@given(st.lists(wishes, min_size=12, max_size=12))
def test_twelve_always_find_colours_that_nobody_else_has_whoever_is_a_bot(wishes):
    table = Table(variant="multiplayer-go", seats=12)
    seated: list[Place] = []
    for number, (stone, is_bot) in enumerate(wishes):
        user = User(pk=number + 1, username=f"Member {number}", is_bot=is_bot)
        seating = Seating(table, seated, [])
        wish = Colours(stone, "shell")
        offer = bots_colours(seating) if is_bot else fitting_colours(seating, user, wish)
        place = Place(table=table, user=user, engine_plays=is_bot)
        take_seat(seating, place, None, offer)
        seated.append(place)
    assert len({place.stone_colour for place in seated}) == 12
    assert not any(too_close(place.mark_colour, [place.stone_colour]) for place in seated)

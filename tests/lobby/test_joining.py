"""Sitting down at a table: at once, or by its link."""

from __future__ import annotations

import pytest
from django.utils import timezone

from accounts.models import Preferences
from lobby.colours import Colours
from lobby.services.closing import close_table
from lobby.services.joining import join_table
from tests.lobby.tables import open_one, refused, seated, sit, suspend
from transport.refusals import Refused


def join(table, user, stone, mark):
    """The user joins in these colours."""
    colours = Colours(stone, mark)
    return join_table(table_id=table.pk, user=user, colours=colours, now=timezone.now())


def test_a_member_sits_down_on_the_first_free_seat_in_the_chosen_colours(host, ada, bo):
    table = open_one(host)
    join(table, ada, "sky", "ink")
    place = join(table, bo, "ember", "shell")
    assert (place.number, place.stone_colour, place.mark_colour) == (1, "ember", "shell")
    assert seated(table) == ["Ada", "Bo"]


def test_who_has_just_sat_down_is_not_ready_yet(host, ada):
    assert not sit(open_one(host), ada).ready


def test_who_chooses_no_colours_gets_the_preferred_ones(host, ada):
    Preferences.objects.create(user=ada, stone_colour="moss", mark_colour="ink")
    place = join_table(table_id=open_one(host).pk, user=ada, now=timezone.now())
    assert (place.stone_colour, place.mark_colour) == ("moss", "ink")


def test_who_chooses_no_colours_gets_the_nearest_free_where_the_preferred_are_taken(host, ada, bo):
    table = open_one(host)
    sit(table, bo, "sea")
    place = join_table(table_id=table.pk, user=ada, now=timezone.now())
    assert place.stone_colour != "sea"


def test_a_colour_too_close_to_a_taken_one_is_refused_with_the_nearest_free_one(host, ada, bo):
    table = open_one(host)
    sit(table, ada, "plum")
    with pytest.raises(Refused, match="too-close: Brick looks too much like Ada’s stones") as wrong:
        sit(table, bo, "brick")
    offer = wrong.value.at["offer"]
    assert wrong.value.at["field"] == "stone"
    assert join(table, bo, offer.stone, offer.mark).stone_colour == offer.stone


def test_a_mark_that_would_hide_on_its_stone_is_refused_with_the_nearest_that_shows(host, ada):
    table = open_one(host)
    with pytest.raises(Refused, match="too-close: A mark in Shell would be hard to see") as wrong:
        join(table, ada, "shell", "shell")
    offer = wrong.value.at["offer"]
    assert (wrong.value.at["field"], offer.stone) == ("mark", "shell")
    assert join(table, ada, offer.stone, offer.mark).mark_colour == offer.mark


@pytest.mark.parametrize(("stone", "mark"), [("gold", "ink"), ("sea", ""), ("\x00", "ink")])
def test_a_colour_that_is_not_in_the_palette_is_refused(host, ada, stone, mark):
    with refused("bad-colour"):
        join(open_one(host), ada, stone, mark)


def test_twelve_members_find_twelve_different_colours_at_one_table(host, member):
    table = open_one(host, seats=12)
    for number in range(12):
        join_table(table_id=table.pk, user=member(f"Member {number}"), now=timezone.now())
    assert len(set(table.places.values_list("stone_colour", flat=True))) == 12


def test_nobody_sits_on_two_seats(host, ada):
    table = open_one(host)
    sit(table, ada)
    with refused("already-here"):
        sit(table, ada)


def test_a_full_table_takes_nobody_else(host, ada, bo, mo):
    table = open_one(host)
    sit(table, ada)
    sit(table, bo)
    with refused("full"):
        sit(table, mo)


def test_a_closed_table_takes_nobody(host, ada):
    table = open_one(host)
    close_table(table_id=table.pk, by=host, now=timezone.now())
    with refused("table-closed"):
        sit(table, ada)


def test_a_suspended_member_cannot_join(host, ada):
    suspend(ada)
    with refused("suspended"):
        sit(open_one(host), ada)


def test_a_table_by_link_takes_who_has_its_key_and_nobody_else(host, ada, bo):
    table = open_one(host, joining="link")
    for key in ("", "wrong", "\udcff", "é"):
        with refused("link-needed"):
            sit(table, bo, key=key)
    assert sit(table, ada, key=table.join_key).number == 0


def test_the_host_needs_no_key(host):
    assert sit(open_one(host, joining="link"), host).number == 0


def test_a_table_that_does_not_exist_is_refused(ada):
    with refused("not-found"):
        join_table(table_id=10**9, user=ada, now=timezone.now())

"""Whoever seats a bot names and colours it; if the table allows it, every player may seat one."""

from __future__ import annotations

import re

import pytest
from django.utils import timezone

from games.models import Seat
from games.pages.access import get_viewer
from games.pages.snapshots import snapshot
from lobby.colours import Colours
from lobby.models import Place
from lobby.services.places import change_bot, put_bot, remove_place
from lobby.services.starting import start_table
from tests.lobby.tables import fresh, open_one, refused, say_ready, seated, sit

BERTA = {"name": "Berta", "colours": Colours("ember", "shell")}


def bot(table, by, **look):
    """This user puts a bot on a seat."""
    return put_bot(table_id=table.pk, by=by, now=timezone.now(), **look)


def dress(table, by, place, name="", colours=None):
    """This user names and colours a bot."""
    change_bot(
        table_id=table.pk, by=by, place_id=place.pk, name=name, colours=colours, now=timezone.now()
    )


@pytest.fixture
def table(host, ada, bo):
    """A table for five with two players."""
    table = open_one(host, variant="territory", seats=5)
    sit(table, ada)
    sit(table, bo)
    for user, stone in ((ada, "sky"), (bo, "iris")):
        Place.objects.filter(table=table, user=user).update(stone_colour=stone, mark_colour="shell")
    return table


def test_every_player_may_seat_one_bot(table, ada, bo, host):
    bot(table, ada)
    with refused("not-allowed", "You have added a bot already"):
        bot(table, ada)
    bot(table, bo)
    assert seated(table) == ["Ada", "Bo", "Reach", "Reach 2"]
    bot(table, host)


def test_anyone_without_a_seat_takes_one_first(table, member):
    with refused("not-allowed", "Take a seat first"):
        bot(table, member("Cy"))


def test_where_the_form_does_not_allow_it_the_host_alone_seats_bots(host, ada):
    table = open_one(host, variant="territory", seats=5, players_seat_bots=False)
    sit(table, ada)
    with refused("not-allowed", "Only the host"):
        bot(table, ada)


def test_a_bot_can_be_named_and_coloured_as_it_sits_down(table, ada):
    place = bot(table, ada, **BERTA)
    assert (place.name, place.stone_colour, place.mark_colour) == ("Berta", "ember", "shell")


def test_without_a_name_it_has_its_usual_one(table, ada):
    assert bot(table, ada).name == "Reach"


def test_whoever_seated_it_names_and_colours_it_later_and_so_does_the_host(table, ada, bo, host):
    place = bot(table, ada)
    dress(table, ada, place, "Berta", Colours("ember", "shell"))
    place.refresh_from_db()
    assert (place.name, place.stone_colour) == ("Berta", "ember")
    dress(table, host, place)
    place.refresh_from_db()
    assert (place.name, place.stone_colour) == ("Reach", "ember")
    with refused("not-allowed", "Only the host or whoever added this bot"):
        dress(table, bo, place, "Clara")


def test_people_are_not_named_by_others(table, ada, host):
    person = Place.objects.get(table=table, user=ada)
    with refused("not-here"):
        dress(table, host, person, "Berta")


@pytest.mark.parametrize(
    "name", ["x", "Moderator", "Ada", "adA", "Hostess", "<b>Bo</b>", "a" * 25, "Аdа", "\x00", "123"]
)
def test_names_follow_the_rules_for_members_and_are_nobody_else_s(table, ada, name):
    with refused("bad-name"):
        bot(table, ada, name=name)


def test_no_two_bots_at_a_table_have_one_name(table, ada, bo):
    bot(table, ada, name="Berta")
    with refused("bad-name"):
        bot(table, bo, name="berta")


def test_colours_too_close_to_another_s_are_refused(table, ada, bo):
    taken = Place.objects.get(table=table, user=bo).stone_colour
    place = bot(table, ada)
    with refused("too-close"):
        dress(table, ada, place, colours=Colours(taken, "shell"))


def test_whoever_seated_it_takes_it_away_again_and_others_do_not(table, ada, bo):
    place = bot(table, ada)
    with refused("not-allowed"):
        remove_place(table_id=table.pk, by=bo, place_id=place.pk, now=timezone.now())
    remove_place(table_id=table.pk, by=ada, place_id=place.pk, now=timezone.now())
    assert seated(table) == ["Ada", "Bo"]
    bot(table, ada)


def test_the_name_goes_into_the_game_with_its_badge(host, ada, clock):
    table = open_one(host, variant="territory", seats=2)
    sit(table, ada)
    Place.objects.filter(table=table, user=ada).update(stone_colour="sky")
    bot(table, ada, **BERTA)
    Place.objects.filter(table=table).update(ready=True)
    say_ready(table, ada)
    clock.go(5)
    game = start_table(table_id=table.pk, now=timezone.now())
    assert fresh(table).game == game
    told = snapshot(game, get_viewer(game, ada, timezone.now()), watching=0, now=timezone.now())
    assert [(each.name, each.bot, each.stone) for each in told.seats][1] == ("Berta", True, "ember")
    assert Seat.objects.get(game=game, number=1).user.username == "Reach"


def test_the_page_offers_it_to_whoever_may_and_says_what_was_refused(table, ada, bo, client_of):
    place = bot(table, ada)
    address = table.get_absolute_url()
    assert f"dress-show-{place.pk}" in client_of(ada).get(address).text
    assert f"dress-show-{place.pk}" not in client_of(bo).get(address).text
    answer = client_of(ada).post(f"{address}dress/", {"place": place.pk, "name": "Bo"})
    assert (answer.status_code, "That name is taken" in answer.text) == (400, True)
    answer = client_of(ada).post(
        f"{address}dress/",
        {"place": place.pk, "name": "Berta", "stone": "ember", "mark": "shell"},
    )
    assert answer.status_code == 302
    page = client_of(bo).get(address).text
    assert "Berta" in page


def test_a_refused_name_stays_in_the_form_of_its_bot_alone(table, host, client_of):
    places = [bot(table, host) for _ in range(2)]
    address = table.get_absolute_url()
    page = client_of(host).post(f"{address}dress/", {"place": places[1].pk, "name": "Bo"}).text
    assert re.findall(r'id="bot-name-(\d+)" name="name" value="Bo"', page) == [str(places[1].pk)]
    assert page.count('<details class="bot-dress" open>') == 1
    assert page.count('value="Bo"') == 1
    page = client_of(host).post(f"{address}invite/", {"name": "Nobody"}).text
    assert page.count('value="Nobody"') == 1
    assert '<details class="bot-dress" open>' not in page


def test_a_colour_refused_for_a_bot_leaves_one_s_own_as_they_are(table, ada, bo, client_of):
    place = bot(table, ada)
    taken = Place.objects.get(table=table, user=bo).stone_colour
    fields = {"place": place.pk, "stone": taken, "mark": "shell"}
    answer = client_of(ada).post(f"{table.get_absolute_url()}dress/", fields)
    assert answer.status_code == 400
    assert "looks too much like Bo’s stones" in answer.text
    assert "take-offer" not in answer.text

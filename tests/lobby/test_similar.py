"""Whoever opens a table like an open one is offered that first; newcomers see one next game."""

from __future__ import annotations

import pytest

from accounts.models import Mute
from lobby.models import Table
from tests.games.acting import resign
from tests.games.playing import begin, play_turns
from tests.lobby.tables import open_one, sit
from tests.lobby.test_open_form import filled_in

pytestmark = pytest.mark.django_db
PAGE = "/tables/new/"


@pytest.fixture
def theirs(host, bo):
    """A table of the host's, a minute a turn, with one free seat."""
    table = open_one(host, seats=2, title="Theirs")
    sit(table, bo)
    return table


def quick(**changes):
    """What the form for a table with a minute a turn sends."""
    return filled_in("multiplayer-go", timer="60", **changes)


def test_an_open_table_like_it_is_offered_first(theirs, ada, client_of):
    answered = client_of(ada).post(PAGE, quick())
    assert answered.status_code == 200
    assert theirs.get_absolute_url() in answered.text
    assert "1 of 2 seats taken" in answered.text
    assert Table.objects.count() == 1


def test_what_was_filled_in_is_kept_and_can_be_opened_anyway(theirs, ada, client_of):
    answered = client_of(ada).post(PAGE, quick(seats=3))
    assert answered.context["form"]["seats"].value() == "3"
    client_of(ada).post(PAGE, quick(seats=3, do="open-anyway"))
    assert Table.objects.get(host=ada).seats == 3


@pytest.mark.parametrize(
    "changes",
    [
        {"joining": "link"},
        {"joining": "approval"},
        {"listed": False},
        {"turn_seconds": 180},
        {"variant": "territory"},
    ],
)
def test_a_table_that_is_different_or_not_for_everybody_is_not_offered(
    changes, host, bo, ada, client_of
):
    table = open_one(host, changes.pop("variant", "multiplayer-go"), **changes)
    sit(table, bo, key=table.join_key)
    client_of(ada).post(PAGE, quick())
    assert Table.objects.filter(host=ada).exists()


def test_a_full_table_is_not_offered(theirs, member, ada, client_of):
    sit(theirs, member("Cy"))
    client_of(ada).post(PAGE, quick())
    assert Table.objects.filter(host=ada).exists()


def test_the_table_of_a_muted_host_is_not_offered(theirs, host, ada, client_of):
    Mute.objects.create(member=ada, muted=host)
    client_of(ada).post(PAGE, quick())
    assert Table.objects.filter(host=ada).exists()


def test_a_table_for_invited_people_is_opened_at_once(theirs, mo, client_of):
    client_of(mo).post(PAGE, quick(joining="link"))
    assert Table.objects.filter(host=mo).exists()


def test_a_newcomer_sees_the_one_table_that_will_start_soonest(theirs, mo, ada, client_of):
    open_one(mo, seats=4, title="Later")
    page = client_of(ada).get("/")
    assert page.context["next_game"].table == theirs
    assert "Your next game" in page.text
    assert "Later" not in page.text


def test_whoever_has_played_sees_no_next_game(theirs, ada, bo, client_of):
    game = begin(ada, bo, turn_ends="complete")
    play_turns(game, ada, bo, turns=1)
    assert "Your next game" not in client_of(ada).get("/").text
    resign(game_id=game.pk, user=bo)
    assert "Your next game" not in client_of(ada).get("/").text


def test_where_no_table_is_open_a_newcomer_sees_no_next_game(ada, client_of):
    assert "Your next game" not in client_of(ada).get("/").text

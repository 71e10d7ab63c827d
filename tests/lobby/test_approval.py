"""Tables whose host must agree before somebody sits down."""

from __future__ import annotations

import pytest
from django.utils import timezone

from accounts.services.members import delete_account
from lobby.models import Place
from lobby.services import joining
from lobby.services.places import leave_table
from tests.lobby.tables import fresh, open_one, refused, say_ready, seated, sit, suspend


@pytest.fixture
def table(host):
    return open_one(host, joining="approval")


def agree(table, by, place):
    """This user admits somebody."""
    return joining.agree(table_id=table.pk, by=by, place_id=place.pk, now=timezone.now())


def decline(table, by, place):
    """This user declines somebody."""
    joining.decline(table_id=table.pk, by=by, place_id=place.pk, now=timezone.now())


def test_who_asks_has_no_seat_until_the_host_agrees(table, host, ada):
    place = sit(table, ada)
    assert place.number is None
    assert agree(table, host, place).number == 0


def test_the_host_sits_down_without_asking(table, host):
    assert sit(table, host).number == 0


def test_who_is_declined_is_gone_and_may_ask_again(table, host, ada):
    decline(table, host, sit(table, ada))
    assert not Place.objects.exists()
    assert sit(table, ada).number is None


def test_nobody_but_the_host_agrees_or_declines(table, host, ada, mo):
    place = sit(table, ada)
    for user in (ada, mo):
        with refused("not-allowed"):
            agree(table, user, place)
        with refused("not-allowed"):
            decline(table, user, place)


def test_more_may_ask_than_there_are_seats_but_no_more_are_agreed_to(table, host, member):
    places = [sit(table, member(f"Member {n}")) for n in range(3)]
    agree(table, host, places[0])
    agree(table, host, places[1])
    with refused("full"):
        agree(table, host, places[2])


def test_who_asked_in_a_colour_that_has_been_taken_since_is_seated_in_the_nearest_free_one(
    table, host, ada, bo
):
    first, second = sit(table, ada, "sea"), sit(table, bo, "sea")
    agree(table, host, first)
    assert agree(table, host, second).stone_colour != "sea"


def test_seats_are_numbered_in_the_order_in_which_the_host_agreed(table, host, ada, bo):
    first, second = sit(table, ada), sit(table, bo)
    agree(table, host, second)
    agree(table, host, first)
    assert seated(table) == ["Bo", "Ada"]


def test_who_still_asks_cannot_be_ready(table, ada):
    sit(table, ada)
    with refused("not-seated"):
        say_ready(table, ada)


def test_who_asked_can_take_it_back_and_then_cannot_be_agreed_to(table, host, ada):
    place = sit(table, ada)
    leave_table(table_id=table.pk, user=ada, now=timezone.now())
    with refused("not-asking"):
        agree(table, host, place)


def test_somebody_who_asks_at_another_table_cannot_be_agreed_to_here(table, host, ada):
    elsewhere = sit(open_one(host, joining="approval"), ada)
    with refused("not-asking"):
        agree(table, host, elsewhere)


def test_a_suspended_host_declines_nobody(table, host, ada):
    place = sit(table, ada)
    suspend(host)
    with refused("suspended"):
        decline(table, host, place)
    assert table.places.filter(user=ada).exists()


def test_a_suspended_host_agrees_to_nobody(table, host, ada):
    place = sit(table, ada)
    suspend(host)
    with refused("suspended"):
        agree(table, host, place)


def test_where_seats_have_colours_who_asked_for_one_gets_it_if_it_is_free(host, ada, bo):
    table = open_one(host, "parallel-go", joining="approval")
    first, second = sit(table, ada, number=1), sit(table, bo, number=1)
    assert agree(table, host, first).number == 1
    assert agree(table, host, second).number == 0


def test_after_the_hosts_account_is_deleted_who_sat_down_first_admits_others(host, ada, bo, mo):
    table = open_one(host, joining="approval", seats=4)
    for user in (host, ada, bo):
        place = sit(table, user)
        if place.number is None:
            agree(table, host, place)
    asking = sit(table, mo)
    delete_account(user=host)
    with refused("not-allowed"):
        agree(fresh(table), bo, asking)
    agree(fresh(table), ada, asking)
    assert seated(table) == ["Ada", "Bo", "Mo"]


def test_a_table_where_only_its_deleted_host_sat_closes(table, host, ada):
    sit(table, host)
    sit(table, ada)
    delete_account(user=host)
    assert not fresh(table).is_open

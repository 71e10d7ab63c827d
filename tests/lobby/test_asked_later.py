"""Whoever looks for a game now can have themselves asked later this evening as well."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from lobby.models import Wish
from lobby.services.wishing import withdraw_wish
from tests.lobby.wishes import answer, asked, look, wish

pytestmark = pytest.mark.django_db
MINUTE = 60


def at_hour(clock, hour: float) -> None:
    """Moves the clock on to the next time that it is so many hours after midnight, by UTC."""
    now = timezone.now()
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
    then = midnight + timedelta(hours=hour)
    clock.go((then - now + timedelta(days=then < now)).total_seconds())


def fields_of(page: str) -> dict[str, list[str]] | None:
    """The fields of the form with which a member has themselves asked later; None if there is
    none."""
    _, found, form = page.partition('id="ask-later"')
    if not found:
        return None
    fields: dict[str, list[str]] = {}
    for piece in form.partition("</form>")[0].split("<input")[1:]:
        name, value = (
            piece.partition(f'{each}="')[2].partition('"')[0] for each in ("name", "value")
        )
        fields.setdefault(name, []).append(value)
    return fields


@pytest.mark.parametrize("address", ["/", "/tables/"])
def test_one_tap_looks_for_the_same_this_evening_as_well(address, ada, bo, clock, client_of):
    at_hour(clock, 20)
    wish(ada, games=["territory", "automatafl"], most=3)
    browser = client_of(ada)
    fields = fields_of(browser.get(address).text)
    assert fields is not None
    browser.post("/wishes/new/", fields)
    assert set(Wish.objects.values_list("pace", "most")) == {("now", 3), ("evening", 3)}
    withdraw_wish(user=ada, pace="now", now=timezone.now())
    clock.go(MINUTE)
    wish(bo)
    look()
    assert asked(ada).variant == "territory"


def test_it_is_not_offered_twice_or_when_the_evening_is_over(ada, clock, client_of):
    at_hour(clock, 20)
    wish(ada)
    browser = client_of(ada)
    fields = fields_of(browser.get("/").text)
    browser.post("/wishes/new/", fields)
    assert fields_of(browser.get("/").text) is None
    withdraw_wish(user=ada, pace="evening", now=timezone.now())
    at_hour(clock, 22.75)
    wish(ada)
    assert fields_of(browser.get("/").text) is None


def test_it_is_offered_only_to_those_who_look_for_a_game_now(ada, clock, client_of):
    at_hour(clock, 20)
    wish(ada, "daily")
    assert fields_of(client_of(ada).get("/").text) is None


def test_both_wishes_of_one_member_are_met_by_one_game(ada, bo, mo, clock):
    at_hour(clock, 20)
    for user in (ada, bo):
        wish(user)
    wish(ada, "evening")
    wish(mo, "evening")
    look()
    assert [asked(user) is not None for user in (ada, bo, mo)] == [True, True, False]
    answer(ada)
    answer(bo)
    assert [each.member for each in Wish.objects.all()] == [mo]

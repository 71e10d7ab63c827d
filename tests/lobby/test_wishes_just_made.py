"""Whoever has just wished for a game now is there, and need not be asked whether they are."""

from __future__ import annotations

import pytest
from django.utils import timezone

from accounts.models import User
from games.models import Game
from lobby.models import Match, Wish
from lobby.services.matching import BEGINS_IN
from lobby.services.wishing import JUST_NOW
from lobby.wished_games import ANSWER_FROM_AFAR, ANSWER_WITHIN
from notices.models import Notice, What
from tests.lobby.tables import suspend
from tests.lobby.wishes import answer, look, wish
from tests.notices.told import shown

pytestmark = pytest.mark.django_db
MINUTE = 60


@pytest.fixture
def ada_waits(ada, clock):
    """Ada has waited for a game for a minute."""
    wish(ada, is_there=True)
    clock.go(MINUTE)
    return ada


def those_in() -> set[User]:
    """Who has said yes in a match, without being asked or with."""
    return {each.member for each in Wish.objects.filter(match__isnull=False, says_yes=True)}


def test_only_those_who_wait_are_asked_and_their_yes_begins_the_game(ada_waits, bo):
    wish(bo, is_there=True)
    look()
    assert those_in() == {bo}
    assert Match.objects.get().answer_by == timezone.now() + ANSWER_WITHIN["now"]
    assert (What.MATCHED in shown(ada_waits), What.MATCHED in shown(bo)) == (True, False)
    game = answer(ada_waits)
    assert {seat.user for seat in game.seats.select_related("user")} == {ada_waits, bo}


def test_the_game_of_two_who_both_have_just_wished_begins_by_itself(ada, bo, clock):
    wish(ada, is_there=True)
    wish(bo, is_there=True)
    look()
    assert not Game.objects.exists()
    clock.go(BEGINS_IN.total_seconds())
    look()
    assert {seat.user for seat in Game.objects.get().seats.select_related("user")} == {ada, bo}
    assert not Wish.objects.exists()
    assert not Notice.objects.filter(what=What.MATCHED).exists()


@pytest.mark.parametrize(("more", "is_in"), [(0, True), (1, False)])
def test_a_wish_is_a_yes_only_for_a_moment(more, is_in, ada_waits, bo, clock):
    made = wish(bo, least=3, is_there=True)
    clock.go(JUST_NOW.total_seconds() + more)
    Wish.objects.filter(pk=made.pk).update(least=2, due_at=timezone.now())
    look()
    assert those_in() == ({bo} if is_in else set())
    assert Match.objects.count() == 1


def test_who_is_in_waits_on_if_the_other_says_no_and_is_asked_the_next_time(
    ada_waits, bo, member, clock
):
    wish(bo, is_there=True)
    look()
    answer(ada_waits, plays=False)
    clock.go(MINUTE)
    wish(member("Cy"), is_there=True)
    look()
    assert those_in() == {User.objects.get(username="Cy")}


def test_a_wish_for_this_evening_is_no_yes(ada_waits, bo):
    wish(bo, "evening", is_there=True)
    look()
    assert those_in() == set()


def test_who_waits_for_this_evening_has_time_to_see_that_they_are_asked(ada, bo):
    wish(ada, "evening")
    wish(bo, is_there=True)
    look()
    assert those_in() == {bo}
    assert Match.objects.get().answer_by == timezone.now() + ANSWER_FROM_AFAR


def test_who_takes_the_place_of_somebody_who_says_no_is_in_as_well(ada_waits, bo, member, clock):
    wish(bo, most=2)
    look()
    cy = member("Cy")
    wish(cy, most=2, is_there=True)
    answer(ada_waits)
    answer(bo, plays=False)
    assert those_in() == {ada_waits, cy}
    clock.go(BEGINS_IN.total_seconds())
    look()
    assert Game.objects.count() == 1


def test_who_may_not_play_any_more_is_not_seated(ada, bo, clock):
    wish(ada, is_there=True)
    wish(bo, is_there=True)
    look()
    suspend(bo)
    clock.go(BEGINS_IN.total_seconds())
    look()
    assert not Game.objects.exists()

"""When somebody falls out of a match, the next who fits is asked in their place at once."""

import pytest
from django.utils import timezone

from accounts.models import Mute
from games.models import Game
from lobby.models import Match, Wish
from lobby.services.matching import MOST_TIMES_ASKED
from lobby.services.wishing import withdraw_wish
from lobby.wished_games import ANSWER_WITHIN
from ratings.models import Standing
from tests.lobby.wishes import answer, look, wish

pytestmark = pytest.mark.django_db


@pytest.fixture
def asked(ada, bo, member, clock):
    """Ada and Bo are asked; Cy wishes the same and waits."""
    cy = member("Cy")
    for user in (ada, bo):
        wish(user, most=2)
        clock.go(1)
    look()
    wish(cy, most=2)
    return cy


def those_asked():
    return {each.member for each in Wish.objects.filter(match__isnull=False)}


def test_who_says_no_is_replaced_at_once(asked, ada, bo, clock):
    answer(ada)
    clock.go(30)
    answer(bo, plays=False)
    assert those_asked() == {ada, asked}
    assert Match.objects.get().answer_by == timezone.now() + ANSWER_WITHIN["now"]
    answer(asked)
    players = {seat.user for seat in Game.objects.get().seats.select_related("user")}
    assert players == {ada, asked}


def test_who_says_nothing_is_replaced_when_the_time_is_up(asked, ada, clock):
    answer(ada)
    clock.go(60)
    look()
    assert those_asked() == {ada, asked}


def test_where_nobody_else_fits_the_others_wait_on(asked, ada, bo):
    withdraw_wish(user=asked, pace="now", now=timezone.now())
    answer(ada)
    answer(bo, plays=False)
    assert those_asked() == set()
    assert Wish.objects.get().member == ada


@pytest.mark.parametrize("mutes", [True, False])
def test_who_mutes_one_who_is_left_or_is_muted_by_them_is_not_asked(asked, ada, bo, mutes):
    member, muted = (asked, ada) if mutes else (ada, asked)
    Mute.objects.create(member=member, muted=muted)
    answer(ada)
    answer(bo, plays=False)
    assert those_asked() == set()


@pytest.mark.parametrize(("rating", "fits"), [(1600, True), (1800, False)])
def test_who_wants_the_own_strength_is_asked_to_join_only_those_who_are_near(
    asked, ada, bo, rating, fits
):
    for user, its in ((ada, rating), (asked, 1500)):
        Standing.objects.create(
            member=user, ladder="territory:live", mu=0, sigma=1, rating=its, games=9,
            last_at=timezone.now(),
        )  # fmt: skip
    wish(asked, most=2, near_only=True)
    answer(ada)
    answer(bo, plays=False)
    assert those_asked() == ({ada, asked} if fits else set())


def test_nobody_waits_for_ever(asked, ada, bo, member, clock):
    answer(ada)
    for number in range(2 * MOST_TIMES_ASKED):
        wish(member(f"Di {number}"), most=2)
    rounds = 0
    while Wish.objects.filter(member=ada, match__isnull=False, says_yes=True).exists():
        clock.go(60)
        look()
        rounds += 1
    assert 1 < rounds <= MOST_TIMES_ASKED + 2

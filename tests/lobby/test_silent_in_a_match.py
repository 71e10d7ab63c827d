"""Whoever has said yes to a game now does not wait long for those who do not answer."""

from __future__ import annotations

import pytest
from django.utils import timezone

from games.models import Game, Seat
from lobby.models import Match, Wish
from lobby.schedule import MATCHING, TELLING
from lobby.services.matching import BEGINS_IN, OTHERS_AFTER
from lobby.wished_games import ANSWER_WITHIN
from lobby.wishes_shown import WishesShown
from tests.lobby.wishes import answer, asked, look, wish

pytestmark = pytest.mark.django_db
MINUTE = 60
SOON = OTHERS_AFTER.total_seconds()


@pytest.fixture
def cy(member):
    return member("Cy")


@pytest.fixture
def bo_is_in(ada, bo, clock):
    """Ada, who has waited for a minute, is asked about a game with Bo, who has just wished."""
    wish(ada, is_there=True)
    clock.go(MINUTE)
    wish(bo, is_there=True)
    look()
    return bo


def players() -> set[str]:
    """The names of those who play."""
    return set(Seat.objects.values_list("user__username", flat=True))


def begin_soon(clock) -> None:
    clock.go(BEGINS_IN.total_seconds())
    look()


def test_after_a_moment_the_next_who_comes_plays_instead(bo_is_in, ada, cy, clock):
    clock.go(SOON)
    wish(cy, is_there=True)
    look()
    begin_soon(clock)
    assert players() == {"Bo", "Cy"}
    assert asked(ada) is not None


def test_whoever_came_during_that_moment_plays_when_it_is_over(bo_is_in, ada, cy, clock):
    clock.go(SOON - 5)
    wish(cy, is_there=True)
    look()
    assert Match.objects.count() == 1
    clock.go(5)
    look()
    begin_soon(clock)
    assert players() == {"Bo", "Cy"}


def test_who_answers_within_that_moment_plays_though_somebody_else_came(bo_is_in, ada, cy, clock):
    clock.go(SOON - 5)
    wish(cy, is_there=True)
    look()
    answer(ada)
    assert players() == {"Ada", "Bo"}
    assert Wish.objects.get().member == cy


def test_who_answers_late_still_plays_if_nobody_else_came(bo_is_in, ada, clock):
    clock.go(SOON + 10)
    look()
    answer(ada)
    assert players() == {"Ada", "Bo"}


def test_who_answers_when_the_other_has_begun_waits_on(bo_is_in, ada, cy, clock):
    made = Wish.objects.get(member=ada).since
    clock.go(SOON)
    wish(cy, is_there=True)
    look()
    begin_soon(clock)
    assert answer(ada) is None
    wish_of_ada = Wish.objects.get()
    assert (wish_of_ada.match, wish_of_ada.missed_at, wish_of_ada.since) == (None, None, made)
    assert not Match.objects.exists()


def test_who_never_answers_is_no_longer_looking(bo_is_in, ada, cy, clock):
    clock.go(SOON)
    wish(cy, is_there=True)
    look()
    clock.go(ANSWER_WITHIN["now"].total_seconds())
    look()
    assert Wish.objects.get().missed_at is not None
    assert not Match.objects.exists()


def test_of_three_two_begin_without_the_one_who_does_not_answer(ada, bo, cy, clock):
    for user in (ada, bo, cy):
        wish(user, least=2, most=3)
    look()
    assert Match.objects.get().asked == 3
    answer(ada)
    answer(bo)
    assert not Game.objects.exists()
    clock.go(SOON)
    look()
    begin_soon(clock)
    assert players() == {"Ada", "Bo"}
    assert asked(cy) is not None


def test_two_who_want_a_third_wait_on_for_the_one_who_does_not_answer(ada, bo, cy, clock):
    for user in (ada, bo, cy):
        wish(user, least=3, most=3)
    look()
    answer(ada)
    clock.go(SOON)
    answer(bo)
    look()
    assert Match.objects.get().wishes.count() == 3
    answer(cy)
    assert players() == {"Ada", "Bo", "Cy"}


def test_who_says_yes_after_that_moment_begins_with_those_who_are_in(ada, bo, cy, clock):
    for user in (ada, bo, cy):
        wish(user, least=2, most=3)
    look()
    answer(ada)
    clock.go(SOON + 10)
    look()
    answer(bo)
    look()
    begin_soon(clock)
    assert players() == {"Ada", "Bo"}


def test_that_they_look_is_shown_and_told_again(bo_is_in, ada, bo, mo, clock):
    def shows() -> bool:
        return WishesShown.of(mo, timezone.now()).sought is not None

    clock.go(SOON - 1)
    assert (shows(), TELLING.first(timezone.now(), set())) == (False, None)
    clock.go(1)
    assert shows()
    assert TELLING.first(timezone.now(), set()) == timezone.now()
    assert TELLING.handle(timezone.now(), set()) == 1


def test_the_time_at_which_others_are_looked_for_is_known_to_the_worker(bo_is_in, clock):
    due = timezone.now() + OTHERS_AFTER
    assert MATCHING.first(due, set()) == due


def test_a_turn_a_day_waits_for_all_answers(ada, bo, cy, clock):
    for user in (ada, bo, cy):
        wish(user, "daily")
    look()
    answer(ada)
    answer(bo)
    clock.go(MINUTE * MINUTE)
    look()
    assert Match.objects.get().others_from is None
    assert Match.objects.get().wishes.count() == 3


def test_no_second_game_is_found_meanwhile_for_a_wish_for_the_evening(bo_is_in, ada, cy, clock):
    wish(bo_is_in, "evening", games=["automatafl"])
    clock.go(SOON)
    wish(cy, "evening", games=["automatafl"])
    look()
    assert asked(cy) is None
    answer(ada)
    assert players() == {"Ada", "Bo"}

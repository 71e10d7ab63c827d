"""How long people wait for a game is counted when it begins, without them."""

from __future__ import annotations

from datetime import timedelta

import pytest

from accounts.services.roles import set_host
from figures.models import Waiting
from figures.waiting import BOUNDS, bound_of, waited_by
from lobby.schedule import STARTS
from lobby.services.wishing import end_wishes, withdraw_wish
from scheduler.sweeping import sweep
from tests.games.acting import resign
from tests.lobby.tables import counting_down
from tests.lobby.wishes import answer, look, wish

pytestmark = pytest.mark.django_db


def waits():
    return {(row.variant, row.way, row.within): row.count for row in Waiting.objects.order_by("pk")}


def test_each_wish_that_is_met_is_counted_by_its_own_wait(ada, bo, clock):
    wish(ada)
    clock.go(70)
    wish(bo)
    look()
    clock.go(10)
    answer(ada)
    answer(bo)
    assert waits() == {("territory", "now", 15): 1, ("territory", "now", 90): 1}


def test_a_wish_that_keeps_games_going_is_not_counted(ada, bo, clock):
    wish(ada, "daily", keep=2)
    wish(bo, "daily")
    look()
    answer(ada)
    answer(bo)
    assert waits() == {("territory", "daily", 15): 1}


def test_the_wait_of_a_wish_for_the_evening_begins_with_the_evening(ada, bo, clock):
    clock.go(12 * 60 * 60)  # in the morning
    wish(ada, "evening")
    clock.go(10 * 60 * 60 + 30)
    wish(bo, "evening")
    look()
    answer(ada)
    answer(bo)
    assert waits() == {("territory", "evening", 30): 1, ("territory", "evening", 15): 1}


def test_wishes_without_a_game_are_counted(ada, bo, clock):
    wish(ada)
    wish(bo, games=["automatafl"])
    withdraw_wish(user=bo, pace="now", now=clock.now)
    clock.go(4 * 60)
    end_wishes(now=clock.now)
    assert waits() == {("", "now", None): 2}


def test_time_at_a_table_is_counted_for_people(ada, bo, clock):
    set_host(user=ada, hosts=True)
    counting_down(ada, ada, bo)
    clock.go(20)
    sweep([STARTS], ahead=timedelta(), sleep=clock.sleep)
    assert waits() == {("multiplayer-go", "table", 30): 2}


def test_counts_of_the_same_wait_are_added_up(ada, bo, cy, clock):
    for other in (bo, cy):
        wish(ada)
        wish(other)
        look()
        answer(ada)
        game = answer(other)
        resign(game_id=game.pk, user=ada)  # nobody is asked while they play
    assert waits() == {("territory", "now", 15): 4}


def test_every_wait_has_a_bound_that_is_not_shorter():
    for seconds in (0, 15, 16, 3599, 400 * 24 * 60 * 60):
        bound = bound_of(timedelta(seconds=seconds))
        assert bound in BOUNDS
        assert bound >= min(seconds, BOUNDS[-1])


def test_nine_of_ten_who_waited_cannot_be_told_if_more_than_one_got_no_game():
    assert waited_by({60: 9}, 0.9, unmet=1) == 60
    assert waited_by({60: 8}, 0.9, unmet=2) is None
    assert waited_by({}, 0.5) is None

"""Tables that start by themselves."""

from __future__ import annotations

from django.utils import timezone

from lobby.schedule import HERE, WAITING
from lobby.services.starting import start_table
from lobby.table_page import TablePage
from scheduler.jobs import Queue
from scheduler.sweeping import sweep_for
from tests.lobby.tables import fresh, open_one, say_ready, seated, sit

BY_ITSELF = {"starts": "full"}
WAIT = 180


def test_when_the_last_seat_is_taken_it_counts_down_and_nobody_need_say_a_word(host, ada, bo):
    table = open_one(host, seats=2, **BY_ITSELF)
    sit(table, ada)
    assert fresh(table).starts_at is None
    sit(table, bo)
    assert (fresh(table).starts_at - timezone.now()).total_seconds() == 5


def test_whoever_is_not_ready_stops_it_there_too(host, ada, bo):
    table = open_one(host, seats=2, **BY_ITSELF)
    sit(table, ada)
    sit(table, bo)
    say_ready(table, bo, ready=False)
    assert fresh(table).starts_at is None


def test_three_minutes_after_the_last_one_sat_down_those_who_are_there_begin(host, ada, bo, clock):
    table = open_one(host, seats=4, **BY_ITSELF)
    sit(table, ada)
    clock.go(WAIT - 1)
    sit(table, bo)
    clock.go(WAIT - 1)
    assert WAITING.handle(timezone.now(), set()) == 0
    clock.go(1)
    sweep_for(Queue.TURNS, WAITING.every)
    say_ready(table, ada, bo)  # they are here
    clock.go(60)
    HERE.handle(timezone.now(), set())
    sweep_for(Queue.TURNS, WAITING.every)
    assert (fresh(table).seats, seated(table)) == (2, ["Ada", "Bo"])
    assert fresh(table).starts_at is not None
    assert WAITING.handle(timezone.now(), set()) == 0


def test_those_who_picked_seats_apart_move_up(host, ada, bo, clock):
    table = open_one(host, "automatafl", seats=4, turn_seconds=1200, **BY_ITSELF)
    sit(table, ada, number=1)
    sit(table, bo, number=3)
    clock.go(WAIT)
    sweep_for(Queue.TURNS, WAITING.every)
    assert (fresh(table).seats, seated(table)) == (2, ["Ada", "Bo"])
    clock.go(5)
    game = start_table(table_id=table.pk, now=timezone.now())
    assert [seat.user for seat in game.seats.order_by("number")] == [ada, bo]


def test_one_alone_waits_on_and_so_does_a_table_of_the_usual_kind(host, ada, bo, mo, clock):
    alone = open_one(host, seats=4, **BY_ITSELF)
    sit(alone, ada)
    usual = open_one(host, seats=4)
    for user in (bo, mo):
        sit(usual, user)
    clock.go(WAIT)
    assert WAITING.handle(timezone.now(), set()) == 0
    assert (fresh(alone).starts_at, fresh(usual).starts_at) == (None, None)


def test_the_page_says_when_it_starts(client_of, host, ada):
    table = open_one(host, seats=4, **BY_ITSELF)
    sit(table, ada)
    page = client_of(ada).get(table.get_absolute_url()).text
    assert "or three minutes after the last player took one" in page


def test_the_page_says_that_the_game_waits_for_bots_first(host, ada):
    table = open_one(host, seats=4, bots_after=60, **BY_ITSELF)
    sit(table, ada)
    assert TablePage.of(fresh(table), ada, key="").waited_for == (
        "3 seats are free. The game starts automatically when all seats are taken. If nobody else "
        "comes, bots take the free seats one hour after the last player took one."
    )


def test_the_page_says_that_the_game_waits_if_it_is_for_no_such_number(host, ada, bo, mo):
    table = open_one(host, "automatafl", seats=4, **BY_ITSELF)
    for user in (ada, bo, mo):
        sit(table, user)
    assert TablePage.of(fresh(table), ada, key="").waited_for == (
        "1 seat is free. The game starts automatically when all seats are taken."
    )

"""A table whose countdown has ended becomes a game, exactly once."""

from __future__ import annotations

import logging
from datetime import timedelta

import pytest
from django.db import DataError, InterfaceError, OperationalError
from django.utils import timezone

from accounts.models import User
from accounts.services.members import delete_account
from games.models import Game, Seat
from lobby.models import Table
from lobby.schedule import STARTS
from lobby.services.closing import close_table
from lobby.services.starting import start_table
from scheduler.jobs import Queue
from scheduler.sweeping import sweep_for
from tests.lobby.sweeps import start_ready_tables
from tests.lobby.tables import (
    counting_down,
    fresh,
    open_one,
    refused,
    say_ready,
    seated,
    sit,
    suspend,
)


def start(table):
    """A worker starts the table now."""
    return start_table(table_id=table.pk, now=timezone.now())


def test_the_game_is_the_one_that_was_planned(host, ada, bo, clock):
    plan = {"options": {"size": 13}, "listed": False, "absences_allowed": None}
    table = counting_down(host, ada, bo, turn_seconds=20, turn_ends="timer", **plan)
    clock.go(5)
    game = start(table)
    assert (game.title, game.variant, game.options["size"]) == ("Tuesday", "multiplayer-go", 13)
    assert game.settings == table.settings
    assert game.settings.as_json() == {
        "listed": False,
        "turn_seconds": 20,
        "calendar": None,
        "patience_seconds": 86_400,
        "turn_ends": "timer",
        "absences_allowed": None,
        "leaves_when_away": False,
        "away_minutes": 2,
        "extensions": 0,
        "days_off": False,
        "rated": True,
        "votes": ("pause", "more-time", "end", "cancel", "bot", "remove"),
        "votes_need": "all",
        "seats_taken_over": False,
        "bots_take_over": False,
        "lets_in": "anyone",
        "guest": False,
    }
    assert game.deadline == timezone.now() + timedelta(seconds=20)


@pytest.mark.parametrize("stored", [{"size": 7}, {"size": 7, "agreement": "assumed"}])
def test_what_tables_do_not_choose_is_as_at_every_table_whenever_it_was_opened(
    host, ada, bo, clock, stored
):
    table = open_one(host, "parallel-go", options={"size": 7, "agreement": "assumed"})
    assert table.options == {"size": 7, "agreement": "needed"}
    Table.objects.filter(pk=table.pk).update(options=stored)
    for user in (ada, bo):
        sit(table, user)
    say_ready(table, ada, bo)
    clock.go(5)
    assert start(table).options == {"size": 7, "agreement": "needed"}


def test_the_seats_are_those_of_the_table_with_their_colours(host, ada, bo, clock):
    table = counting_down(host, bo, ada)
    clock.go(5)
    seats = Seat.objects.filter(game=start(table)).order_by("number")
    found = [(seat.user, seat.stone_colour, seat.mark_colour) for seat in seats]
    assert found == [(bo, "ember", "shell"), (ada, "sky", "shell")]


def test_where_the_rules_colour_seats_each_sits_on_the_one_they_picked(host, ada, bo, clock):
    table = open_one(host, "parallel-go")
    sit(table, ada, number=1)
    sit(table, bo, number=0)
    say_ready(table, ada, bo)
    clock.go(5)
    game = start(table)
    assert [seat.user for seat in game.seats.order_by("number")] == [bo, ada]
    assert [seat.stone_colour for seat in game.seats.order_by("number")] == ["ink", "shell"]


def test_nothing_starts_before_the_countdown_has_ended(host, ada, bo, clock):
    table = counting_down(host, ada, bo)
    clock.go(4.9)
    assert start(table) is None
    assert not Game.objects.exists()


def test_a_table_starts_one_game_however_often_it_is_started(host, ada, bo, clock):
    table = counting_down(host, ada, bo)
    clock.go(5)
    game = start(table)
    assert start(table) is None
    assert list(Game.objects.all()) == [game]
    assert fresh(table).game == game


def test_an_un_ready_that_came_first_stops_the_start(host, ada, bo, clock):
    table = counting_down(host, ada, bo)
    clock.go(5)
    say_ready(table, ada, ready=False)
    assert start(table) is None


def test_after_the_start_nothing_at_the_table_can_be_changed(host, ada, bo, clock):
    table = counting_down(host, ada, bo)
    clock.go(5)
    start(table)
    with refused("table-started"):
        say_ready(table, ada, ready=False)
    with refused("table-started"):
        close_table(table_id=table.pk, by=host, now=timezone.now())


def test_a_closed_table_does_not_start(host, ada, bo, clock):
    table = counting_down(host, ada, bo)
    close_table(table_id=table.pk, by=host, now=timezone.now())
    clock.go(5)
    assert start(table) is None


def test_an_account_that_is_deleted_in_the_countdown_stops_it(host, ada, bo, clock):
    table = counting_down(host, ada, bo)
    delete_account(user=bo)
    clock.go(5)
    assert start(table) is None
    assert fresh(table).starts_at is None
    assert table.places.get(user=ada).ready


def test_the_sweep_holds_until_each_countdown_has_ended(host, ada, bo, clock):
    table = counting_down(host, ada, bo)
    clock.go(4.8)
    assert start_ready_tables(sleep=clock.sleep) == 1
    assert clock.slept == [pytest.approx(0.2)]
    assert fresh(table).game.started_at == table.starts_at


def test_the_sweep_leaves_what_is_due_later_to_the_next_one(host, ada, bo, clock):
    counting_down(host, ada, bo)
    clock.go(4.4)
    assert start_ready_tables(sleep=clock.sleep) == 0


def test_a_table_that_cannot_start_stalls_no_other_and_counts_down_no_more(
    host, ada, bo, clock, caplog
):
    broken, good = counting_down(host, ada, bo), counting_down(host, ada, bo)
    Table.objects.filter(pk=broken.pk).update(options={})
    clock.go(5)
    with caplog.at_level(logging.CRITICAL, logger="lobby.schedule"):
        assert start_ready_tables(sleep=clock.sleep) == 1
    assert fresh(good).game is not None
    assert (fresh(broken).game, fresh(broken).starts_at) == (None, None)


@pytest.mark.parametrize(
    ("fault", "tried_again"),
    [(OperationalError("busy"), True), (InterfaceError("gone"), True), (DataError("odd"), False)],
)
def test_only_a_database_that_is_busy_or_gone_is_tried_again(
    host, ada, bo, clock, caplog, monkeypatch, fault, tried_again
):
    def fail(**_):
        raise fault

    table = counting_down(host, ada, bo)
    clock.go(5)
    monkeypatch.setattr("lobby.schedule.start_table", fail)
    with caplog.at_level(logging.CRITICAL, logger="lobby.schedule"):
        assert start_ready_tables(sleep=clock.sleep) == 0
    assert (fresh(table).starts_at is not None) is tried_again


def test_who_was_suspended_meanwhile_loses_the_seat(host, ada, bo, clock):
    table = counting_down(host, ada, bo)
    suspend(ada)
    clock.go(5)
    assert start(table) is None
    table = fresh(table)
    assert (table.game, table.starts_at) == (None, None)
    assert [(place.user, place.ready) for place in table.places.all()] == [(bo, True)]


def test_whose_account_was_closed_meanwhile_loses_the_seat(host, ada, bo, clock):
    table = counting_down(host, ada, bo)
    User.objects.filter(pk=ada.pk).update(is_active=False)
    clock.go(5)
    assert start(table) is None
    assert seated(table) == ["Bo"]


def test_a_table_that_starts_by_itself_does_so_after_somebody_lost_the_seat(
    host, ada, bo, member, clock
):
    table = open_one(host, seats=2, starts="full", turn_seconds=24 * 3600)
    for user in (ada, bo):
        sit(table, user)
    suspend(ada)
    clock.go(5)
    assert start(table) is None
    sit(table, member("Cy"), "iris")
    clock.go(5)
    assert start(table) is not None


def test_the_beat_s_task_starts_what_is_due(host, ada, bo, clock):
    table = counting_down(host, ada, bo)
    clock.go(6)
    sweep_for(Queue.TURNS, STARTS.every)
    assert fresh(table).game is not None

"""Closing tables: by hand, and after a day without changes."""

from __future__ import annotations

import pytest
from django.utils import timezone

from lobby.schedule import FILLING, UNTOUCHED
from lobby.services import closing
from lobby.services.starting import start_table
from scheduler.jobs import Queue
from scheduler.sweeping import sweep_for
from tests.lobby.tables import counting_down, fresh, open_one, refused, sit, suspend

DAY = 24 * 60 * 60


def close(table, by):
    """This user closes the table."""
    closing.close_table(table_id=table.pk, by=by, now=timezone.now())


@pytest.mark.parametrize("who", ["host", "mo"])
def test_its_host_and_a_moderator_close_a_table(who, host, mo, request):
    table = open_one(host)
    close(table, request.getfixturevalue(who))
    assert fresh(table).closed_at == timezone.now()


def test_nobody_else_closes_it(host, ada):
    table = open_one(host)
    sit(table, ada)
    with refused("not-allowed"):
        close(table, ada)
    assert fresh(table).is_open


def test_a_suspended_host_closes_nothing_and_a_moderator_does(host, mo):
    table = open_one(host)
    suspend(host)
    with refused("suspended"):
        close(table, host)
    assert fresh(table).is_open
    close(table, mo)
    assert not fresh(table).is_open


def test_closing_stops_the_countdown(host, ada, bo):
    table = counting_down(host, ada, bo)
    close(table, host)
    assert fresh(table).starts_at is None


def test_a_table_is_closed_once(host):
    table = open_one(host)
    close(table, host)
    with refused("table-closed"):
        close(table, host)


def test_a_table_that_nobody_has_touched_for_a_day_closes_itself(host, clock):
    table = open_one(host)
    clock.go(DAY - 1)
    sweep_for(Queue.BACKGROUND, UNTOUCHED.every)
    assert fresh(table).is_open
    clock.go(1)
    sweep_for(Queue.BACKGROUND, UNTOUCHED.every)
    assert not fresh(table).is_open


def test_whoever_does_anything_at_a_table_keeps_it_open_for_another_day(host, ada, clock):
    table = open_one(host)
    clock.go(DAY - 1)
    sit(table, ada)
    clock.go(DAY - 1)
    assert closing.close_untouched_tables(now=timezone.now()) == 0
    assert fresh(table).is_open


def test_a_table_whose_game_has_begun_does_not_close_itself(host, ada, bo, clock):
    table = counting_down(host, ada, bo)
    clock.go(5)
    start_table(table_id=table.pk, now=timezone.now())
    clock.go(2 * DAY)
    assert closing.close_untouched_tables(now=timezone.now()) == 0
    assert fresh(table).closed_at is None


def test_a_table_that_bots_fill_after_a_day_waits_for_them(host, ada, clock):
    table = open_one(host, bots_after=DAY // 60)
    sit(table, ada)
    clock.go(DAY + 600)  # nobody could fill it in time
    assert closing.close_untouched_tables(now=timezone.now()) == 0
    assert FILLING.handle(timezone.now(), set()) == 1
    assert fresh(table).is_open
    clock.go(DAY)
    assert closing.close_untouched_tables(now=timezone.now()) == 1

"""A table goes on without its host if its settings allow it."""

from __future__ import annotations

import pytest
from django.utils import timezone

from lobby.services.places import put_bot
from lobby.services.readiness import start_with_fewer
from tests.lobby.tables import fresh, open_one, refused, say_ready, seated, sit, suspend

AWAY = 120


def bot(table, by):
    """This user puts a bot on a seat."""
    return put_bot(table_id=table.pk, by=by, now=timezone.now())


def start(table, by):
    """This user starts the game with those who are here."""
    start_with_fewer(table_id=table.pk, by=by, now=timezone.now())


def test_two_minutes_after_the_host_has_gone_anyone_seated_seats_bots(host, ada, bo, clock):
    table = open_one(host, seats=3, players_seat_bots=False)
    sit(table, ada)
    clock.go(AWAY - 1)
    with refused("not-allowed", "Only the host of this table can do that. While the host is away"):
        bot(table, ada)
    clock.go(1)
    bot(table, ada)
    assert seated(table) == ["Ada", "Pebble"]
    with refused("not-allowed"):
        bot(table, bo)


def test_a_host_who_has_the_page_open_is_not_away(client_of, host, ada, clock):
    table = open_one(host, seats=3, players_seat_bots=False)
    sit(table, ada)
    for _ in range(4):
        clock.go(AWAY / 2)
        client_of(host).get(table.get_absolute_url())
    with refused("not-allowed"):
        bot(table, ada)


def test_a_suspended_host_holds_nobody_up(client_of, host, ada, bo, clock):
    table = open_one(host, seats=3)
    for user in (host, ada, bo):
        sit(table, user)
    say_ready(table, bo)
    suspend(host)
    for _ in range(4):
        clock.go(AWAY / 2)
        client_of(host).get(table.get_absolute_url())
    start(table, ada)
    assert seated(table) == ["Ada", "Bo"]
    assert fresh(table).starts_at is not None


def test_where_the_form_does_not_allow_it_all_wait_for_the_host(client_of, host, ada, clock):
    table = open_one(host, seats=3, players_run=False, players_seat_bots=False)
    sit(table, ada)
    clock.go(AWAY)
    with refused("not-allowed", "Only the host of this table can do that.$"):
        bot(table, ada)
    assert "Hostess is away" not in client_of(ada).get(table.get_absolute_url()).text


def test_it_starts_without_a_host_who_is_away_and_not_ready(client_of, host, ada, bo, clock):
    table = open_one(host, seats=3, players_seat_bots=False)
    for user in (host, ada, bo):
        sit(table, user)
    say_ready(table, bo)
    clock.go(AWAY)
    page = client_of(ada).get(table.get_absolute_url()).text
    assert "Hostess is away" in page
    start(table, ada)
    assert (seated(table), fresh(table).seats) == (["Ada", "Bo"], 2)
    assert fresh(table).starts_at is not None


def test_a_host_who_is_away_and_ready_plays_as_well(host, ada, clock):
    table = open_one(host, seats=3, players_seat_bots=False)
    sit(table, host)
    sit(table, ada)
    say_ready(table, host)
    clock.go(AWAY)
    start(table, ada)
    assert seated(table) == ["Hostess", "Ada"]


@pytest.mark.parametrize("command", ["remove", "close", "agree"])
def test_what_else_a_host_does_stays_the_host_s(client_of, host, ada, bo, clock, command):
    table = open_one(host, seats=3, players_seat_bots=False)
    sit(table, ada)
    place = sit(table, bo)
    clock.go(AWAY)
    answer = client_of(ada).post(f"/tables/{table.public_id}/{command}/", {"place": place.pk})
    assert (answer.status_code, seated(table)) == (403, ["Ada", "Bo"])

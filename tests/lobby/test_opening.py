"""Who opens a table."""

from __future__ import annotations

import pytest
from django.utils import timezone

from lobby.models import Table
from lobby.services.closing import close_table
from lobby.services.opening import open_table
from lobby.services.starting import start_table
from tests.lobby.tables import counting_down, open_one, refused, suspend, table_settings
from transport.refusals import Refused


def test_a_host_opens_a_table_that_keeps_all_settings(host):
    wanted = table_settings(
        options={"size": 13}, seats=5, turn_seconds=None, listed=False, joining="link"
    )
    table = open_table(host=host, table_settings=wanted, now=timezone.now())
    stored = Table.objects.get()
    assert stored == table
    assert (stored.host, stored.options["size"], stored.seats) == (host, 13, 5)
    assert (stored.settings.turn_seconds, stored.listed, stored.joining) == (None, False, "link")
    assert stored.is_open


def test_a_moderator_opens_a_table(mo):
    assert open_one(mo).host == mo


def test_a_member_who_is_no_host_opens_none_of_all_kinds(ada):
    with refused("not-allowed", "Members choose the board size"):
        open_one(ada)
    assert not Table.objects.exists()


def test_every_member_opens_tables_where_the_site_says_so(ada, settings):
    settings.EVERY_MEMBER_HOSTS = True
    assert open_one(ada).host == ada


def test_a_suspended_host_opens_none_and_is_told_why_and_until_when(host):
    suspend(host)
    with pytest.raises(Refused, match=r"22 November 2026, 20:00 \(UTC\).*Rudeness"):
        open_one(host)


def test_a_plan_that_cannot_be_played_opens_nothing(host):
    with refused("bad-seats"):
        open_one(host, seats=1)
    assert not Table.objects.exists()


def test_a_host_has_three_tables_open_and_another_when_one_has_started_or_closed(
    host, ada, bo, mo, clock
):
    started, closed, _ = counting_down(host, ada, bo), open_one(host), open_one(host)
    with refused("too-many", "You have 3 tables open already. Start or close one"):
        open_one(host)
    assert open_one(mo).is_open
    close_table(table_id=closed.pk, by=host, now=timezone.now())
    open_one(host)
    with refused("too-many"):
        open_one(host)
    clock.go(5)
    start_table(table_id=started.pk, now=timezone.now())
    open_one(host)


def test_how_many_tables_a_host_has_open_is_a_setting(host, settings):
    settings.TABLES_PER_HOST = 1
    open_one(host)
    with refused("too-many", "You have a table open already"):
        open_one(host)


def test_each_table_has_an_address_and_a_key_that_nobody_guesses(host):
    first, second = open_one(host), open_one(host)
    assert first.public_id != second.public_id
    assert first.join_key != second.join_key
    assert len(first.join_key) >= 16

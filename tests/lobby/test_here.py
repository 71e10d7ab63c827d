"""Before a live game starts by itself, those who sat down a while ago say that they are here."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from lobby.schedule import HERE, WAITING
from notices.models import Notice, What
from tests.lobby.sweeps import club_works, go_without_web, start_ready_tables
from tests.lobby.tables import fresh, open_one, say_ready, seated, sit
from tests.notices.told import shown

pytestmark = pytest.mark.django_db
MINUTE = 60


@pytest.fixture
def table(host):
    """A table for two that starts by itself."""
    return open_one(host, seats=2, starts="full")


def look() -> None:
    """What a worker does at a tick."""
    now = timezone.now()
    for job in (HERE, WAITING):
        job.handle(now, set())


def test_who_sat_down_a_while_ago_is_asked_when_the_table_is_full(table, ada, bo, clock):
    sit(table, ada)
    clock.go(2 * MINUTE)
    sit(table, bo)
    assert fresh(table).starts_at is None
    assert [place.ready for place in table.places.order_by("number")] == [False, True]
    assert (shown(ada), shown(bo)) == ([What.HERE], [])
    say_ready(table, ada)
    assert fresh(table).starts_at is not None
    assert fresh(table).here_by is None
    clock.go(5)
    assert start_ready_tables(sleep=clock.sleep) == 1


def test_who_sat_down_just_now_is_not_asked(table, ada, bo, clock):
    sit(table, ada)
    clock.go(2 * MINUTE - 1)
    sit(table, bo)
    assert fresh(table).starts_at is not None


def test_who_says_nothing_loses_the_seat_and_the_others_wait_on(table, ada, bo, clock):
    sit(table, ada)
    clock.go(2 * MINUTE)
    sit(table, bo)
    clock.go(MINUTE - 1)
    look()
    assert seated(table) == ["Ada", "Bo"]
    clock.go(1)
    look()
    assert seated(table) == ["Bo"]
    assert (fresh(table).starts_at, fresh(table).here_by) == (None, None)
    assert shown(ada) == []


def test_who_could_not_say_anything_for_the_club_was_away_keeps_the_seat(
    host, member, ada, bo, clock
):
    table = open_one(host, seats=3, starts="full")
    sit(table, ada)
    clock.go(2 * MINUTE)
    sit(table, bo)
    sit(table, member("Cy"))
    club_works()
    say_ready(table, bo, ready=False)
    go_without_web(clock, 3 * MINUTE, look)
    assert seated(table) == ["Ada", "Bo", "Cy"]
    club_works()
    look()
    assert fresh(table).here_by == timezone.now() + timedelta(minutes=1)
    assert shown(ada) == [What.HERE]
    for _ in range(MINUTE):
        clock.go(1)
        club_works()
        look()
    assert seated(table) == ["Bo", "Cy"]


def test_who_is_here_but_not_ready_keeps_the_seat(table, ada, bo, clock):
    sit(table, ada)
    clock.go(2 * MINUTE)
    sit(table, bo)
    say_ready(table, ada, ready=False)
    clock.go(MINUTE)
    look()
    assert seated(table) == ["Ada", "Bo"]


def test_before_a_start_with_fewer_all_are_asked_once(host, ada, bo, clock):
    table = open_one(host, seats=4, starts="full")
    sit(table, ada)
    sit(table, bo)
    clock.go(3 * MINUTE)
    look()
    assert fresh(table).here_by == timezone.now() + timedelta(minutes=1)
    say_ready(table, ada, bo)
    clock.go(MINUTE)
    look()
    assert fresh(table).starts_at is not None
    assert fresh(table).seats == 2


@pytest.mark.parametrize("changes", [{"starts": "ready"}, {"turn_seconds": 3600}])
def test_tables_without_hurry_or_at_which_all_said_ready_ask_nobody(host, ada, bo, clock, changes):
    table = open_one(host, **{"seats": 2, "starts": "full", **changes})
    sit(table, ada)
    say_ready(table, ada)
    clock.go(2 * MINUTE)
    sit(table, bo)
    say_ready(table, bo)
    assert fresh(table).starts_at is not None


def test_the_page_asks_with_a_button(table, ada, bo, clock, client_of):
    sit(table, ada)
    clock.go(2 * MINUTE)
    sit(table, bo)
    page = client_of(ada).get(table.get_absolute_url()).text
    assert "Are you here?" in page
    assert "I am here" in page
    assert Notice.objects.filter(member=ada, what=What.HERE).exists()

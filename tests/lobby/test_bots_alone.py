"""The number of games with only bots is limited: in the club, and for each host."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.services.roles import set_host
from lobby.live import page_of
from lobby.models import Table
from lobby.services import bots_alone
from lobby.services.places import put_bot
from lobby.services.readiness import start_with_fewer
from tests.api.conftest import Program
from tests.lobby.sweeps import make_bots_ready, start_ready_tables
from tests.lobby.tables import fresh, open_one, refused, seated, sit

pytestmark = pytest.mark.django_db


@pytest.fixture
def other(member):
    """Another host."""
    user = member("Otto")
    set_host(user=user, hosts=True)
    return user


@pytest.fixture
def third(member):
    user = member("Thea")
    set_host(user=user, hosts=True)
    return user


@pytest.fixture
def go_on(clock):
    """Returns a function that lets time pass until bots are ready and a countdown has ended."""

    def let():
        clock.go(30)
        make_bots_ready(now=timezone.now())
        clock.go(5)
        start_ready_tables(sleep=clock.sleep)

    return let


def put(table, by):
    return put_bot(table_id=table.pk, by=by, now=timezone.now())


def table_of_bots(host):
    """A table whose seats are all taken by bots."""
    table = open_one(host)
    put(table, host)
    put(table, host)
    return table


def test_bots_alone_play_where_none_do_yet(host, go_on):
    table = table_of_bots(host)
    go_on()
    assert fresh(table).game.bots_alone


def test_a_host_has_one_such_game_and_is_told_where_another_is_asked_for(host, go_on):
    table_of_bots(host)
    go_on()
    table = open_one(host)
    put(table, host)
    with refused("too-many-bots"):
        put(table, host)
    assert len(seated(fresh(table))) == 1


def test_the_words_say_what_to_do(host, go_on, client_of):
    table_of_bots(host)
    go_on()
    table = open_one(host)
    put(table, host)
    client = client_of(host)
    answer = client.post(f"{table.get_absolute_url()}bot/", {"number": "1"}, follow=True)
    words = "The host already has as many bots-only games in progress as allowed."
    assert words in answer.text
    assert "Keep a seat for a person, or wait until one of them ends." in answer.text


def test_the_club_has_two(host, other, third, go_on):
    for each in (host, other):
        table_of_bots(each)
    go_on()
    table = open_one(third)
    put(table, third)
    with refused("too-many-bots"):
        put(table, third)


def test_a_bot_beside_a_person_is_no_game_of_bots_alone(host, ada, go_on):
    table_of_bots(host)
    go_on()
    table = open_one(host)
    sit(table, ada)
    put(table, host)
    assert len(seated(fresh(table))) == 2


def test_starting_with_fewer_makes_none_either(host, go_on):
    table_of_bots(host)
    go_on()
    table = open_one(host, seats=3)
    put(table, host)
    put(table, host)
    table.places.update(ready=True)
    with refused("too-many-bots"):
        start_with_fewer(table_id=table.pk, by=host, now=timezone.now())


def test_of_two_tables_that_count_down_one_starts_and_the_other_waits(host, go_on, client_of):
    tables = [table_of_bots(host), table_of_bots(host)]
    go_on()
    started, waiting = sorted(map(fresh, tables), key=lambda table: table.game_id is None)
    assert started.game is not None
    assert (waiting.game, waiting.starts_at) == (None, None)
    page = client_of(host).get(waiting.get_absolute_url()).text
    assert "The host already has as many bots-only games in progress as allowed." in page


def test_pages_of_tables_that_must_wait_now_are_told_when_a_game_starts(
    host, ada, go_on, monkeypatch
):
    tables, with_a_person = [table_of_bots(host), table_of_bots(host)], open_one(host)
    sit(with_a_person, ada)
    hinted = []
    monkeypatch.setattr(bots_alone, "send_on_commit", lambda *hints: hinted.extend(hints))
    go_on()
    (waiting,) = (table for table in map(fresh, tables) if table.game is None)
    assert {group for group, _ in hinted} == {page_of(waiting.public_id)}


def test_programs_are_told_why_bots_wait(host, go_on):
    tables = [table_of_bots(host), table_of_bots(host)]
    own = Program(host, "tables")
    address = f"/tables/{tables[1].public_id}"
    assert own.get(address).json()["held_back"] is None
    go_on()
    started, waiting = sorted(map(fresh, tables), key=lambda table: table.game_id is None)
    why = own.get(f"/tables/{waiting.public_id}").json()["held_back"]
    assert why.startswith("The host already has as many bots-only games in progress")
    assert own.get(f"/tables/{started.public_id}").json()["held_back"] is None


def test_the_one_that_waits_starts_when_the_other_is_over(host, go_on):
    tables = [table_of_bots(host), table_of_bots(host)]
    go_on()
    started, waiting = sorted(map(fresh, tables), key=lambda table: table.game_id is None)
    go_on()
    assert fresh(waiting).game is None
    started.game.status = "finished"
    started.game.save()
    go_on()
    assert fresh(waiting).game is not None


def test_waiting_for_it_keeps_no_table_from_closing(host, go_on):
    tables = [table_of_bots(host), table_of_bots(host)]
    go_on()
    waiting = next(table for table in map(fresh, tables) if table.game is None)
    go_on()
    assert Table.objects.get(pk=waiting.pk).touched_at < timezone.now() - timedelta(seconds=30)


def test_the_limits_are_settings(host, go_on, settings):
    settings.BOTS_ALONE_OF_MEMBER = 2
    tables = [table_of_bots(host), table_of_bots(host)]
    go_on()
    assert all(fresh(table).game is not None for table in tables)

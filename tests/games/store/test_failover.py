"""When the primary of PostgreSQL is lost, everything goes on with the standby: nothing that was
acknowledged is lost, and nothing is acknowledged that could be."""

from __future__ import annotations

import asyncio
import signal
import tempfile
import time
from functools import partial
from pathlib import Path
from typing import Any

import psycopg
import pytest
from asgiref.sync import sync_to_async
from django.db import DatabaseError, OperationalError, connection, connections
from django.utils import timezone

import config.celery
from config.health import newest
from database.address import settings_of
from database.postgresql import guard as guarding
from database.postgresql.guard import guard
from database.postgresql.servers import order
from games.models import GameEvent, Heartbeat
from games.pages.commands import carry_out
from games.play.commands import do
from games.play.events import EVERYONE
from games.play.messages import Order, SealAction
from games.schedule import outages
from games.store import aio
from games.store.played import was_done_before
from tests.games.both_drivers import login
from tests.games.playing import begin, fresh, place, seal, sealed, steps
from tests.games.sweeps import resolve_due_turns
from tests.servers.cluster import Cluster
from tests.servers.emptying import empty_database
from transport.faults import is_database_away
from transport.refusals import Refused
from transport.threads import in_thread

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="freezes servers by /proc"),
]


@pytest.fixture(scope="module")
def made(django_db_setup):
    """A cluster that is stopped, with the tables of the site."""
    with tempfile.TemporaryDirectory(prefix="miai-") as folder:
        Path(folder).chmod(0o711)
        cluster = Cluster(Path(folder))
        cluster.make()
        yield cluster
        cluster.stop()


@pytest.fixture
def cluster(made, transactional_db, monkeypatch):
    """The cluster, which the site's own connections use."""
    monkeypatch.setattr(guarding, "PATIENCE", 0.5)
    monkeypatch.setattr(guarding, "EVERY", 0.1)
    monkeypatch.setattr(guarding, "HANGS_AFTER", 0.4)
    if not made.is_whole:
        made.start()
    use(made.address())
    try:
        yield made
        if made.is_whole:
            empty_database()
    finally:
        use(None)


BEFORE: dict[str, Any] = {}


def use(address):
    """Has this process use the database at this address; None: that of the tests."""
    own = connections["default"]
    known = own.settings_dict
    own.close()
    own.close_pool()
    if address:
        BEFORE.update(known)
        told = settings_of(address)
        known.update({**told, "OPTIONS": {**known["OPTIONS"], **told["OPTIONS"]}})
    else:
        known.update(BEFORE)
    order.last, order.silent, guard.commits_hang = None, set(), False


@pytest.fixture(autouse=True)
async def _connections_are_closed():
    yield
    await aio.close()
    # That of the one thread in which sessions are read; no other test may get it.
    await sync_to_async(connections.close_all)()


@pytest.fixture
def game(cluster, ada, bo):
    return begin(ada, bo, turn_seconds=86_400)


async def by_socket(command, game, who):
    """Makes a choice as a socket does."""
    try:
        await aio.run_game(game.pk, who, partial(do, command, arrived=timezone.now()))
    except Refused as refused:
        if not await in_thread(was_done_before, command, game.pk, who, refused):
            raise


async def by_request(command, game, who):
    """Makes a choice as a request does."""
    await in_thread(carry_out, command, game_id=game.pk, login=who, arrived=timezone.now())


WAYS = (by_socket, by_request)
both_ways = pytest.mark.parametrize("way", WAYS)


def choice(way, game, who, number):
    """A choice that keeps its number, however often it is made."""
    action, own = place(number, number), Order(page="page", number=number)
    return partial(way, SealAction(step=1, action=action, order=own), game, who)


def lose(server):
    """Makes a server quit at once, as when its machine dies."""
    server.process.send_signal(signal.SIGQUIT)
    server.process.wait()


async def fails(choose):
    """Makes a choice that cannot be stored now."""
    with pytest.raises((DatabaseError, psycopg.Error)) as told:
        await choose()
    assert is_database_away(told.value)


async def until_taken(choose):
    """Makes a choice again and again, as its page does, until it is taken."""
    while True:
        try:
            return await choose()
        except (DatabaseError, psycopg.Error) as error:
            if not is_database_away(error):
                raise
            await asyncio.sleep(0.1)


def has_waiting_commit(cluster):
    with cluster.connect(cluster.first) as database:
        waiting = "SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
        return [pid for (pid,) in database.execute(waiting)]


def break_off(cluster, how):
    """Waits for a commit that waits for the standby, and breaks its wait off."""
    while not (pids := has_waiting_commit(cluster)):
        time.sleep(0.02)
    with cluster.connect(cluster.first) as database:
        for pid in pids:
            database.execute(f"SELECT pg_{how}_backend(%s)", (pid,))


@both_ways
@pytest.mark.parametrize("how", ["cancel", "terminate"])
async def test_a_commit_in_doubt_is_acknowledged_only_once_the_standby_has_it(
    cluster, game, ada, way, how, monkeypatch
):
    monkeypatch.setattr(guarding, "PATIENCE", 60)
    who = await in_thread(login, ada)
    choose = choice(way, game, who, 2)
    await choice(way, game, who, 1)()
    await in_thread(lose, cluster.second)
    first_try = asyncio.create_task(choose())
    await in_thread(break_off, cluster, how)
    with pytest.raises((psycopg.OperationalError, OperationalError)):
        await first_try
    assert await in_thread(sealed, game) == {0: place(2, 2)}
    told = await in_thread(events)
    await is_done_once_the_standby_is_back(cluster, choose)
    assert await in_thread(sealed, game) == {0: place(2, 2)}
    assert await in_thread(events) == told


def events():
    """How often something was told to everybody."""
    return GameEvent.objects.filter(audience=EVERYONE).count()


async def is_done_once_the_standby_is_back(cluster, choose):
    """Makes a choice that waits for the standby, and brings that back."""
    again = asyncio.create_task(choose())
    while not await in_thread(has_waiting_commit, cluster):
        assert not again.done()
    cluster.second.serve()
    await again


async def test_a_last_choice_in_doubt_is_acknowledged_only_once_the_standby_has_it(
    cluster, ada, bo, monkeypatch
):
    monkeypatch.setattr(guarding, "PATIENCE", 60)
    game = await in_thread(begin, ada, bo, turn_ends="complete")
    one, other = await in_thread(login, ada), await in_thread(login, bo)
    await choice(by_socket, game, other, 1)()
    choose = choice(by_socket, game, one, 2)
    await in_thread(lose, cluster.second)
    first_try = asyncio.create_task(choose())
    await in_thread(break_off, cluster, "cancel")
    with pytest.raises(psycopg.OperationalError):
        await first_try
    assert (await in_thread(fresh, game)).step == 1
    await is_done_once_the_standby_is_back(cluster, choose)
    assert await in_thread(steps, game) == [("complete", {"0": place(2, 2), "1": place(1, 1)})]


@both_ways
async def test_without_a_standby_nothing_is_taken_and_the_club_says_so(
    cluster, game, ada, way, async_client
):
    who = await in_thread(login, ada)
    await choice(way, game, who, 1)()
    await in_thread(lose, cluster.second)
    await fails(choice(way, game, who, 2))
    assert guard.commits_hang
    await fails(choice(way, game, who, 2))
    assert len(await in_thread(has_waiting_commit, cluster)) == 1, "the second one was not begun"
    with pytest.raises(DatabaseError):
        await in_thread(outages.beat, Heartbeat.Of.CHOICES)
    newest.forget()
    health = await async_client.get("/healthz")
    assert (health.status_code, health.json()["stores"]) == (503, False)
    cluster.second.serve()
    await until_taken(choice(way, game, who, 2))
    assert await in_thread(sealed, game) == {0: place(2, 2)}
    assert not guard.commits_hang


async def test_choices_go_to_the_new_primary_and_none_is_lost(cluster, game, ada, bo):
    one, other = await in_thread(login, ada), await in_thread(login, bo)
    await choice(by_socket, game, one, 1)()
    await choice(by_request, game, other, 2)()
    await in_thread(lose, cluster.first)
    await asyncio.gather(*(fails(choice(way, game, one, 3)) for way in WAYS))
    await in_thread(cluster.promote)
    await until_taken(choice(by_socket, game, one, 3))
    assert await in_thread(sealed, game) == {0: place(3, 3), 1: place(2, 2)}
    cluster.bring_back_first()
    await choice(by_request, game, other, 4)()
    assert await in_thread(sealed, game) == {0: place(3, 3), 1: place(4, 4)}


async def test_a_server_that_takes_no_writes_any_more_costs_no_choice(cluster, game, ada):
    who = await in_thread(login, ada)
    for number, way in enumerate(WAYS):
        await choice(way, game, who, number)()
    await in_thread(cluster.promote)
    await in_thread(make_read_only, cluster)
    for number, way in enumerate(WAYS, 2):
        await choice(way, game, who, number)()
        assert await in_thread(sealed, game) == {0: place(number, number)}
    assert order.last[0] == str(cluster.second.folder)


def make_read_only(cluster):
    with cluster.connect(cluster.first) as database:
        database.execute("ALTER SYSTEM SET default_transaction_read_only = on")
        database.execute("SELECT pg_reload_conf()")
    while True:
        with cluster.connect(cluster.first) as database:
            if database.info.parameter_status("default_transaction_read_only") == "on":
                return


def test_a_worker_resolves_turns_on_the_new_primary(cluster, ada, bo, clock):
    config.celery.keep_connection()
    game = begin(ada, bo, turn_seconds=60)
    seal(game, ada, place(0, 0))
    lose(cluster.first)
    clock.go(61)
    assert resolve_due_turns(sleep=clock.sleep) == 0
    cluster.promote()
    connection.close_if_unusable_or_obsolete()
    assert resolve_due_turns(sleep=clock.sleep) == 1
    assert steps(game) == [("timer", {"0": place(0, 0)})]


async def test_a_frozen_primary_keeps_nobody_waiting(cluster, game, ada, monkeypatch):
    monkeypatch.setattr(guarding, "PROBE_SECONDS", 2)
    who = await in_thread(login, ada)
    for number, way in enumerate(WAYS):
        await choice(way, game, who, number)()
    await in_thread(cluster.freeze, cluster.first)
    await in_thread(cluster.promote)
    await asyncio.gather(*(until_taken(choice(way, game, who, 2)) for way in WAYS))
    assert order.last[0] == str(cluster.second.folder)
    assert [server[0] for server in order.silent] == [str(cluster.first.folder)]
    assert await in_thread(sealed, game) == {0: place(2, 2)}

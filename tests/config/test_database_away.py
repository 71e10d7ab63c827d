"""After an outage of PostgreSQL the next request finds it again, however long it lasted."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import Mock

import pytest
from django.db import DatabaseError, connection
from psycopg import OperationalError
from psycopg.conninfo import conninfo_to_dict
from psycopg_pool import ConnectionPool

import config.celery
from database.address import settings_of
from database.postgresql.base import DatabaseWrapper
from games.store import aio
from tests.servers.postgresql import PostgreSQL

PATIENCE = 20  # seconds that a request waits for a connection


@pytest.fixture
def folder():
    """A folder that PostgreSQL's own user may enter, unlike pytest's folders."""
    with tempfile.TemporaryDirectory(prefix="miai-") as made:
        path = Path(made)
        path.chmod(0o711)
        yield path


def test_a_process_is_back_with_the_database_though_it_tried_in_vain_for_long(folder):
    options = connection.settings_dict["OPTIONS"]["pool"]
    server = PostgreSQL(folder / "postgresql")
    server.start()
    try:
        with ConnectionPool(server.url, open=True, **{**options, "timeout": 1}) as pool:
            with pool.connection() as database:
                database.execute("SELECT 1")
            server.process.send_signal(signal.SIGQUIT)
            server.process.wait()
            for _ in range(3):
                with pytest.raises(OperationalError), pool.connection() as database:
                    database.execute("SELECT 1")
            server.serve()
            with pool.connection(timeout=options["timeout"]) as database:
                assert database.execute("SELECT 1").fetchone() == (1,)
    finally:
        server.stop()


def test_one_request_that_waits_is_served_when_postgresql_is_back(folder):
    """No other request comes: the pool tries again by itself after its attempts have failed."""
    options = connection.settings_dict["OPTIONS"]["pool"]
    server = PostgreSQL(folder / "postgresql")
    server.start()
    try:
        with (
            ConnectionPool(server.url, open=True, **options) as pool,
            ThreadPoolExecutor() as other,
        ):
            pool.wait()
            lose(server)
            with pytest.raises(OperationalError):
                ask(pool)
            answer = other.submit(ask, pool)
            while not given_up(pool):
                time.sleep(0.01)
            server.serve()
            assert answer.result() == (1,)
    finally:
        server.stop()


def test_one_choice_that_waits_is_served_when_postgresql_is_back(folder, monkeypatch):
    """The same for the connections of sockets."""
    server = PostgreSQL(folder / "postgresql")
    server.start()
    parameters = conninfo_to_dict(server.url)
    monkeypatch.setattr(aio, "connection", Mock(get_connection_params=lambda: parameters))

    async def ask_now(pool):
        async with pool.connection(timeout=PATIENCE) as database:
            return await (await database.execute("SELECT 1")).fetchone()

    async def wait_while_it_is_away():
        try:
            pool = await aio._pool()
            await pool.wait()
            lose(server)
            with pytest.raises(OperationalError):
                await ask_now(pool)
            answer = asyncio.create_task(ask_now(pool))
            while not given_up(pool):  # noqa: ASYNC110 - the pool reports it only in statistics
                await asyncio.sleep(0.01)
            server.serve()
            return await answer
        finally:
            await aio.close()

    try:
        assert asyncio.run(wait_while_it_is_away()) == (1,)
    finally:
        server.stop()


def lose(server):
    """Makes PostgreSQL quit at once."""
    server.process.send_signal(signal.SIGQUIT)
    server.process.wait()


def ask(pool):
    with pool.connection(timeout=PATIENCE) as database:
        return database.execute("SELECT 1").fetchone()


def given_up(pool):
    """Whether the pool tried twice for the lost connection, and twice for the requested one."""
    return pool.get_stats().get("connections_errors", 0) >= 4


@pytest.mark.django_db
def test_postgresql_ends_a_transaction_that_does_nothing(settings):
    with connection.cursor() as cursor:
        cursor.execute("SHOW idle_in_transaction_session_timeout")
        assert cursor.fetchone() == (f"{settings.IDLE_TRANSACTION_SECONDS}s",)


def test_what_the_address_of_the_database_asks_for_is_kept():
    script = "from config.settings import DATABASES as d; print(d['default']['OPTIONS']['sslmode'])"
    environment = {**os.environ, "DATABASE_URL": "postgresql://club@127.0.0.1/club?sslmode=require"}
    told = subprocess.run(
        [sys.executable, "-c", script], env=environment, check=True, capture_output=True
    )
    assert told.stdout.split() == [b"require"]


@pytest.mark.django_db
def test_a_worker_waits_for_no_pool_when_postgresql_is_back(folder, monkeypatch):
    """The worker takes one connection, which fails at once, and succeeds at its next attempt."""
    server = PostgreSQL(folder / "postgresql")
    server.start()
    worker = worker_connection(server, monkeypatch)
    pool_waits = connection.settings_dict["OPTIONS"]["pool"]["timeout"]
    try:
        worker.ensure_connection()
        server.process.send_signal(signal.SIGQUIT)
        server.process.wait()
        worker.close()
        for _ in range(3):
            began = time.monotonic()
            with pytest.raises(DatabaseError):
                worker.ensure_connection()
            assert time.monotonic() - began < pool_waits
        server.serve()
        with worker.cursor() as cursor:
            cursor.execute("SELECT 1")
            assert cursor.fetchone() == (1,)
    finally:
        worker.close()
        server.stop()


def worker_connection(server, monkeypatch):
    """A connection to this server, set up like those of a worker process."""
    told = settings_of(server.url)
    known = connection.settings_dict
    worker = DatabaseWrapper({**known, **told, "OPTIONS": dict(known["OPTIONS"])}, alias="worker")
    monkeypatch.setattr(config.celery, "connections", SimpleNamespace(all=lambda: [worker]))
    config.celery.keep_connection()
    return worker

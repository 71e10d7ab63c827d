"""A pool finds out whether a connection still works before it lends it."""

from __future__ import annotations

import select

import pytest
from django.db import connection
from psycopg_pool import ConnectionPool

from database.postgresql.connections import Connection, check
from games.store.aio import connection_parameters

pytestmark = pytest.mark.django_db


@pytest.fixture
def pool():
    with ConnectionPool(
        connection_class=Connection,
        kwargs={**connection_parameters(), "autocommit": True},
        check=check,
        min_size=1,
        max_size=1,
        open=True,
    ) as made:
        yield made


@pytest.fixture
def idle(pool):
    """The pool's only connection, which has been used once and given back."""
    with pool.connection() as made:
        made.execute("SELECT 1")
    return made


@pytest.fixture
def asked(idle, monkeypatch):
    """The statements that are sent on that connection."""
    execute, found = idle.execute, []
    monkeypatch.setattr(idle, "execute", lambda sql: (found.append(sql), execute(sql)))
    return found


def test_a_connection_on_which_nothing_came_is_lent_without_asking_the_server(pool, idle, asked):
    with pool.connection() as lent:
        assert lent is idle
    assert not asked


def test_a_connection_that_the_server_has_ended_is_not_lent(pool, idle):
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s)", [idle.info.backend_pid])
    select.select([idle], [], [])
    with pool.connection() as lent:
        assert lent.execute("SELECT 1").fetchone() == (1,)


def test_where_the_server_must_take_writes_it_is_always_asked(pool, idle, asked):
    idle.must_write = True
    with pool.connection() as lent:
        assert lent is idle
    assert asked

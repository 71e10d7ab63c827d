"""A club as commit 84810de stored it, in PostgreSQL and in SQLite, with the same rows.

It has the demonstration of a new club, members with sessions, invitations, preferences and
measures, open tables, and games of all five kinds. Those that go on hold sealed choices: some are
paused, untimed, in the counting of Parallel Go, in a conflict of Automatafl in which two moves
stand, with bots that have chosen or are due, with plans, with an open vote. It was stored at
:data:`STORED_AT`. All names are made up. Ada, Bo and Jörg have the password "seven quiet herons";
nobody else has one. Sessions are signed with the key "the key of a stored club".
"""

from __future__ import annotations

import fcntl
import json
import lzma
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.core.management import call_command
from django.db import connection

from tests.servers.databases import address_of, close_connections, make_database

FOLDER = Path(__file__).parent
STORED_AT = datetime(2026, 11, 21, 19, 50, 30, tzinfo=UTC)


def sqlite_file() -> bytes:
    """The content of the club's SQLite file."""
    return lzma.decompress((FOLDER / "stored_club.sqlite3.xz").read_bytes())


def postgresql_dump() -> str:
    """The statements that ``pg_dump`` wrote for the same club."""
    return lzma.decompress((FOLDER / "stored_club.sql.xz").read_bytes()).decode()


def stored_rows(table: str) -> list[dict[str, Any]]:
    """Returns the rows of a table as they were stored, ordered by key.

    The JSON in SQLite's columns is decoded; times are text in UTC without a zone.
    """
    with closing(sqlite3.connect(":memory:")) as club:
        # The header says that the file has a write-ahead log; the copy in memory has none.
        content = sqlite_file()
        club.deserialize(content[:18] + b"\1\1" + content[20:])
        club.row_factory = sqlite3.Row
        rows = [dict(row) for row in club.execute(f'SELECT * FROM "{table}" ORDER BY 1')]  # noqa: S608
    return [{name: _decoded(value) for name, value in row.items()} for row in rows]


def _decoded(value: Any) -> Any:
    if isinstance(value, str) and value[:1] in ("{", "["):
        return json.loads(value)
    return value


def stored_migrations() -> set[tuple[str, str]]:
    """Returns the app and name of each migration that the stored club has applied."""
    return {(row["app"], row["name"]) for row in stored_rows("django_migrations")}


@contextmanager
def stored_club() -> Iterator[None]:
    """Makes the stored club the tests' database during the block. No migrations are applied."""
    with empty_database():
        with connection.cursor() as cursor:
            cursor.execute(postgresql_dump())
        close_connections()  # the dump has changed the connection's settings
        yield


def migrated_club() -> str:
    """Returns the name of a database with the stored club, migrated to this version, for
    :func:`copy_of`: a copy takes a fraction of the time that migrating takes.

    The first process of a test run that asks for it makes it; others wait meanwhile.
    """
    name = "migrated_club"
    kept = _name_of(name)
    with Path(os.environ["TEST_SERVERS"], f"{name}.lock").open("a+") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        lock.seek(0)
        if not lock.read():
            make_database(address_of(name))  # the run drops what was made so
            with stored_club():
                call_command("migrate", verbosity=0)
                _copy(connection.settings_dict["NAME"], kept)
            lock.write("made")
    return kept


@contextmanager
def kept_database(name: str) -> Iterator[str]:
    """Keeps the tests' database as it is, in another one during the block. Gives its name."""
    made = connection.settings_dict["NAME"]
    kept = f"{made}_{name}"
    _copy(made, kept)
    try:
        yield kept
    finally:
        _run_outside(f'DROP DATABASE "{kept}"')


@contextmanager
def migrated_database() -> Iterator[None]:
    """Connects the tests to a database as ``migrate`` leaves it during the block."""
    with copy_of(_name_of("template")):
        yield


@contextmanager
def empty_database() -> Iterator[None]:
    """Connects the tests to a database without tables during the block."""
    with copy_of("template1"):
        yield


@contextmanager
def copy_of(template: str) -> Iterator[None]:
    """Connects the tests to a copy of the database ``template`` during the block."""
    usual = connection.settings_dict["NAME"]
    other = f"{usual}_stored"
    _copy(template, other)
    connection.settings_dict["NAME"] = other
    try:
        yield
    finally:
        close_connections()
        connection.settings_dict["NAME"] = usual
        _run_outside(f'DROP DATABASE "{other}" WITH (FORCE)')


def _name_of(database: str) -> str:
    """The name on the server of this run's database."""
    return urlsplit(address_of(database)).path.removeprefix("/")


def _copy(made: str, name: str) -> None:
    """Makes the database ``name`` a copy of ``made``, replacing an old one."""
    close_connections()
    _run_outside(f'DROP DATABASE IF EXISTS "{name}"', f'CREATE DATABASE "{name}" TEMPLATE "{made}"')


def _run_outside(*statements: str) -> None:
    """Runs statements about a database while the connection is not in it."""
    with connection._nodb_cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)
        cursor.db.close_pool()

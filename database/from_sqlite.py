"""Imports a club that commit 84810de kept in SQLite; the only module that knows SQLite.

In one transaction, makes the tables as they were at 84810de and copies the rows into them. Then
migrates the database to this version.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import psycopg
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import DatabaseError, connection, transaction
from django.db.migrations.executor import MigrationExecutor
from psycopg.sql import SQL, Identifier

from database.contents import (
    count_rows,
    ensure_nobody_else_is_connected,
    has_anything,
    statement_to_drop,
    table_names,
)
from database.squashing import FIRST_PARTS, NEWER_APPS, OLDEST_COMMIT

Tell = Callable[[str, int], None]
Convert = Callable[[Any], Any]

KEPT = "django_migrations"
"""The table that is not copied: the new database records its own migrations."""


def in_utc(value: str) -> str:
    """Returns a time as PostgreSQL reads it; SQLite stores times in UTC without saying so."""
    return f"{value}+00:00"


def duration(value: int) -> timedelta:
    """Returns a duration; SQLite stores it in microseconds."""
    return timedelta(microseconds=value)


CONVERT: dict[str, Convert] = {
    "boolean": bool,
    "timestamp with time zone": in_utc,
    "interval": duration,
}
"""How to convert a value for PostgreSQL, by its column's type; other values are kept."""


def import_club(path: Path, tell: Tell) -> None:
    """Copies the club in ``path`` into this database, which must be empty, and migrates it.

    Calls ``tell`` with each table and its number of rows. Raises ``CommandError``; the database is
    then unchanged, unless a later migration failed.
    """
    with _opened(path) as club:
        ensure_version(club, path)
        if has_anything():
            raise CommandError(
                "There is a club in this database. A club can only be brought into an empty one."
            )
        ensure_nobody_else_is_connected()
        with transaction.atomic():
            make_tables_of_then()
            ensure_same_columns(club, path)
            for table in tables_to_copy():
                tell(table, copy_table(club, table))
            with connection.cursor() as cursor:
                cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")  # now, as migrations alter tables
    call_command("migrate", interactive=False, verbosity=0)


@contextmanager
def _opened(path: Path) -> Iterator[sqlite3.Connection]:
    """Opens the club's file. Raises ``CommandError`` for errors of either database."""
    if not path.is_file():
        raise CommandError(f"There is no file {path}.")
    try:
        # Not read-only: the file's write-ahead log may have to be recovered.
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=rw", uri=True)) as club:
            club.execute("PRAGMA query_only = ON")
            yield club
    except sqlite3.Error as error:
        raise CommandError(f"{path} cannot be read as an SQLite club: {error}") from None
    except (DatabaseError, psycopg.Error) as error:
        line = str(error).strip().partition("\n")[0]
        raise CommandError(f"PostgreSQL refused a row of {path}: {line}") from None


def ensure_version(club: sqlite3.Connection, path: Path) -> None:
    """Raises ``CommandError`` unless the club has the schema of 84810de."""
    last: dict[str, str] = dict(
        club.execute("SELECT app, name FROM django_migrations ORDER BY name")
    )
    for app, name in FIRST_PARTS:
        wanted = name.rpartition("_squashed_")[2]
        if last.get(app) != wanted:
            raise CommandError(
                f"{path} is not of commit {OLDEST_COMMIT}: its last migration of {app} is"
                f" {last.get(app)}, not {wanted}. Check out {OLDEST_COMMIT} and start the club"
                " there once; it migrates an older one."
            )


def make_tables_of_then() -> None:
    """Makes all tables anew as they were at 84810de."""
    if tables := table_names():
        with connection.cursor() as cursor:
            cursor.execute(statement_to_drop(tables))
    executor = MigrationExecutor(connection)
    ours = {app for app, _ in FIRST_PARTS}.union(NEWER_APPS)
    others = [node for node in executor.loader.graph.leaf_nodes() if node[0] not in ours]
    executor.migrate([*FIRST_PARTS, *others])


def tables_to_copy() -> list[str]:
    """Returns the names of all tables but :data:`KEPT`."""
    return [name for name in table_names() if name != KEPT]


def ensure_same_columns(club: sqlite3.Connection, path: Path) -> None:
    """Raises ``CommandError`` if the club's tables or columns differ from this database's."""
    here = {table: set(columns_of(table)) for table in tables_to_copy()}
    there = {}
    listed = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite~_%'"
    for (table,) in club.execute(f"{listed} ESCAPE '~' AND name <> '{KEPT}'"):
        # Hidden is 2 or 3 for a generated column, which is not copied.
        found = club.execute("SELECT name, hidden FROM pragma_table_xinfo(?)", [table])
        there[table] = {name for name, hidden in found if not hidden}
    differing = sorted(name for name in here.keys() | there if here.get(name) != there.get(name))
    if differing:
        raise CommandError(
            f"{path} has another schema than commit {OLDEST_COMMIT}; the tables that differ are:"
            f" {', '.join(differing)}."
        )


def columns_of(table: str) -> dict[str, str]:
    """Returns the names and types of a table's columns that are not generated."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT column_name, data_type FROM information_schema.columns WHERE table_schema ="
            " 'public' AND table_name = %s AND is_generated = 'NEVER' ORDER BY ordinal_position",
            [table],
        )
        return dict(cursor.fetchall())


def copy_table(club: sqlite3.Connection, table: str) -> int:
    """Copies all rows of a table. Returns how many; raises ``CommandError`` if some are lost."""
    columns = columns_of(table)
    names = ", ".join(f'"{name}"' for name in columns)
    rows = club.execute(f'SELECT {names} FROM "{table}"')  # noqa: S608 - names of our own tables
    with connection.cursor() as cursor:
        statement = SQL("COPY {} ({}) FROM STDIN").format(
            Identifier(table), SQL(", ").join(map(Identifier, columns))
        )
        with cursor.copy(statement) as copy:
            for row in _converted(rows, list(columns.values())):
                copy.write_row(row)
    (there,) = club.execute(f'SELECT count(*) FROM "{table}"').fetchone()  # noqa: S608
    here = count_rows(table)
    if here != there:
        raise CommandError(f"{table} has {there} rows, of which {here} were copied.")
    set_sequence(club, table)
    return here


def _converted(rows: Iterable[tuple[Any, ...]], types: list[str]) -> Iterator[list[Any]]:
    converts = [CONVERT.get(each) for each in types]
    for row in rows:
        yield [
            value if value is None or convert is None else convert(value)
            for value, convert in zip(row, converts, strict=True)
        ]


def set_sequence(club: sqlite3.Connection, table: str) -> None:
    """Sets the table's next key to follow the last one that SQLite gave, even to a deleted row."""
    given = club.execute("SELECT seq FROM sqlite_sequence WHERE name = ?", [table]).fetchone()
    if given and given[0]:
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT setval(pg_get_serial_sequence(%s, column_name), %s)"
                " FROM information_schema.columns WHERE table_schema = 'public'"
                " AND table_name = %s AND is_identity = 'YES'",
                [f'"{table}"', given[0], table],
            )

"""A club that an earlier version stored, in a database of its own, migrated to this one.

``stored_club.json`` says in its first lines what it holds.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import time_machine
from django.core.management import call_command
from django.core.management.color import no_style
from django.db import connection, transaction
from django.db.migrations.executor import MigrationExecutor

from tests.games.playing import START
from tests.servers.databases import close_connections

STORED = json.loads(Path(__file__).with_name("stored_club.json").read_text())

SESSIONS = "sessions.session"
"""Django's own table: this version has no model of it."""


@contextmanager
def migrated_club() -> Iterator[None]:
    """The stored club is the database while the block lasts."""
    with club_of_before():
        call_command("migrate", verbosity=0)
        yield


@contextmanager
def club_of_before() -> Iterator[None]:
    """The same before any migration that came after it."""
    with _empty_database(), time_machine.travel(START, tick=False):
        executor = MigrationExecutor(connection)
        last = dict(STORED["migrations"])  # of each app
        then = [each for each in last.items() if each in executor.loader.graph.nodes]
        state = executor.migrate(then)
        _fill(state.apps, STORED["rows"])
        yield


@contextmanager
def _empty_database() -> Iterator[None]:
    """The tests' connection leads to an empty database while the block lasts."""
    usual = connection.settings_dict["NAME"]
    other = f"{usual}_stored"
    close_connections()
    _outside(f'DROP DATABASE IF EXISTS "{other}"', f'CREATE DATABASE "{other}"')
    connection.settings_dict["NAME"] = other
    try:
        yield
    finally:
        close_connections()
        connection.settings_dict["NAME"] = usual
        _outside(f'DROP DATABASE "{other}"')


def _outside(*statements: str) -> None:
    """Runs what can be run in none of the databases that it is about."""
    with connection._nodb_cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)


def _fill(apps: Any, rows: dict[str, Any]) -> None:
    """Stores the rows, by table, through the models of their time."""
    _store_sessions(rows[SESSIONS])
    models = {label: apps.get_model(label) for label in rows if label != SESSIONS}
    with transaction.atomic():
        for label, model in models.items():
            columns = [_field(model, name) for name in rows[label]["columns"]]
            model._base_manager.bulk_create(
                model(**{f.attname: f.to_python(v) for f, v in zip(columns, row, strict=True)})
                for row in rows[label]["rows"]
            )
        with connection.cursor() as cursor:
            for statement in connection.ops.sequence_reset_sql(no_style(), list(models.values())):
                cursor.execute(statement)


def _store_sessions(table: dict[str, Any]) -> None:
    """As Django's own app did, which is not among this version's."""
    with connection.cursor() as cursor:
        cursor.execute(
            "CREATE TABLE django_session (session_key varchar(40) NOT NULL PRIMARY KEY, "
            "session_data text NOT NULL, expire_date timestamp with time zone NOT NULL)"
        )
        cursor.executemany("INSERT INTO django_session VALUES (%s, %s, %s)", table["rows"])


def _field(model: Any, name: str) -> Any:
    return next(field for field in model._meta.concrete_fields if field.attname == name)

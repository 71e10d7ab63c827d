"""What the club's PostgreSQL database contains in any version: tables, rows, connections."""

from __future__ import annotations

import time
from collections.abc import Iterable

from django.core.management.base import CommandError
from django.db import connection
from psycopg.sql import SQL, Composed, Identifier

from database.postgresql.connections import Connection

FILLED_BY_MIGRATE = {
    "auth_group",
    "auth_group_permissions",
    "auth_permission",
    "django_content_type",
    "django_migrations",
}
"""Tables that have rows in a new database."""

WAIT_SECONDS = 3.0
"""How long to wait for connections that are just being closed."""


def table_names() -> list[str]:
    """Returns the names of all tables."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1")
        return [name for (name,) in cursor.fetchall()]


def has_anything() -> bool:
    """Returns whether the database has more rows than ``migrate`` leaves in a new one."""
    with connection.cursor() as cursor:
        for name in set(table_names()) - FILLED_BY_MIGRATE:
            cursor.execute(SQL("SELECT EXISTS (SELECT 1 FROM {})").format(Identifier(name)))
            if cursor.fetchone()[0]:
                return True
    return False


def count_rows(table: str) -> int:
    """Returns the number of rows in a table."""
    with connection.cursor() as cursor:
        cursor.execute(SQL("SELECT count(*) FROM {}").format(Identifier(table)))
        return int(cursor.fetchone()[0])


def statement_to_drop(tables: Iterable[str]) -> Composed:
    """Returns the statement that drops these tables, with their rows and sequences."""
    return SQL("DROP TABLE {} CASCADE").format(SQL(", ").join(map(Identifier, tables)))


def ensure_nobody_else_is_connected() -> None:
    """Closes this process's connections; raises ``CommandError`` if others use the database."""
    disconnect()
    ends = time.monotonic() + WAIT_SECONDS
    with Connection.connect(**connection.get_connection_params()) as alone:
        while others := _other_connections(alone):
            if time.monotonic() > ends:
                raise CommandError(
                    f"Other processes are connected to the database ({others} connections). Stop"
                    " the site (web, workers, beat) first."
                )
            time.sleep(0.1)


def _other_connections(alone: Connection) -> int:
    found = alone.execute(
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
        " AND backend_type = 'client backend' AND pid <> pg_backend_pid()"
    ).fetchone()
    alone.rollback()  # within a transaction the view does not change
    return int(found[0]) if found else 0


def disconnect() -> None:
    """Closes this process's connections to the database; the next query opens a new one."""
    connection.close()
    if hasattr(connection, "close_pool"):
        connection.close_pool()

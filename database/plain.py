"""Django's connection without Django's cursors: statements are sent unchanged, and the database
prepares them, so that it plans each only once."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection
from psycopg import Connection


@contextmanager
def plain_connection() -> Iterator[Connection[Any]]:
    """Provides Django's connection as a psycopg connection, with prepared statements meanwhile, and
    with Django's errors."""
    connection.ensure_connection()
    database: Connection[Any] = connection.connection
    threshold, database.prepare_threshold = database.prepare_threshold, 1
    try:
        with connection.wrap_database_errors:
            yield database
    finally:
        database.prepare_threshold = threshold

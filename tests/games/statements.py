"""The statements sent to the database: by Django, by the store, and as compiled queries."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from django.db import connection
from psycopg import Cursor

from database import queries
from games.store import sync


@contextmanager
def statements_sent() -> Iterator[list[str]]:
    """Collects all statements of the block except the begin and end of transactions."""
    sent: list[str] = []

    def by_django(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        sent.append(sql)
        return execute(sql, params, many, context)

    class Noting(Cursor[Any]):
        def execute(self, query: Any, *args: Any, **kwargs: Any) -> Any:
            sent.append(query.decode())
            return super().execute(query, *args, **kwargs)

    with (
        connection.execute_wrapper(by_django),
        patch.object(sync, "Cursor", Noting),
        patch.object(queries, "Cursor", Noting),
    ):
        yield sent

"""Reads whole databases, so that they can be compared."""

from __future__ import annotations

from typing import Any

from django.db import connection

from database.contents import table_names


def all_rows() -> dict[str, list[dict[str, Any]]]:
    """Every row of every table, as a dictionary by column."""
    found = {}
    with connection.cursor() as cursor:
        for table in table_names():
            cursor.execute(f'SELECT * FROM "{table}"')  # noqa: S608
            columns = [column.name for column in cursor.description]
            rows = [dict(sorted(zip(columns, row, strict=True))) for row in cursor.fetchall()]
            found[table] = sorted(rows, key=repr)
    return found

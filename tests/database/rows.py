"""Reads whole databases, to compare them."""

from __future__ import annotations

from typing import Any

from django.db import connection

from database.contents import table_names


def all_rows() -> dict[str, list[dict[str, Any]]]:
    """Every row of every table, by the names of its columns."""
    found = {}
    with connection.cursor() as cursor:
        for table in table_names():
            cursor.execute(f'SELECT * FROM "{table}"')  # noqa: S608
            columns = [column.name for column in cursor.description]
            rows = [dict(sorted(zip(columns, row, strict=True))) for row in cursor.fetchall()]
            found[table] = sorted(rows, key=repr)
    return found

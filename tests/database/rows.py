"""Reads whole databases, so that they can be compared."""

from __future__ import annotations

import re
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


def schema() -> dict[str, set[tuple[Any, ...]]]:
    """Columns, constraints and indexes; without the names of constraints, some of which Django made
    from former column names, and without casts, which a dump writes differently."""
    columns = (
        "SELECT table_name, column_name, data_type, character_maximum_length, is_nullable,"
        " column_default, is_identity, generation_expression FROM information_schema.columns"
        " WHERE table_schema = 'public'"
    )
    constraints = (
        "SELECT conrelid::regclass::text, contype, pg_get_constraintdef(oid) FROM pg_constraint"
        " WHERE connamespace = 'public'::regnamespace"
    )
    indexes = "SELECT tablename, indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'"
    found = {}
    with connection.cursor() as cursor:
        for what, query in (
            ("columns", columns),
            ("constraints", constraints),
            ("indexes", indexes),
        ):
            cursor.execute(query)
            found[what] = {tuple(map(_without_casts, row)) for row in cursor.fetchall()}
    return found


def _without_casts(value: Any) -> Any:
    if isinstance(value, str):
        return re.sub(r"::(character varying|text)|\[\]|[()]", "", value)
    return value

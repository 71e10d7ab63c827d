"""Queries whose SQL is written once.

Django writes the SQL of a query anew each time, which for a query of many parts takes far longer
than the database takes to answer it. A query that every page asks is written once, from the same
querysets as any other, and sent with other values each time.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import Enum
from typing import Any

from django.db.models import QuerySet
from psycopg import Cursor

from database.plain import plain_connection

NOW = datetime(2000, 1, 1, tzinfo=UTC)
"""What a query is written with instead of the time at which it is asked."""
KEY = -7_000_000_000_000
"""The same for a key. Of several, each is one less than the one before."""


@dataclass(frozen=True)
class Compiled:
    """SQL, and of each of its parameters what it is: a name and what is added to the value of that
    name, or a constant."""

    sql: bytes
    parameters: Sequence[tuple[str, Any]]

    def rows(self, **values: Any) -> list[tuple[Any, ...]]:
        """What the database answers for these values."""
        sent = [
            (values[name] if more is None else values[name] + more) if name else more
            for name, more in self.parameters
        ]
        with plain_connection() as database:
            return Cursor(database).execute(self.sql, sent).fetchall()


def compiled(sql: str, stand_ins: Mapping[str, Any], **parts: QuerySet[Any, Any]) -> Compiled:
    """The SQL with these querysets in the places of their names, in the order in which it names
    them. ``stand_ins``: by name, the values that the querysets were made with, of which each is
    unlike any other value in them. A time counts from the one that stands in for ``now``."""
    names = {value: name for name, value in stand_ins.items()}
    written, parameters = {}, list[tuple[str, Any]]()
    for part, queryset in sorted(parts.items(), key=lambda each: sql.index(f"{{{each[0]}}}")):
        written[part], values = queryset.query.sql_with_params()
        parameters += [_parameter(value, names) for value in values]
    return Compiled(sql.format(**written).encode(), parameters)


def _parameter(value: Any, names: Mapping[Any, str]) -> tuple[str, Any]:
    if isinstance(value, datetime):
        return "now", value - NOW
    if value in names:
        return names[value], None
    return "", value.value if isinstance(value, Enum) else value

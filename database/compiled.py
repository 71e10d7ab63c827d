"""Queries whose SQL is made only once.

Django makes the SQL of a query anew each time. For a query of many parts, that takes far longer
than the database needs to answer it. So the SQL of a query for every page is made once, from
ordinary querysets, and then sent with new values each time.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import Enum
from string import Formatter
from typing import Any

from django.db.models import QuerySet
from psycopg import Cursor

from database.plain import plain_connection

NOW = datetime(2000, 1, 1, tzinfo=UTC)
"""Stands in for the current time when the SQL is made."""
KEY = -7_000_000_000_000
"""Stands in for a key; if there are several keys, each is one less than the one before."""


@dataclass(frozen=True)
class Compiled:
    """SQL with its parameters. Each parameter is a constant with an empty name, or the name of a
    value and what is added to it (None: nothing)."""

    sql: bytes
    parameters: Sequence[tuple[str, Any]]

    def rows(self, **values: Any) -> list[tuple[Any, ...]]:
        """Returns the database's answer for these values."""
        sent = [
            (values[name] if more is None else values[name] + more) if name else more
            for name, more in self.parameters
        ]
        with plain_connection() as database:
            return Cursor(database).execute(self.sql, sent).fetchall()


def compiled(sql: str, stand_ins: Mapping[str, Any], **parts: QuerySet[Any, Any]) -> Compiled:
    """Returns ``sql`` with each name in braces replaced by the SQL of that queryset among
    ``parts``; any other name is a value that is sent. ``stand_ins``: by name, the values with which
    the querysets were made; each must differ from all other values in them. Every time is sent
    relative to ``now``."""
    names = {value: name for name, value in stand_ins.items()}
    written, parameters = [], list[tuple[str, Any]]()
    for text, name, _, _ in Formatter().parse(sql):
        written.append(text)
        if name in parts:
            part, values = parts[name].query.sql_with_params()
            written.append(part)
            parameters += [_parameter(value, names) for value in values]
        elif name:
            written.append("%s")
            parameters.append((name, None))
    return Compiled("".join(written).encode(), parameters)


def _parameter(value: Any, names: Mapping[Any, str]) -> tuple[str, Any]:
    if isinstance(value, datetime):
        return "now", value - NOW
    if value in names:
        return names[value], None
    return "", value.value if isinstance(value, Enum) else value

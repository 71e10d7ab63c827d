"""Queries that are slow in Django's own way: SQL that is made only once, and related rows that are
read for many rows at once."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import Enum
from functools import lru_cache
from string import Formatter
from typing import Any, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.models import Model, QuerySet, Subquery
from django.db.models.lookups import IsNull
from django.db.models.query import get_related_populators
from psycopg import Connection, Cursor

Row = TypeVar("Row", bound=Model)

NOW = datetime(2000, 1, 1, tzinfo=UTC)
"""A placeholder for the current time while the SQL is built."""
KEY = -7_000_000_000_000
"""A placeholder for a key. With several keys, each is one less than the one before."""


@dataclass(frozen=True)
class Compiled:
    """SQL that was made from querysets once, with its parameters. For a query of many parts, Django
    takes far longer to make the SQL than the database needs to answer it.

    Each parameter is a constant with an empty name, or the name of a value and what is added to it
    (None: nothing).
    """

    sql: bytes
    parameters: Sequence[tuple[str, Any]]

    def rows(self, **values: Any) -> list[tuple[Any, ...]]:
        """Returns the database's answer for these values."""
        with plain_connection() as database:
            sent = _sent(self.parameters, values)
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


class Prepared(Generic[Row]):
    """A queryset of rows whose SQL is made once, by Django, with ``stand_ins`` as in
    :func:`compiled`. Django then makes the rows of the answer as always."""

    def __init__(self, queryset: QuerySet[Row], stand_ins: Mapping[str, Any]) -> None:
        compiler = queryset.query.get_compiler(DEFAULT_DB_ALIAS)
        sql, values = compiler.as_sql()
        self.sql = sql.encode()
        names = {value: name for name, value in stand_ins.items()}
        self.parameters = [_parameter(value, names) for value in values]
        columns: Any = [column for column, *_ in (compiler.select or ())]
        self.converters = [
            (number, *each) for number, each in compiler.get_converters(columns).items()
        ]
        described: Any = compiler.klass_info
        chosen = described["select_fields"]
        self.model: type[Row] = described["model"]
        self.own = slice(chosen[0], chosen[-1] + 1)
        self.names = [column.target.attname for column in columns[self.own]]
        populators: Any = get_related_populators  # typed as in a later Django
        self.related = populators(described, compiler.select, DEFAULT_DB_ALIAS)
        self.annotations = list((compiler.annotation_col_map or {}).items())

    def rows(self, **values: Any) -> list[Row]:
        """Returns the database's answer for these values."""
        with plain_connection() as database:
            found = Cursor(database).execute(self.sql, _sent(self.parameters, values)).fetchall()
        return [self._row(list(each)) for each in found]

    def _row(self, values: list[Any]) -> Row:
        """Makes a row as Django's ``ModelIterable`` does, which looks again for each answer at how
        the columns belong to fields. That takes longer than making a few rows."""
        for number, converters, column in self.converters:
            for convert in converters:
                values[number] = convert(values[number], column, connection)
        row = self.model.from_db(DEFAULT_DB_ALIAS, self.names, values[self.own])
        for related in self.related:
            related.populate(values, row)
        for name, number in self.annotations:
            setattr(row, name, values[number])
        return row


def _sent(parameters: Sequence[tuple[str, Any]], values: Mapping[str, Any]) -> list[Any]:
    return [
        (values[name] if more is None else values[name] + more) if name else more
        for name, more in parameters
    ]


def is_there(rows: QuerySet[Any]) -> IsNull:
    """Whether one of these rows is there, looked up for each row of the outer query. With
    ``Exists``, PostgreSQL may first read all rows of a member, because it cannot know how many a
    prepared statement will find: thousands, if a member has played many games."""
    return IsNull(Subquery(rows.order_by().values("pk")[:1]), False)


def contents(*rows: Any) -> str:
    """Returns the columns that were loaded of these rows, as text. A piece of a page that is kept
    under this key is made anew whenever one of the rows says anything else. None is no row."""
    return repr([_loaded(row) for row in rows if row is not None])


def _loaded(row: Any) -> list[Any]:
    return [type(row), *(value for name, value in vars(row).items() if name[0] != "_")]


@contextmanager
def plain_connection() -> Iterator[Connection[Any]]:
    """Provides Django's connection as a psycopg connection, with Django's errors. Statements are
    sent unchanged, and the database prepares them, so that it plans each only once."""
    django = connections[DEFAULT_DB_ALIAS]  # once, as each look-up takes a while
    django.ensure_connection()
    database: Connection[Any] = django.connection
    threshold, database.prepare_threshold = database.prepare_threshold, 1
    try:
        with django.wrap_database_errors:
            yield database
    finally:
        database.prepare_threshold = threshold


def prefetch(rows: Iterable[Any], name: str, related: Callable[[], QuerySet[Any]]) -> None:
    """Reads the related rows of all ``rows`` in one statement, as ``prefetch_related`` would:
    ``row.NAME.all()`` then has them, in the order of the queryset that the function ``related``
    returns; it must always return the same. ``name`` is that of a reverse foreign key. Django's own
    makes a query for each row, sends none of them, and takes longer for it than for reading the
    related rows."""
    by_key = {row.pk: row for row in rows}
    if not by_key:
        return
    field = _foreign_key(next(iter(by_key.values())), name)
    found: dict[Any, list[Any]] = {key: [] for key in by_key}
    for each in with_keys(related, by_key, field.name):
        key = getattr(each, field.attname)
        field.set_cached_value(each, by_key[key])
        found[key].append(each)
    for key, row in by_key.items():
        # Where Django itself looks for rows that were prefetched.
        row.__dict__.setdefault("_prefetched_objects_cache", {})[name] = _known(
            field.model, found[key]
        )


def with_keys(
    rows: Callable[[], QuerySet[Row]], keys: Collection[Any], column: str = "pk"
) -> list[Row]:
    """Returns those rows of a queryset that have one of these keys in a column. The function
    ``rows`` must always return the same queryset: its SQL is made once for each number of keys."""
    return _with_so_many(rows, column, len(keys)).rows(**_named(keys)) if keys else []


@lru_cache(maxsize=256)
def _with_so_many(rows: Callable[[], QuerySet[Row]], column: str, count: int) -> Prepared[Row]:
    keys = [KEY - number for number in range(count)]
    return Prepared(rows().filter(**{f"{column}__in": keys}), _named(keys))


def _named(keys: Iterable[Any]) -> dict[str, Any]:
    return {f"key {number}": key for number, key in enumerate(keys)}


def _foreign_key(row: Any, name: str) -> Any:
    return row._meta.get_field(name).remote_field  # noqa: SLF001 Django documents it


def _known(model: type[Model], rows: list[Any]) -> QuerySet[Any]:
    known: Any = QuerySet(model=model)
    known._result_cache, known._prefetch_done = rows, True  # noqa: SLF001 no other way to fill one
    return known

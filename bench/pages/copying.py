"""Writes many rows with COPY, in the form in which the site's models store them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

BATCH = 20_000
"""How many rows are kept in memory before they are written."""


class Copies:
    """Rows waiting to be written, by model. Tables are written in the order in which their models
    were first added, so that rows are written after the rows they refer to."""

    def __init__(self) -> None:
        self._waiting: dict[str, list[tuple[Any, ...]]] = defaultdict(list)
        self._columns: dict[tuple[str, int], tuple[list[Any], list[Any]]] = {}
        self._count = 0

    def add(self, model: str, row: Mapping[str, Any], like: Any = None) -> None:
        """Adds a row of a model, such as ``games.Game``: a copy of the instance ``like`` (None: of
        the defaults) with the columns in ``row`` changed, and a new key unless ``row`` has one."""
        fields, values = self._columns_of(model, like)
        changed = [
            _stored(field, row[field.attname]) if field.attname in row else value
            for field, value in zip(fields, values)
        ]
        self._waiting[model].append(tuple(changed))
        self._count += 1
        if self._count >= BATCH:
            self._flush()

    def write(self) -> None:
        """Writes the waiting rows, and moves the key sequences past them."""
        from django.core.management.color import no_style
        from django.db import connection

        self._flush()
        with connection.cursor() as cursor:
            models = [_model(name) for name in self._waiting]
            for statement in connection.ops.sequence_reset_sql(no_style(), models):
                cursor.execute(statement)

    def analyse(self) -> None:
        """Collects the planner's statistics, as autovacuum would do sooner or later."""
        from django.db import connection

        with connection.cursor() as cursor:
            cursor.execute("VACUUM ANALYZE")

    def _columns_of(self, model: str, like: Any) -> tuple[list[Any], list[Any]]:
        key = model, id(like)
        if key not in self._columns:
            instance = like or _model(model)()
            with_key = model in ("games.Game", "games.Seat", "lobby.Table")
            fields = _fields(instance, with_key=with_key)
            values = [_stored(field, getattr(instance, field.attname)) for field in fields]
            self._columns[key] = fields, values
        return self._columns[key]

    def _flush(self) -> None:
        for model, rows in self._waiting.items():
            if rows:
                fields, _ = next(kept for (of, _), kept in self._columns.items() if of == model)
                _copy(_model(model)._meta.db_table, fields, rows)  # noqa: SLF001 Django documents it
            self._waiting[model] = []
        self._count = 0


def copied(like: Any, rows: Iterable[Mapping[str, Any]]) -> None:
    """Writes a copy of the instance ``like`` for each row, with the columns in the row changed."""
    fields = _fields(like, with_key=True)
    values = [_stored(field, getattr(like, field.attname)) for field in fields]
    changed = (
        tuple(
            _stored(field, row[field.attname]) if field.attname in row else value
            for field, value in zip(fields, values)
        )
        for row in rows
    )
    _copy(like._meta.db_table, fields, changed)  # noqa: SLF001 Django documents it


def _model(name: str) -> Any:
    from django.apps import apps

    return apps.get_model(name)


def _fields(instance: Any, *, with_key: bool) -> list[Any]:
    found = [field for field in instance._meta.concrete_fields if not field.generated]  # noqa: SLF001 Django documents it
    is_counted = instance._meta.pk.get_internal_type() in ("AutoField", "BigAutoField")  # noqa: SLF001 Django documents it
    return [field for field in found if with_key or not (field.primary_key and is_counted)]


def _stored(field: Any, value: Any) -> Any:
    from django.db import connection
    from django.db.models.expressions import DatabaseDefault

    if isinstance(value, DatabaseDefault):
        value = field.db_default
    return field.get_db_prep_save(value, connection)


def _copy(table: str, fields: list[Any], rows: Iterable[tuple[Any, ...]]) -> None:
    from django.db import connection

    names = ", ".join(f'"{field.column}"' for field in fields)
    with connection.cursor() as cursor, cursor.copy(f'COPY "{table}" ({names}) FROM STDIN') as copy:
        for row in rows:
            copy.write_row(row)

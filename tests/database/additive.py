"""Whether the last release can go on working on a database that a migration has changed.

While processes of both releases run, the old ones read and write tables of the new form without
knowing it: what they name must still be there, and what they do not name must not be required. What
has to go, goes in two releases: the first stops using it (``SeparateDatabaseAndState`` takes a
column out of the models and leaves it in the table), the second removes it. Its migration says so:

    class Migration(migrations.Migration):
        last_release_can_do_without = "games.Seat.colour is not used since 1.4"

A squashed one says so for each of the migrations that it came from:

        last_release_can_do_without = {"0012_no_colours": "games.Seat.colour is not used since 1.4"}
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.db import connection
from django.db.migrations import Migration, operations
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState
from django.db.models import NOT_PROVIDED, Field, ManyToManyField

from database.squashing import UnlessApplied, number

EXCUSE = "last_release_can_do_without"

HARMLESS = (
    operations.CreateModel,
    operations.AddIndex,
    operations.RemoveIndex,
    operations.RemoveConstraint,
    operations.AlterModelOptions,
    operations.AlterModelManagers,
    operations.AlterModelTableComment,
)


def objections(migration: Migration, before: ProjectState, last: str) -> list[str]:
    """Says what in this migration the last release cannot work with.

    ``before``: the state of all models before it. ``last``: the app's last migration in the last
    release, which has done all that a squashed migration took from that one and earlier ones.
    """
    name, state = f"{migration.app_label}.{migration.name}", before.clone()
    found = []
    for operation, source in _sources(migration):
        if source and number(source) > number(last) and not _is_excused(migration, source):
            wrong = _objection(operation, migration.app_label, state)
            found += [f"{name}: {wrong}"] if wrong else []
        operation.state_forwards(migration.app_label, state)
    return found


def _sources(migration: Migration) -> Iterator[tuple[Operation, str]]:
    """Gives each operation with the name of the migration that it was written for. "" stands for
    an operation of a squashed migration that changes nothing in the database."""
    for operation in migration.operations:
        if isinstance(operation, UnlessApplied):
            yield operation.operation, operation.migration
        else:
            yield operation, "" if migration.replaces else migration.name


def _is_excused(migration: Migration, source: str) -> bool:
    excuse = getattr(migration, EXCUSE, "")
    return bool(excuse.get(source) if isinstance(excuse, dict) else excuse)


def _objection(operation: Operation, app: str, state: ProjectState) -> str | None:
    if isinstance(operation, HARMLESS):
        return None
    if isinstance(operation, operations.SeparateDatabaseAndState):
        return _separate(operation, app, state)
    if isinstance(operation, operations.AddField):
        if _needs_a_value(operation.field):
            what = f"{operation.model_name}.{operation.name}"
            return f"{what} is NOT NULL without a db_default: the last release leaves it out"
        return None
    if isinstance(operation, operations.AlterField):
        return _altered(operation, app, state)
    return f"{operation.describe()}: say in {EXCUSE} why the last release can do without"


def _separate(operation: Any, app: str, state: ProjectState) -> str | None:
    """A column that only leaves the models must not need a value from those who no longer know
    it."""
    for part in operation.state_operations:
        if isinstance(part, operations.RemoveField):
            field = _field(state, app, part.model_name, part.name)
            if _needs_a_value(field):
                what = f"{part.model_name}.{part.name}"
                return f"{what} stays NOT NULL without a db_default: nobody gives it a value"
    wrongs = (_objection(part, app, state) for part in operation.database_operations)
    return next((wrong for wrong in wrongs if wrong), None)


def _altered(operation: operations.AlterField, app: str, state: ProjectState) -> str | None:
    after = state.clone()
    operation.state_forwards(app, after)
    old = _field(state, app, operation.model_name, operation.name)
    new = _field(after, app, operation.model_name, operation.name)
    what = f"{operation.model_name}.{operation.name}"
    if old.null and not new.null:
        return f"{what} becomes NOT NULL"
    if not old.unique and new.unique:
        return f"{what} becomes unique"
    if old.column != new.column:
        return f"the column of {what} gets another name"
    if old.db_default is not NOT_PROVIDED and _needs_a_value(new):
        return f"{what} loses its db_default"
    if not _holds_all_of(old, new):
        return f"{what} becomes {new.db_type(connection)}, was {old.db_type(connection)}"
    return None


def _holds_all_of(old: Any, new: Any) -> bool:
    """Whether the column of ``new`` takes every value of ``old``."""
    was, becomes = old.db_type(connection), new.db_type(connection)
    if was == becomes:
        return True
    if str(was).startswith("varchar") and str(becomes).startswith("varchar"):
        return new.max_length is None or (old.max_length or 0) <= new.max_length
    wider = {"smallint": ("integer", "bigint"), "integer": ("bigint",)}
    is_text = str(was).startswith("varchar") and becomes == "text"
    return is_text or becomes in wider.get(str(was), ())


def _needs_a_value(field: Any) -> bool:
    """Whether a row that leaves the column out is refused."""
    if isinstance(field, ManyToManyField) or getattr(field, "generated", False):
        return False
    return not field.null and field.db_default is NOT_PROVIDED


def _field(state: ProjectState, app: str, model: str, name: str) -> Field[Any, Any]:
    found: Field[Any, Any] = state.apps.get_model(app, model)._meta.get_field(name)
    return found

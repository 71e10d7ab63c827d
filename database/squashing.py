"""Lets squashed migrations continue from every version since commit 84810de.

Each app's migrations are squashed into two parts: the schema at 84810de, and the changes since. A
club may be at any commit in between, with some migrations of the second part applied. But Django
accepts a squashed migration only if a database has either all or none of those that it replaces. So
each part replaces only the last of its migrations, and each operation of the second part is skipped
if the database has applied the migration that it came from. Operations that change nothing in the
database, but only what Django knows about it, need not be skipped.

The migrations of an app were applied in the order of their numbers. Those that an earlier squashed
migration replaced may not be recorded one by one; so a migration also counts as applied if a later
one has been.

A database may have applied the second parts of some apps and not those of others. So a model that
one app's second part creates, and to which another app's second part refers, is declared in the
first part already, without a table.
"""

from __future__ import annotations

from typing import Any

from django.core.checks import CheckMessage, Error
from django.db import connections
from django.db.migrations.operations.base import Operation
from django.db.migrations.recorder import MigrationRecorder

OLDEST_COMMIT = "84810de"
"""Databases of this version and later ones can be migrated."""

FIRST_PARTS = (
    ("accounts", "0001_squashed_0011_members_and_public"),
    ("games", "0001_squashed_0032_members_and_public"),
    ("lobby", "0001_squashed_0011_members_and_public"),
    ("notices", "0001_squashed_0007_closed_tables_and_new_names"),
    ("ratings", "0001_squashed_0002_games_of_before"),
    ("reports", "0001_initial"),
)
"""The schema at :data:`OLDEST_COMMIT`, by app."""
NEWER_APPS = ("figures",)
"""Apps with tables that did not exist then."""


def applied_migrations(connection: Any) -> set[tuple[str, str]]:
    """Returns the app and name of each migration that the database has applied."""
    return set(MigrationRecorder(connection).applied_migrations())


def is_too_old(applied: set[tuple[str, str]]) -> bool:
    """Returns whether a database with these migrations is older than :data:`OLDEST_COMMIT`."""
    apps_with_tables = {app for app, _ in applied}
    return any(
        app in apps_with_tables and (app, name.rpartition("_squashed_")[2]) not in applied
        for app, name in FIRST_PARTS
    )


def refuse_older_databases(*, databases: Any = None, **options: Any) -> list[CheckMessage]:
    """System check, which ``migrate`` runs first; fails if a database is too old to migrate."""
    return [
        Error(
            f"The database is older than commit {OLDEST_COMMIT}.",
            hint=f"Check out {OLDEST_COMMIT}, run manage.py migrate there, then upgrade again.",
            id="database.E001",
        )
        for alias in databases or ()
        if is_too_old(applied_migrations(connections[alias]))
    ]


def number(migration: str) -> str:
    """Returns the number of a migration; of a squashed one, the number of the last one in it."""
    return migration.rpartition("_squashed_")[2][:4]


def has_applied(applied: set[tuple[str, str]], app: str, migration: str) -> bool:
    """Returns whether the app's ``migration`` or a later one is among ``applied``."""
    return (app, migration) in applied or any(
        app == other and number(name) > number(migration) for other, name in applied
    )


class UnlessApplied(Operation):
    """Runs ``operation`` unless the database has applied ``migration``, of which it was a part.

    ``migration`` is the name of a migration of the same app.
    """

    def __init__(self, migration: str, operation: Operation) -> None:
        self.migration = migration
        self.operation = operation

    def state_forwards(self, app_label: str, state: Any) -> None:
        """Changes the state of the models in any case."""
        self.operation.state_forwards(app_label, state)

    def database_forwards(
        self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any
    ) -> None:
        """Changes the database unless ``migration`` has been applied.

        Checks the constraints of changed rows at once: PostgreSQL alters no table while checks of
        its rows are pending, and one transaction may change both.
        """
        applied = applied_migrations(schema_editor.connection)
        if not has_applied(applied, app_label, self.migration):
            self.operation.database_forwards(app_label, schema_editor, from_state, to_state)
            schema_editor.execute("SET CONSTRAINTS ALL IMMEDIATE")

    def database_backwards(
        self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any
    ) -> None:
        """Undoes the operation."""
        self.operation.database_backwards(app_label, schema_editor, from_state, to_state)

    def describe(self) -> str:
        """Returns what ``migrate --plan`` shows."""
        return self.operation.describe()

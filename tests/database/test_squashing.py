"""Databases of commit 84810de and of any later one end up like a new database."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import SystemCheckError
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from database.squashing import FIRST_PARTS, UnlessApplied, number
from running.prepare import bring_up_to_date
from tests.database.last_release import MIGRATIONS
from tests.database.rows import schema
from tests.database.stored_club import (
    copy_of,
    empty_database,
    migrated_club,
    migrated_database,
    stored_club,
    stored_migrations,
)

SECOND_PARTS = (
    ("accounts", "0012_squashed_0025_names_with_invisible_letters"),
    ("games", "0033_squashed_0045_events_without_a_primary_key"),
    ("lobby", "0012_squashed_0021_wishes_beside_a_match"),
    ("notices", "0008_squashed_0024_wording"),
    ("ratings", "0003_squashed_0005_members_bots"),
    ("reports", "0002_squashed_0003_wording"),
)
STEPS = sorted(
    {
        (app, operation.migration)
        for app, name in SECOND_PARTS
        for operation in import_module(f"{app}.migrations.{name}").Migration.operations
        if isinstance(operation, UnlessApplied)
    }
)
"""The migrations from which the second parts were squashed, but for those that changed nothing in
the database."""

IN_BETWEEN = {
    "the first of each app": {
        "accounts": "0012",
        "games": "0034",
        "lobby": "0013",
        "notices": "0008",
        "ratings": "0003",
        "reports": "0002",
    },
    "the last release": {app: number(name) for app, name in MIGRATIONS.items()},
    "accounts and lobby": {"accounts": "0025", "lobby": "0019"},
    "games and notices": {"games": "0042", "notices": "0024"},
}
"""The number of the last migration that a database in between has applied, by app."""


@pytest.fixture(autouse=True)
def _outside_of_transactions(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    with django_db_blocker.unblock():
        yield


def migrate() -> None:
    call_command("migrate", verbosity=0, skip_checks=False)


@pytest.fixture(scope="module")
def new_schema(django_db_setup: None, django_db_blocker: Any) -> dict[str, set[tuple[Any, ...]]]:
    """The schema of a new database."""
    with django_db_blocker.unblock(), migrated_database():
        return schema()


def apply_as_before(upto: dict[str, str]) -> None:
    """Applies those of STEPS that a database in between has applied, as the original migrations
    did. Records only each app's last one: a squashed migration of that time did no more."""
    loader = MigrationLoader(connection)
    done = [(app, name) for app, name in STEPS if number(name) <= upto.get(app, "")]
    for app, name in SECOND_PARTS:
        if app not in upto:
            continue
        state = loader.project_state((app, name), at_end=False)
        with connection.schema_editor() as editor:
            for operation in loader.get_migration(app, name).operations:
                before = state.clone()
                operation.state_forwards(app, state)
                if (app, getattr(operation, "migration", "")) in done:
                    operation.database_forwards(app, editor, before, state)
    for app, name in dict(done).items():
        MigrationRecorder(connection).record_applied(app, name)


def test_the_stored_club_has_exactly_the_first_parts():
    ours = {app for app, _ in FIRST_PARTS}
    last = {app: name for app, name in sorted(stored_migrations()) if app in ours}
    assert last == {app: name.rpartition("_squashed_")[2] for app, name in FIRST_PARTS}


def test_a_database_of_the_oldest_commit_gets_the_schema_of_a_new_one(new_schema):
    with copy_of(migrated_club()):
        assert schema() == new_schema
        assert not MigrationExecutor(connection).migration_plan(
            MigrationExecutor(connection).loader.graph.leaf_nodes()
        )


def after_second_parts() -> tuple[dict[str, set[tuple[Any, ...]]], set[tuple[str, str]]]:
    """Applies the second parts. Gives the schema and which of today's migrations are then applied:
    all that decides how ``migrate`` goes on."""
    MigrationExecutor(connection).migrate([*SECOND_PARTS])
    loader = MigrationLoader(connection)
    return schema(), loader.applied_migrations.keys() & loader.graph.nodes.keys()


@pytest.fixture(scope="module")
def as_the_oldest(django_db_setup: None, django_db_blocker: Any) -> Any:
    """How the second parts leave a database of the oldest commit, from which the test above goes on
    to this version."""
    with django_db_blocker.unblock(), stored_club():
        return after_second_parts()


@pytest.mark.parametrize("upto", IN_BETWEEN.values(), ids=IN_BETWEEN)
def test_a_database_of_a_commit_in_between_goes_on(upto, as_the_oldest):
    with stored_club():
        apply_as_before(upto)
        assert after_second_parts() == as_the_oldest


def test_a_database_with_all_migrations_is_not_changed():
    with copy_of(migrated_club()):
        recorder = MigrationRecorder(connection)
        for app, name in SECOND_PARTS:
            recorder.record_unapplied(app, name)
            assert (app, name.rpartition("_squashed_")[2]) in recorder.applied_migrations()
        executor = MigrationExecutor(connection)
        assert executor.migration_plan(executor.loader.graph.leaf_nodes()) == []


@pytest.mark.parametrize(("app", "name"), SECOND_PARTS)
def test_what_is_not_skipped_changes_nothing_in_the_database(app, name):
    loader = MigrationLoader(connection)
    state = loader.project_state((app, name), at_end=False)
    with connection.schema_editor(collect_sql=True) as editor:
        for operation in loader.get_migration(app, name).operations:
            before = state.clone()
            operation.state_forwards(app, state)
            if not isinstance(operation, UnlessApplied):
                operation.database_forwards(app, editor, before, state)
    assert editor.collected_sql == []


LIFT_AGAIN = """
INSERT INTO django_admin_log
    (action_time, object_id, object_repr, action_flag, change_message, content_type_id, user_id)
SELECT action_time, object_id, object_repr, action_flag, change_message, content_type_id, user_id
FROM django_admin_log
"""
"""The stored club has one entry in the admin's history: a moderator has lifted a ban."""


def test_a_table_is_altered_after_a_row_has_changed_twice():
    with stored_club(), connection.cursor() as cursor:
        cursor.execute(LIFT_AGAIN)
        MigrationExecutor(connection).migrate([SECOND_PARTS[0]])
        cursor.execute("SELECT count(lifted_by_id) FROM accounts_chatban")
        assert cursor.fetchall() == [(1,)]


def test_an_older_database_is_refused_before_anything_is_changed():
    with stored_club():
        MigrationRecorder(connection).record_unapplied("games", "0032_members_and_public")
        before = schema(), MigrationRecorder(connection).applied_migrations()
        with pytest.raises(SystemCheckError, match="older than commit 84810de"):
            migrate()
        with pytest.raises(SystemExit, match="older than commit 84810de"):
            bring_up_to_date([])
        assert (schema(), MigrationRecorder(connection).applied_migrations()) == before


def test_a_first_migration_that_was_interrupted_goes_on(new_schema):
    with empty_database():
        MigrationExecutor(connection).migrate([FIRST_PARTS[0]])
        migrate()
        assert schema() == new_schema

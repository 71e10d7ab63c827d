"""The last release can go on working on the database of this one."""

import subprocess
from pathlib import Path

import pytest
from django.apps import apps
from django.db import connection, migrations, models
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.state import ModelState, ProjectState
from django.db.models.functions import Now

from database.squashing import UnlessApplied, number
from tests.database.additive import objections
from tests.database.last_release import COMMIT, MIGRATIONS

ROOT = Path(__file__).resolve().parents[2]

pytestmark = pytest.mark.django_db


def before():
    """A stone with a colour, a note and a size."""
    state = ProjectState()
    fields = [
        ("id", models.BigAutoField(primary_key=True)),
        ("colour", models.CharField(max_length=20)),
        ("note", models.CharField(max_length=20, null=True)),
        ("size", models.IntegerField(db_default=1)),
    ]
    state.add_model(ModelState("games", "Stone", fields))
    return state


LAST = "9998_last"
"""The last migration of the last release."""


def migration(*operations, **attributes):
    kind = type("Migration", (migrations.Migration,), {"operations": [*operations], **attributes})
    return kind("9999_next", "games")


def text(**more):
    return models.CharField(**{"max_length": 20, **more})


@pytest.mark.parametrize(
    "operation",
    [
        migrations.AddField("stone", "mark", text(null=True)),
        migrations.AddField("stone", "mark", text(db_default="straw")),
        migrations.AddField("stone", "at", models.DateTimeField(db_default=Now())),
        migrations.AlterField("stone", "colour", text(max_length=40)),
        migrations.AlterField("stone", "colour", models.TextField()),
        migrations.AlterField("stone", "colour", text(null=True)),
        migrations.AlterField("stone", "size", models.BigIntegerField(db_default=1)),
        migrations.CreateModel("Mark", [("id", models.BigAutoField(primary_key=True))]),
        migrations.AddIndex("stone", models.Index(fields=["colour"], name="by_colour")),
        migrations.SeparateDatabaseAndState(
            state_operations=[migrations.RemoveField("stone", "size")]
        ),
    ],
)
def test_what_only_adds_may_be_done_at_once(operation):
    assert objections(migration(operation), before(), LAST) == []


@pytest.mark.parametrize(
    "operation",
    [
        migrations.AddField("stone", "mark", text(default="straw")),
        migrations.RemoveField("stone", "note"),
        migrations.RenameField("stone", "colour", "shade"),
        migrations.RenameModel("Stone", "Pebble"),
        migrations.DeleteModel("Stone"),
        migrations.AlterModelTable("stone", "pebbles"),
        migrations.AlterField("stone", "note", text()),
        migrations.AlterField("stone", "colour", text(max_length=10)),
        migrations.AlterField("stone", "colour", text(unique=True)),
        migrations.AlterField("stone", "colour", text(db_column="shade")),
        migrations.AlterField("stone", "colour", models.IntegerField()),
        migrations.AlterField("stone", "size", models.IntegerField()),
        migrations.RunSQL("DROP TABLE games_stone"),
        migrations.SeparateDatabaseAndState(
            state_operations=[migrations.RemoveField("stone", "colour")]
        ),
        migrations.SeparateDatabaseAndState(
            database_operations=[migrations.RemoveField("stone", "note")]
        ),
    ],
)
def test_what_takes_something_away_needs_a_word_that_it_may_go(operation):
    assert len(objections(migration(operation), before(), LAST)) == 1
    excused = migration(operation, last_release_can_do_without="not used since 1.4")
    assert objections(excused, before(), LAST) == []


def test_of_a_squashed_migration_counts_what_the_last_release_has_not():
    takes_away = UnlessApplied("0008_less", migrations.RemoveField("stone", "note"))
    squashed = migration(takes_away, replaces=[("games", "0008_less")])
    assert objections(squashed, before(), "0008_less") == []
    assert objections(squashed, before(), "0002_squashed_0009_more") == []
    assert len(objections(squashed, before(), "0002_squashed_0007_more")) == 1
    squashed.last_release_can_do_without = {"0007_more": "not used since 1.4"}
    assert len(objections(squashed, before(), "0006_before")) == 1
    squashed.last_release_can_do_without = {"0008_less": "not used since 1.4"}
    assert objections(squashed, before(), "0006_before") == []


def test_every_migration_since_the_last_release_leaves_it_what_it_needs():
    loader = MigrationLoader(connection)
    wrong = [
        objection
        for (app, name), each in sorted(loader.graph.nodes.items())
        if app in MIGRATIONS and number(name) > number(MIGRATIONS[app])
        for objection in objections(
            each, loader.project_state((app, name), at_end=False), MIGRATIONS[app]
        )
    ]
    assert wrong == []


def test_no_app_with_migrations_is_left_out():
    loader = MigrationLoader(connection)
    known = {app for app, _ in loader.graph.nodes}
    ours = {app.label for app in apps.get_app_configs() if Path(app.path).parent == ROOT}
    assert ours & known == set(MIGRATIONS)


def test_the_last_release_has_just_these_migrations():
    listed = subprocess.run(
        ["git", "ls-tree", "-r", "--name-only", COMMIT], capture_output=True, text=True, check=False
    )
    if listed.returncode:
        pytest.skip("there is no history of the code here")
    files = [path.split("/") for path in listed.stdout.splitlines() if "/migrations/0" in path]
    last = {app: max(name for other, _, name in files if other == app) for app, *_ in files}
    assert {app: name.removesuffix(".py") for app, name in last.items()} == MIGRATIONS

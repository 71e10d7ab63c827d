"""A club that commit 84810de stored in SQLite becomes what the same club in PostgreSQL becomes.

tests/games/test_stored_club.py tests that that one can be played on.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.core.management import CommandError, call_command
from django.db import connection, transaction

from accounts.models import User
from database.contents import table_names
from database.from_sqlite import make_tables_of_then
from tests.database.rows import all_rows, schema
from tests.database.stored_club import (
    copy_of,
    empty_database,
    kept_database,
    migrated_club,
    migrated_database,
    sqlite_file,
    stored_club,
    stored_rows,
)


@pytest.fixture(autouse=True)
def _outside_of_transactions(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    with django_db_blocker.unblock():
        yield


NEW_ADDRESS = "UPDATE accounts_user SET email = 'new@example.org' WHERE username = 'Ada'"
KEY_OF_THE_LAST_MEMBER = "UPDATE sqlite_sequence SET seq = 5000 WHERE name = 'accounts_user'"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "miai.sqlite3"
    path.write_bytes(sqlite_file())
    return path


@pytest.fixture(scope="module")
def imported(
    tmp_path_factory: pytest.TempPathFactory, django_db_setup: None, django_db_blocker: Any
) -> Iterator[tuple[str, str]]:
    """The name of a database that a club was imported into, and what was said meanwhile. There was
    an empty club of this version before. The last changes to the file are in its write-ahead log
    alone."""
    folder = tmp_path_factory.mktemp("club")
    with django_db_blocker.unblock(), ExitStack() as stack:
        with migrated_database():
            said = import_sqlite(killed_club(folder, NEW_ADDRESS, KEY_OF_THE_LAST_MEMBER))
            name = stack.enter_context(kept_database("imported"))
        yield name, said


@pytest.fixture(scope="module")
def statements(django_db_setup: None, django_db_blocker: Any) -> list[tuple[Any, Any]]:
    """The statements that make the tables of then in an empty database, with their parameters."""
    made: list[tuple[Any, Any]] = []

    def keep(execute: Any, sql: Any, params: Any, many: bool, context: Any) -> Any:
        assert not many
        made.append((sql, params))
        return execute(sql, params, many, context)

    with (
        django_db_blocker.unblock(),
        empty_database(),
        transaction.atomic(),
        connection.execute_wrapper(keep),
    ):
        make_tables_of_then()
    return made


@pytest.fixture
def _tables_are_made_faster(
    statements: list[tuple[Any, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Makes the tables of then without asking the migrations how: that takes most of the time of an
    import that is refused."""

    def make() -> None:
        assert table_names() == []
        with connection.cursor() as cursor:
            for sql, params in statements:
                cursor.execute(sql, params)

    monkeypatch.setattr("database.from_sqlite.make_tables_of_then", make)


def change(file: Path, *statements: str) -> None:
    with closing(sqlite3.connect(file)) as club:
        for statement in statements:
            club.execute(statement)
        club.commit()


def killed_club(folder: Path, *statements: str) -> Path:
    """The file of a club whose process was killed after these statements."""
    file, copy = folder / "miai.sqlite3", folder / "killed.sqlite3"
    file.write_bytes(sqlite_file())
    with closing(sqlite3.connect(file)) as club:
        club.execute("PRAGMA wal_autocheckpoint = 0")
        for statement in statements:
            club.execute(statement)
        club.commit()
        for end in ("", "-wal"):
            shutil.copy(f"{file}{end}", f"{copy}{end}")
    return copy


def import_sqlite(file: Path) -> str:
    said = StringIO()
    call_command("import_sqlite", file, stdout=said)
    return said.getvalue()


def rights() -> set[tuple[str, str, str]]:
    """Which group may do what, without keys."""
    found = Group.objects.values_list(
        "name", "permissions__content_type__model", "permissions__codename"
    )
    return set(found)


def test_the_club_becomes_what_the_same_club_in_postgresql_becomes(imported):
    name, said = imported
    with copy_of(name):
        found, is_made, may = all_rows(), schema(), rights()
    with copy_of(migrated_club()):
        with connection.cursor() as cursor:
            cursor.execute(NEW_ADDRESS)
        wanted = all_rows()
        assert is_made == schema()
        assert may == rights() != set()
    for rows in (wanted, found):
        del rows["django_migrations"]  # a new database has not applied the squashed migrations
        for table in ("auth_permission", "auth_group_permissions", "django_content_type"):
            del rows[table]  # both migrate and so add rows with keys of their own
    assert found == wanted
    assert found["games_plan"]
    assert f"games_step: {len(wanted['games_step'])}" in said
    assert "Done: " in said


def test_permissions_and_kinds_of_content_keep_their_keys(imported):
    with copy_of(imported[0]), connection.cursor() as cursor:
        cursor.execute("SELECT id, codename FROM auth_permission")
        found = dict(cursor.fetchall())
    for row in stored_rows("auth_permission"):
        assert found[row["id"]] == row["codename"]


def test_no_key_is_given_again(imported):
    with copy_of(imported[0]):
        assert User.objects.create_user("Newcomer").pk == 5001


def test_no_table_gives_a_key_that_one_of_its_rows_has(imported):
    with copy_of(imported[0]), connection.cursor() as cursor:
        cursor.execute(
            "SELECT table_name, column_name FROM information_schema.columns"
            " WHERE table_schema = 'public' AND is_identity = 'YES'"
        )
        found = cursor.fetchall()
        assert {"accounts_user", "games_game", "games_sealedaction"} <= {name for name, _ in found}
        for table, column in found:
            cursor.execute(
                f'SELECT nextval(pg_get_serial_sequence(%s, %s)), max("{column}") FROM "{table}"',  # noqa: S608
                [table, column],
            )
            given, last = cursor.fetchone()
            assert last is None or given > last, table


def test_what_is_only_in_the_write_ahead_log_comes_over(imported):
    with copy_of(imported[0]):
        assert User.objects.get(username="Ada").email == "new@example.org"


def test_nothing_is_written_over_a_club(file):
    with stored_club():
        before = all_rows()
        with pytest.raises(CommandError, match="There is a club in this database"):
            import_sqlite(file)
        assert all_rows() == before


@pytest.mark.usefixtures("_tables_are_made_faster")
@pytest.mark.parametrize(
    ("statement", "reason"),
    [
        (
            "DELETE FROM django_migrations WHERE name = '0032_members_and_public'",
            r"last migration of games is 0031_since_when_clocks_run, not 0032",
        ),
        (
            "INSERT INTO django_migrations (app, name, applied)"
            " VALUES ('games', '0033_wording', '2026-11-24')",
            "last migration of games is 0033_wording, not 0032",
        ),
        ("ALTER TABLE games_seat ADD COLUMN extra text", "differ are: games_seat"),
        ("CREATE TABLE extra (id integer)", "differ are: extra"),
        ("DROP TABLE games_plan", "differ are: games_plan"),
        (
            "UPDATE games_seat SET game_id = 9999 WHERE id = 1",
            "PostgreSQL refused a row of .*games_seat",
        ),
        ("UPDATE games_game SET options = '{' WHERE id = 1", "PostgreSQL refused a row of .*json"),
    ],
)
def test_another_schema_or_a_broken_row_is_refused_and_changes_nothing(file, statement, reason):
    change(file, "PRAGMA ignore_check_constraints = ON", statement)
    with empty_database():
        with pytest.raises(CommandError, match=reason):
            import_sqlite(file)
        assert table_names() == []


def test_a_file_that_is_no_club_is_refused(tmp_path):
    with empty_database():
        with pytest.raises(CommandError, match="There is no file"):
            import_sqlite(tmp_path / "missing.sqlite3")
        (tmp_path / "text").write_text("A text that is long enough to be read as a header." * 50)
        with pytest.raises(CommandError, match="cannot be read as an SQLite club"):
            import_sqlite(tmp_path / "text")


@pytest.mark.usefixtures("_tables_are_made_faster")
def test_lost_rows_are_noticed(file, monkeypatch):
    monkeypatch.setattr("database.from_sqlite.count_rows", lambda table: 1)
    with empty_database():
        with pytest.raises(CommandError, match=r"has \d+ rows, of which 1 were copied"):
            import_sqlite(file)
        assert table_names() == []

"""A backup contains the whole club, and a restored club can be played on."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from accounts.models import User
from database import backups
from database.contents import table_names
from games.models import Game, Plan, SealedAction
from games.schedule.outages import beat
from running.postgresql.programs import find_wheel
from tests.database.rows import all_rows
from tests.database.stored_club import (
    copy_of,
    empty_database,
    migrated_club,
    migrated_database,
    stored_club,
)
from tests.games.conftest import clock
from tests.games.playing import place, seal, sealed, steps
from tests.games.sweeps import use_due_plans

__all__ = ["clock"]


@pytest.fixture(autouse=True)
def _outside_of_transactions(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    with django_db_blocker.unblock():
        yield


@pytest.fixture(scope="module")
def migrated(django_db_setup: None, django_db_blocker: Any) -> str:
    """The name of a database with the stored club, migrated to this version."""
    with django_db_blocker.unblock():
        return migrated_club()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "club.dump"


def run(command: str, *arguments: Any, **options: Any) -> str:
    said = StringIO()
    call_command(command, *map(str, arguments), stdout=said, **options)
    return said.getvalue()


def test_a_restored_club_is_the_same_and_its_plans_are_played(file, migrated, clock):
    with copy_of(migrated):
        before = all_rows()
        assert before["games_sealedaction"]
        said = run("backup", file)
        assert "games_sealedaction" in said
        assert str(file) in said
    with migrated_database():
        assert "games_sealedaction" in run("restore", file)
        assert all_rows() == before
        game = Game.objects.get(title="Planned ahead")
        beat("choices")
        clock.go(5)
        use_due_plans()
        assert sealed(game) == {0: place(1, 1)}
        seal(game, User.objects.get(username="Bo"), place(0, 4))
        assert steps(game)[-1] == ("complete", {"0": place(1, 1), "1": place(0, 4)})
        assert Plan.objects.get(seat__game=game).actions == [place(2, 2)]
        assert User.objects.create_user("Newcomer").pk > max(
            row["id"] for row in before["accounts_user"]
        )


def test_only_its_owner_can_read_a_backup(file):
    file.write_text("an earlier one, for all to read")
    file.chmod(0o644)
    with migrated_database():
        run("backup", file)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert list(file.parent.iterdir()) == [file]


def test_a_backup_that_fails_leaves_the_one_of_before(file, monkeypatch):
    file.write_text("an earlier one")
    monkeypatch.setitem(connection.settings_dict, "USER", "nobody-of-this-name")
    monkeypatch.setattr(backups, "server_version", lambda: 14)
    with pytest.raises(CommandError, match=r"was not written: .*nobody-of-this-name"):
        run("backup", file)
    assert file.read_text() == "an earlier one"
    assert list(file.parent.iterdir()) == [file]


def test_two_backups_do_not_write_the_same_file_at_a_time(file, monkeypatch):
    said = []

    def meanwhile(output: Any, *_: Any) -> str:
        with pytest.raises(CommandError, match="cannot be written: another process is writing it"):
            run("backup", file)
        said.append(output.read())
        return ""

    with migrated_database():
        monkeypatch.setattr(backups, "follow", meanwhile)
        run("backup", file)
    assert len(said) == 1
    assert file.read_bytes()[:5] == b"PGDMP"


def test_a_folder_that_is_read_only_is_named(file, monkeypatch):
    def refuse(path: Path, *_: Any, **options: Any) -> None:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS), str(path))

    with migrated_database():
        monkeypatch.setattr(os, "open", refuse)
        monkeypatch.setattr(Path, "unlink", refuse)
        with pytest.raises(CommandError, match=rf"{file} cannot be written: Read-only file system"):
            run("backup", file)


def test_a_backup_of_an_older_version_is_migrated(file):
    with stored_club():
        run("backup", file)
        members = User.objects.order_by("pk").values_list("pk", flat=True)
        names = list(members)
    with empty_database():
        run("restore", file)
        assert list(members.all()) == names
        assert User.objects.get(username="Ada").lookalike_key
        assert SealedAction.objects.exists()


def test_tools_of_a_newer_version_restore_into_an_older_server(file, migrated, monkeypatch):
    """Such as those of the environment, where DATABASE_URL names a server of another machine."""
    wheel = find_wheel()
    assert wheel is not None
    monkeypatch.setattr(backups, "tool", lambda name, _: wheel / name)
    with copy_of(migrated):
        before = all_rows()
        run("backup", file)
        run("restore", file, replace=True)
        assert all_rows() == before


def test_a_club_is_overwritten_only_if_told_to(file, migrated):
    with copy_of(migrated):
        run("backup", file)
        User.objects.filter(username="Ada").update(username="Ada the Second")
        with connection.cursor() as cursor:
            cursor.execute("CREATE TABLE of_a_newer_version (id int)")
        before = all_rows()
        with pytest.raises(CommandError, match="--replace"):
            run("restore", file)
        assert all_rows() == before
        run("restore", file, replace=True)
        assert User.objects.filter(username="Ada").exists()
        assert "of_a_newer_version" not in table_names()


def test_a_backup_of_a_newer_version_is_refused(file, migrated):
    with copy_of(migrated):
        MigrationRecorder(connection).record_applied("games", "0999_of_tomorrow")
        run("backup", file)
        MigrationRecorder(connection).record_unapplied("games", "0999_of_tomorrow")
        before = all_rows()
        with pytest.raises(CommandError, match=r"newer version .*games.0999_of_tomorrow.*Upgrade"):
            run("restore", file, replace=True)
        assert all_rows() == before


def test_a_backup_with_an_app_of_a_newer_version_is_refused():
    assert backups.known_migrations({("clubs", "0001_initial")}) == set()


def test_a_backup_that_is_too_old_is_refused(file):
    with stored_club():
        MigrationRecorder(connection).record_unapplied("games", "0032_members_and_public")
        run("backup", file)
        with pytest.raises(CommandError, match="older than commit 84810de"):
            run("restore", file, replace=True)


def test_a_file_that_is_no_backup_is_refused(file):
    with pytest.raises(CommandError, match="cannot be read: No such file"):
        run("restore", file)
    file.write_text("-- PostgreSQL database dump")
    with pytest.raises(CommandError, match="is not a backup"):
        run("restore", file)


def test_a_damaged_backup_changes_nothing(file, migrated):
    with copy_of(migrated):
        run("backup", file)
        file.write_bytes(file.read_bytes()[:-20_000])
        before = all_rows()
        with pytest.raises(CommandError):
            run("restore", file, replace=True)
        assert all_rows() == before


def test_nothing_is_restored_while_the_site_runs(file, migrated, monkeypatch):
    monkeypatch.setattr("database.contents.WAIT_SECONDS", 0.2)
    with copy_of(migrated):
        run("backup", file)
        given = connection.settings_dict
        address = {"host": given["HOST"], "user": given["USER"], "dbname": given["NAME"]}
        with (
            psycopg.connect(**address),
            pytest.raises(CommandError, match=r"Other processes .*1 connections.*Stop the site"),
        ):
            run("restore", file, replace=True)


def test_a_password_is_on_no_command_line(monkeypatch):
    from database.tools import tool_environment

    monkeypatch.setitem(connection.settings_dict, "PASSWORD", r"se:cr\et")
    with tool_environment() as environment:
        path = Path(environment["PGPASSFILE"])
        assert path.read_text() == "*:*:*:*:se\\:cr\\\\et\n"
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        assert "se:cr" not in str(environment)
    assert not path.exists()

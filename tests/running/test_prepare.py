"""What `python -m running.prepare` says if a database cannot be used."""

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from accounts.models import User
from running.postgresql.own import own_address
from running.prepare import ensure_nothing_is_left_in_sqlite, name_of_database

pytestmark = pytest.mark.django_db


@pytest.fixture
def earlier(settings, tmp_path):
    """The file in which an earlier version of the site stored its club."""
    settings.VAR_DIR = tmp_path
    return tmp_path / "miai.sqlite3"


def store(file: Path, *names: str) -> None:
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("CREATE TABLE accounts_user (username text)")
        database.executemany("INSERT INTO accounts_user VALUES (?)", [(name,) for name in names])


def test_a_club_in_sqlite_is_not_forgotten(earlier):
    store(earlier, "Ada")
    with pytest.raises(SystemExit) as ended:
        ensure_nothing_is_left_in_sqlite()
    said = str(ended.value)
    assert f"manage.py import_sqlite {earlier}" in said
    assert "move that file away to begin a new club" in said
    assert "\n" not in said


def test_a_file_that_cannot_be_read_is_not_passed_over(earlier):
    earlier.write_text("no database")
    with pytest.raises(SystemExit):
        ensure_nothing_is_left_in_sqlite()


def test_a_club_that_has_come_over_goes_on(earlier):
    store(earlier, "Ada")
    User.objects.create_user("Ada")
    ensure_nothing_is_left_in_sqlite()


def test_a_file_without_members_is_no_club(earlier):
    ensure_nothing_is_left_in_sqlite()  # there is no file
    sqlite3.connect(earlier).close()
    ensure_nothing_is_left_in_sqlite()
    store(earlier)
    ensure_nothing_is_left_in_sqlite()


@pytest.mark.parametrize("address", ["sqlite:////srv/miai.sqlite3", "club.example"])
def test_a_database_that_is_no_postgresql_is_refused_in_one_line(address):
    ran = subprocess.run(
        [sys.executable, "-m", "running.prepare"],
        env={**os.environ, "DATABASE_URL": address},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 1
    assert ran.stderr == (
        "DATABASE_URL must name a PostgreSQL server: postgresql://user:password@host:port/name\n"
    )


def test_the_database_is_named_as_its_people_know_it(settings, tmp_path, monkeypatch):
    settings.VAR_DIR = tmp_path
    monkeypatch.setenv("DATABASE_URL", "postgresql://db.example/club")
    assert name_of_database() == "The database (DATABASE_URL)"
    monkeypatch.setenv("DATABASE_URL", own_address(tmp_path))
    assert name_of_database() == f"The site's own PostgreSQL (its log is {tmp_path}/postgresql.log)"

"""Brings the database and static files up to date: ``python -m running.prepare``.

One process does everything, because most of the time goes into loading Django.
"""

import gc
import os
import sqlite3
import sys
from contextlib import closing
from hashlib import sha256
from pathlib import Path

import django
import redis
from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.staticfiles.apps import StaticFilesConfig
from django.contrib.staticfiles.finders import get_finders
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.db import OperationalError

from database.squashing import refuse_older_databases
from languages.compiling import compile_all
from notices.push.keys import check_key
from running.postgresql.own import own_address
from running.steps import step
from transport.redis_clients import thread_client

REDIS_SECONDS = 5.0
"""How long Redis may take to answer."""
GARBAGE_AFTER = (10_000, 10, 30)
"""How seldom the garbage collector looks for garbage: migrations make hundreds of thousands of
objects in a second, most of which stay for a while."""


def main(arguments: list[str]) -> None:
    """Prepares the site, or exits with one line about a server or folder that cannot be used."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    try:
        django.setup()
    except ImproperlyConfigured as error:
        sys.exit(str(error))
    gc.freeze()
    gc.set_threshold(*GARBAGE_AFTER)
    try:
        thread_client(timeout=REDIS_SECONDS).ping()
        bring_up_to_date(arguments)
    except redis.RedisError as error:
        sys.exit(f"Redis (REDIS_URL) cannot be reached: {error}")
    except OperationalError as error:
        sys.exit(f"{name_of_database()} cannot be used: {error}")
    except OSError as error:
        sys.exit(f"The site's files cannot be written: {error}")


def bring_up_to_date(arguments: list[str]) -> None:
    """Compiles translations, migrates, collects static files, and founds the club if there is
    none."""
    with step("Compiling translations"):
        compile_all()
    for error in (*check_key(), *refuse_older_databases(databases=["default"])):
        sys.exit(f"{error.msg} {error.hint}")
    with step("Migrating the database"):
        call_command("migrate", interactive=False, verbosity=0)
    if is_own_database():
        ensure_nothing_is_left_in_sqlite()
    with step("Collecting static files"):
        collect_static_files(Path(settings.STATIC_ROOT))
    with step("Setting up the club"):
        call_command("found_club", *arguments)


def is_own_database() -> bool:
    """Returns whether the site uses its own PostgreSQL."""
    own = own_address(Path(settings.VAR_DIR))
    return (os.environ.get("DATABASE_URL") or own) == own


def name_of_database() -> str:
    """Returns the name of the database for the people who run the site."""
    if is_own_database():
        return f"The site's own PostgreSQL (its log is {settings.VAR_DIR}/postgresql.log)"
    return "The database (DATABASE_URL)"


def ensure_nothing_is_left_in_sqlite() -> None:
    """Exits with one line if the club of an earlier version has not been imported yet."""
    earlier = Path(settings.VAR_DIR, "miai.sqlite3")
    if has_members(earlier) and not get_user_model().objects.exists():
        sys.exit(
            f"{earlier} holds the club of an earlier version. Bring it over with"
            f" .venv/bin/python manage.py import_sqlite {earlier}"
            " and start again; or move that file away to begin a new club."
        )


def has_members(earlier: Path) -> bool:
    """Returns whether the file is an SQLite database with at least one account."""
    if not earlier.exists():
        return False
    try:
        with closing(sqlite3.connect(f"{earlier.resolve().as_uri()}?mode=ro", uri=True)) as club:
            return bool(club.execute("SELECT EXISTS (SELECT 1 FROM accounts_user)").fetchone()[0])
    except sqlite3.DatabaseError as error:
        return "no such table" not in str(error)


def collect_static_files(folder: Path) -> None:
    """Collects static files into ``folder``, unless nothing has changed since the last time."""
    fingerprint = fingerprint_of_static_files()
    collected = folder / ".collected"
    if collected.exists() and collected.read_text() == fingerprint:
        return
    call_command("collectstatic", interactive=False, verbosity=0)
    collected.write_text(fingerprint)


def fingerprint_of_static_files() -> str:
    """Returns a hash of the names, sizes and times of all static files and of how they are
    stored."""
    lines = [settings.STORAGES["staticfiles"]["BACKEND"]]
    for finder in get_finders():
        for name, storage in finder.list(StaticFilesConfig.ignore_patterns):
            found = Path(storage.path(name)).stat()
            lines.append(f"{name} {found.st_size} {found.st_mtime_ns}")
    return sha256("\n".join(sorted(lines)).encode()).hexdigest()


if __name__ == "__main__":
    main(sys.argv[1:])

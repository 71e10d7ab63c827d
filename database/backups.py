"""Writes the whole club to a file, and restores it.

The file has the format of ``pg_dump --format=custom``. It is written completely or not at all, and
a restore replaces the club completely or not at all.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from contextlib import suppress
from io import TextIOWrapper
from pathlib import Path
from tempfile import TemporaryFile
from threading import Thread

from django.apps import apps
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db.migrations.loader import MigrationLoader

from database.contents import (
    disconnect,
    ensure_nobody_else_is_connected,
    has_anything,
    statement_to_drop,
    table_names,
)
from database.squashing import OLDEST_COMMIT, is_too_old
from database.tools import follow, last_words, output_of, server_version, tool, tool_environment
from database.whole_files import whole_file
from running.postgresql.programs import major_version

Tell = Callable[[str], None]

FORMATS = {15: 16, 16: 17}
"""The first version of PostgreSQL that can read each minor version of the file's format."""
FORMER_APPS = {"sessions"}
"""Apps that are no longer installed; backups of earlier versions may contain their migrations."""
CHUNK = 2**20
LIMITS_TRANSACTIONS = 17
"""The first version of PostgreSQL that has the setting ``transaction_timeout``. pg_restore of this
and later versions sets it first of all, which older servers refuse."""
NO_LIMIT = b"SET transaction_timeout = 0;\n"


def back_up(path: Path, tell: Tell) -> None:
    """Writes the club to ``path``, readable only by this user; replaces a file there.

    Calls ``tell`` with the name of each table. Raises ``CommandError``.
    """
    pg_dump = tool("pg_dump", server_version())
    try:
        with (
            whole_file(path) as file,
            tool_environment() as environment,
            subprocess.Popen(
                [pg_dump, "--format=custom", "--no-owner", "--no-acl", "--verbose"],
                env=environment,
                stdout=file,
                stderr=subprocess.PIPE,
                text=True,
            ) as dump,
        ):
            assert dump.stderr is not None
            last = follow(dump.stderr, "dumping contents of table", tell)
            if dump.wait():
                raise CommandError(f"The backup was not written: {last}")
    except OSError as error:
        raise CommandError(f"{path} cannot be written: {error.strerror}") from None


def restore(path: Path, *, replace: bool, tell: Tell) -> None:
    """Replaces this database with the club in ``path`` and migrates it to this version.

    ``replace`` allows overwriting a club. Calls ``tell`` with the name of each table. Raises
    ``CommandError``; the database is then unchanged, unless a migration failed.
    """
    server = server_version()
    pg_restore = tool("pg_restore", max(server, format_version(path)))
    with tool_environment() as environment:
        ensure_it_fits(path, pg_restore, environment)
        if has_anything() and not replace:
            raise CommandError("There is a club in this database. To overwrite it: --replace")
        ensure_nobody_else_is_connected()
        tables = table_names()
        drop = statement_to_drop(tables).as_string(None) if tables else ""
        disconnect()
        _replace(path, pg_restore, environment, drop, server, tell)
    call_command("migrate", interactive=False, verbosity=0)


def format_version(path: Path) -> int:
    """Returns the oldest version of PostgreSQL that can read a backup.

    Raises ``CommandError`` if the file cannot be read or is not a backup.
    """
    try:
        with path.open("rb") as file:
            head = file.read(7)
    except OSError as error:
        raise CommandError(f"{path} cannot be read: {error.strerror}") from None
    if head[:5] != b"PGDMP" or len(head) < 7:
        raise CommandError(f"{path} is not a backup: manage.py backup writes them.")
    return FORMATS.get(head[6], max(FORMATS.values()) if head[6] > max(FORMATS) else 0)


def ensure_it_fits(path: Path, pg_restore: Path, environment: dict[str, str]) -> None:
    """Raises ``CommandError`` if the backup is too old, or its schema or server is newer."""
    listed = output_of([pg_restore, "--list", path], environment)
    dumped = re.search(r"Dumped from database version: (\d+)", listed)
    server = server_version()
    if dumped and int(dumped[1]) > server:
        raise CommandError(
            f"{path} was written by PostgreSQL {dumped[1]}; this server is PostgreSQL {server}."
        )
    if " django_migrations " not in listed:
        raise CommandError(f"{path} is not a backup of a club.")
    rows = ["--data-only", "--table=django_migrations", "--file=-"]
    applied = applied_in(output_of([pg_restore, *rows, path], environment))
    if newer := sorted(set(applied) - known_migrations(applied)):
        app, name = newer[0]
        raise CommandError(
            f"{path} is of a newer version than this one (it has {app}.{name}). Upgrade first."
        )
    if is_too_old(applied):
        raise CommandError(f"{path} is older than commit {OLDEST_COMMIT}. Restore it there.")


def applied_in(script: str) -> set[tuple[str, str]]:
    """Returns the migrations that a script of ``pg_restore`` lists as applied."""
    found = re.search(
        r"COPY \S*django_migrations \((.+?)\) FROM stdin;\n(.*?)\\\.\n", script, re.DOTALL
    )
    if found is None:
        return set()
    columns = [name.strip(' "') for name in found[1].split(",")]
    rows = [line.split("\t") for line in found[2].splitlines()]
    return {(row[columns.index("app")], row[columns.index("name")]) for row in rows}


def known_migrations(applied: set[tuple[str, str]]) -> set[tuple[str, str]]:
    """Returns those of ``applied`` that belong to this version or an earlier one.

    Migrations that were squashed are no longer in the code. One with a number up to the app's last
    number is taken to be earlier.
    """
    loader = MigrationLoader(None)
    names = set(loader.disk_migrations)
    names |= {each for one in loader.disk_migrations.values() for each in one.replaces}
    last = dict(sorted(names))
    installed = {config.label for config in apps.get_app_configs()} | FORMER_APPS
    return {
        (app, name)
        for app, name in applied
        if app in installed and ((app, name) in names or name[:4] <= last.get(app, "9999")[:4])
    }


def _replace(
    path: Path, pg_restore: Path, environment: dict[str, str], drop: str, server: int, tell: Tell
) -> None:
    """Drops the tables and restores the backup's, in one transaction. ``server``: the version."""
    psql = tool("psql", major_version(pg_restore))
    quiet = ["--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", "--output=/dev/null", "--file=-"]
    said: list[str] = []
    with (
        TemporaryFile("w+") as errors,
        subprocess.Popen(
            [pg_restore, "--verbose", "--no-owner", "--no-acl", "--file=-", path],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        ) as reading,
        subprocess.Popen(
            [psql, *quiet], env=environment, stdin=subprocess.PIPE, stderr=errors
        ) as writing,
    ):
        assert reading.stderr is not None
        lines = TextIOWrapper(reading.stderr, errors="replace")
        watching = Thread(
            target=lambda: said.append(follow(lines, "processing data for table", tell))
        )
        watching.start()
        _copy_in_a_transaction(drop, reading, writing, server)
        watching.join()
        errors.seek(0)
        if writing.wait() or reading.wait():
            why = last_words(errors.read() or "\n".join(said))
            raise CommandError(f"Nothing was restored, and nothing was changed: {why}")


def _copy_in_a_transaction(
    drop: str, reading: subprocess.Popen[bytes], writing: subprocess.Popen[bytes], server: int
) -> None:
    """Pipes the output of pg_restore into psql; commits only if pg_restore succeeds."""
    assert reading.stdout is not None
    assert writing.stdin is not None
    try:
        writing.stdin.write(f"BEGIN;\n{drop};\n".encode())
        chunk = reading.stdout.read(CHUNK)
        if server < LIMITS_TRANSACTIONS:  # it is in the first lines, before any row
            chunk = chunk.replace(NO_LIMIT, b"", 1)
        while chunk:
            writing.stdin.write(chunk)
            chunk = reading.stdout.read(CHUNK)
        if reading.wait() == 0:
            writing.stdin.write(b"\nCOMMIT;\n")
        writing.stdin.close()
    except BrokenPipeError:
        reading.kill()  # psql has ended; its error says why
        with suppress(BrokenPipeError):
            writing.stdin.close()

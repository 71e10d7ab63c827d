"""Runs PostgreSQL's own tools on the club's database."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO

from django.core.management.base import CommandError
from django.db import connection
from psycopg.pq import Conninfo

from running.postgresql.programs import find_tool

OF_THE_SITE = {"options", "password"}
"""What connections of the site are given and the tools are not."""


def server_version() -> int:
    """Returns the major version of the database's server."""
    with connection.cursor() as cursor:
        cursor.execute("SHOW server_version_num")
        return int(cursor.fetchone()[0]) // 10_000


def tool(name: str, at_least: int) -> Path:
    """Returns the path of a tool. Raises ``CommandError`` with what to install if it is missing."""
    try:
        return find_tool(name, at_least)
    except FileNotFoundError as error:
        raise CommandError(str(error)) from None


@contextmanager
def tool_environment() -> Iterator[dict[str, str]]:
    """Provides the environment in which a tool reaches the database.

    The password is in a file that only this user can read, never on a command line. The site's
    limit for idle transactions does not apply, because a tool may wait for a slow disk.
    """
    given = connection.get_connection_params()
    environment = dict(os.environ)
    for option in Conninfo.get_defaults():
        name, variable = option.keyword.decode(), option.envvar
        if variable and name in given and name not in OF_THE_SITE:
            environment[variable.decode()] = str(given[name])
    environment["PGOPTIONS"] = "-c idle_in_transaction_session_timeout=0"
    with TemporaryDirectory() as folder:
        if given.get("password"):
            password = str(given["password"]).replace("\\", r"\\").replace(":", r"\:")
            path = Path(folder, "password")
            path.touch(mode=0o600)
            path.write_text(f"*:*:*:*:{password}\n")
            environment["PGPASSFILE"] = str(path)
            environment.pop("PGPASSWORD", None)
        yield environment


def follow(output: IO[str], marker: str, tell: Callable[[str], None]) -> str:
    """Reads a tool's ``--verbose`` output until it ends.

    Calls ``tell`` with the text after ``marker`` in each line that has it, without quotes. Returns
    the last line without it.
    """
    last = ""
    for line in output:
        _, found, rest = line.rstrip().partition(marker)
        if found:
            tell(rest.strip(' "').removeprefix("public.").replace('"', ""))
        elif line.strip():
            last = line.strip()
    return last


def output_of(command: list[str | Path], environment: dict[str, str]) -> str:
    """Returns what a tool prints. Raises ``CommandError`` with its last words if it fails."""
    ran = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if ran.returncode:
        raise CommandError(last_words(ran.stderr))
    return ran.stdout


def last_words(said: str) -> str:
    """Returns the last line that is not empty."""
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    return lines[-1] if lines else "it did not say why"

"""Gives a management command the site's own PostgreSQL: the running one, or one just for it."""

import os
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from running import processes
from running.occupied import Occupied, only_run
from running.postgresql.own import own_server, own_server_answers
from running.postgresql.server import ENDS_ON, Server
from running.private_files import make_folder_private, make_new_files_private
from running.steps import say, step

ANSWER_SECONDS = 10.0
WITHOUT_DATABASE = frozenset(
    {"check", "collectstatic", "diffsettings", "findstatic", "help", "makemigrations", "version"}
)
"""Django's commands that need no database."""


@contextmanager
def own_database_for(arguments: Sequence[str], var: Path) -> Iterator[None]:
    """Keeps the own PostgreSQL of the site with the folder ``var`` running meanwhile.

    ``arguments``: those of ``manage.py``. Does nothing if ``DATABASE_URL`` names another server,
    and starts no server for a command that needs none. Exits with one line if the server cannot be
    reached.
    """
    if os.environ.get("DATABASE_URL"):
        yield
        return
    if not needs_database(arguments):
        if not own_server_answers(var):
            do_without_database()
        yield
        return
    with ExitStack() as stack:
        try:
            make_new_files_private()
            make_folder_private(var)
            if lock(var, arguments[0], stack):
                server = own_server(var, processes.connections(processes.TURNS), say)
                stack.enter_context(serving(server))
        except Occupied as error:
            sys.exit(f"The database does not answer. {error}")
        except (OSError, RuntimeError) as error:
            sys.exit(str(error))
        yield


def lock(var: Path, command: str, stack: ExitStack) -> bool:
    """Locks ``var`` until the end of ``stack``. Returns False if another process has locked it and
    its PostgreSQL answers; raises ``Occupied`` if that does not answer for ten seconds."""
    what = f"manage.py {command} is using the database; try again when it is done."
    ends = time.monotonic() + ANSWER_SECONDS
    while True:
        try:
            stack.enter_context(only_run(var, what))
        except Occupied:
            if own_server_answers(var):
                return False
            if time.monotonic() > ends:
                raise
            time.sleep(0.1)
        else:
            return True


def needs_database(arguments: Sequence[str]) -> bool:
    """Returns whether these arguments of ``manage.py`` name a command that needs the database."""
    if not arguments or {"--help", "-h", "--version"} & set(arguments):
        return False
    return arguments[0] not in WITHOUT_DATABASE


def do_without_database() -> None:
    """Tells Django that there is no database; otherwise ``makemigrations`` would keep looking for
    it."""
    from django.conf import settings

    settings.DATABASES = {}


@contextmanager
def serving(server: Server) -> Iterator[None]:
    """Starts the server, and stops it at the end."""
    process = server.spawn()
    try:
        with step("Starting PostgreSQL"):
            while not server.takes_connections():
                if process.poll() is not None:
                    raise RuntimeError(f"PostgreSQL does not start: {server.last_words()}")
                time.sleep(0.02)
        yield
    finally:
        process.send_signal(ENDS_ON)
        with step("Stopping PostgreSQL"):
            process.wait()

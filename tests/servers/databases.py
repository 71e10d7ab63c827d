"""The databases of a test run, each a copy of one that is migrated.

The main process of the run makes them for its workers, which ask it over a socket. The first one
that is asked for starts PostgreSQL; a run without such tests starts none. How the migrated database
looks is kept from run to run, so that tests do not wait for the migrations.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from multiprocessing.connection import Client, Listener
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, LiteralString, cast
from urllib.parse import urlsplit

import psycopg
from django.db import connections
from psycopg.sql import SQL, Identifier

from running.postgresql import server
from running.postgresql.programs import find_server, find_tool, major_version
from tests.servers.postgresql import PostgreSQL

if TYPE_CHECKING:
    from django.db.backends.postgresql.base import DatabaseWrapper

ROOT = Path(__file__).resolve().parents[2]
DUMPS = ROOT / ".pytest_cache" / "databases"
"""What ``pg_dump`` wrote of migrated databases, by :func:`schema_key`."""
DUMPS_KEPT = 5
MADE_FROM = (
    "*/migrations/*.py",
    "*/models.py",
    "*/models/*.py",
    "*/apps.py",
    "accounts/services/roles.py",
    "database/squashing.py",
    "config/settings.py",
    "config/club_settings.py",
    "requirements/run.txt",
)
"""The files that decide what ``migrate`` leaves in a database."""
RESTORE = ("--quiet", "--no-psqlrc", "--set=ON_ERROR_STOP=1", "--output=/dev/null")
DUMP = ("--no-owner", "--no-acl")
SOCKET = "databases.sock"


def address_of(name: str) -> str:
    """The ``DATABASE_URL`` of this run's database ``name``, which need not exist yet."""
    server = urlsplit(os.environ["TEST_DATABASE_URL"])
    return server._replace(path=f"{server.path}_{name}").geturl()


def make_database(address: str) -> None:
    """Makes the database at ``address``, with the rows of ``migrate`` and no others. If there is
    one already, it is replaced.

    Raises ``RuntimeError`` with the reason if that fails.
    """
    with Client(str(Path(os.environ["TEST_SERVERS"], SOCKET)), "AF_UNIX") as client:
        client.send(address)
        if failed := client.recv():
            raise RuntimeError(failed)


def close_connections() -> None:
    """Closes those of this process to its database, also the ones that no thread has borrowed."""
    database = cast("DatabaseWrapper", connections["default"])
    database.close()
    database.close_pool()


class Databases:
    """Makes databases on PostgreSQL for the workers of a test run: on the server at ``given``, a
    ``DATABASE_URL``, or if that is empty on one of its own in ``folder``."""

    def __init__(self, folder: Path, given: str = "") -> None:
        """Raises ``FileNotFoundError`` if there is no PostgreSQL."""
        if not given:
            find_server()
        self.folder = folder / "postgresql"
        self.url = given or server.address(self.folder, "postgres")
        self.given = bool(given)
        self.server: PostgreSQL | None = None
        self.template = ""
        self.made: list[str] = []
        self.listener = Listener(str(folder / SOCKET), "AF_UNIX")
        self.thread = Thread(target=self._answer, daemon=True)

    def listen(self) -> None:
        """Begins to answer :func:`make_database`."""
        os.environ["TEST_DATABASE_URL"] = self.url
        self.thread.start()

    def stop(self) -> None:
        """Stops the server, or drops what was made on the one that was given."""
        with Client(str(self.listener.address), "AF_UNIX") as client:
            client.send("")
        self.thread.join()
        self.listener.close()
        if self.server:
            self.server.stop()
        for name in self.made if self.given else ():
            self._execute("DROP DATABASE IF EXISTS {} WITH (FORCE)", name)

    def _answer(self) -> None:
        while True:
            with self.listener.accept() as worker:
                if not (address := worker.recv()):
                    return
                try:
                    self._make(address)
                except Exception as error:  # noqa: BLE001 - the worker raises it
                    worker.send(f"No database for the tests: {error}")
                else:
                    worker.send("")

    def _make(self, address: str) -> None:
        if not self.template:
            if not self.given:
                self.server = PostgreSQL(self.folder)
                self.server.start()
            self.template = self._migrated()
        self._create(_name(address), self.template)

    def _migrated(self) -> str:
        """Makes the database that the others are copies of, and returns its name."""
        address = address_of("template")
        name = _name(address)
        self._create(name, "template0")
        if self.server is None:
            migrate(address)
            return name
        version = self._version()
        dump = DUMPS / f"{schema_key(version)}.sql"
        if dump.exists():
            dump.touch()
            _run([find_tool("psql", version), *RESTORE, f"--file={dump}", address])
        else:
            migrate(address)
            half = DUMPS / f"{os.getpid()}.half"
            DUMPS.mkdir(parents=True, exist_ok=True)
            _run([find_tool("pg_dump", version), *DUMP, f"--file={half}", address])
            half.rename(dump)
            _remove_old_dumps()
        return name

    def _version(self) -> int:
        with psycopg.connect(self.url) as database:
            return database.info.server_version // 10_000

    def _create(self, name: str, template: str) -> None:
        self._execute("DROP DATABASE IF EXISTS {} WITH (FORCE)", name)
        self._execute("CREATE DATABASE {} TEMPLATE {}", name, template)
        self.made.append(name)

    def _execute(self, statement: LiteralString, *names: str) -> None:
        with psycopg.connect(self.url, autocommit=True) as database:
            database.execute(SQL(statement).format(*map(Identifier, names)))


def schema_key(version: int) -> str:
    """Returns a hash of all that a migrated database depends on. ``version``: PostgreSQL's
    major one."""
    found = hashlib.sha256(str(version).encode())
    for path in sorted(path for pattern in MADE_FROM for path in ROOT.glob(pattern)):
        found.update(str(path.relative_to(ROOT)).encode())
        found.update(path.read_bytes())
    return found.hexdigest()[:20]


def migrate(address: str) -> None:
    """Migrates the database at ``address``. Raises ``RuntimeError`` with the output if that
    fails."""
    settings = {"DJANGO_SETTINGS_MODULE": "config.settings", "DATABASE_URL": address}
    _run([sys.executable, "manage.py", "migrate", "--verbosity=0"], settings)


def make_tables(address: str, programs: Path) -> None:
    """Gives the empty database at ``address`` what ``migrate`` makes. ``programs``: the folder of
    PostgreSQL's. Takes seconds unless the fixture ``django_db_setup`` has kept the tables."""
    dump = DUMPS / f"{schema_key(major_version(programs / 'postgres'))}.sql"
    if dump.exists():
        _run([programs / "psql", *RESTORE, f"--file={dump}", address])
    else:
        migrate(address)


def _remove_old_dumps() -> None:
    dumps = sorted(DUMPS.glob("*.sql"), key=lambda dump: dump.stat().st_mtime)
    for dump in dumps[:-DUMPS_KEPT]:
        dump.unlink(missing_ok=True)


def _name(address: str) -> str:
    """The name of the database at ``address``."""
    return urlsplit(address).path.removeprefix("/")


def _run(command: list[str | Path], environment: dict[str, str] | None = None) -> None:
    ran = subprocess.run(
        command,
        cwd=ROOT,
        env={**os.environ, **(environment or {})},
        capture_output=True,
        text=True,
        check=False,
    )
    if ran.returncode:
        raise RuntimeError(f"{command[0]} fails: {ran.stderr.strip()}")

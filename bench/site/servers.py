"""PostgreSQL and Redis for one run of the benchmark, and the environment of the site in it."""

from __future__ import annotations

import os
import shutil
import statistics
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg

from running import redis_server
from running.child import ends_with_parent
from running.postgresql.server import COMPRESSED_LOG, DURABLE
from tests.servers.postgresql import PostgreSQL

NO_LIMIT = ",".join(
    f"{name}=1000000/second"
    for name in (
        *("handshakes.address", "sealing.member", "snapshots.member", "snapshots.address"),
        *("commands.member", "commands.address", "pages.member", "pages.address"),
    )
)
"""Limits that are never reached: the whole load comes from one address, without pauses."""

NO_AUTOVACUUM = ("autovacuum=off",)
"""Keeps PostgreSQL from vacuuming by itself. It does so once a minute, so that it would be measured
with one subject and not with another. In a database that has just been made, this writes as much to
the write-ahead log, for PostgreSQL's own tables, as everything that is to be measured."""

KEPT = ("PATH", "HOME", "LANG", "LC_ALL", "TZ", "TMPDIR", "PYTHONDONTWRITEBYTECODE")
"""The environment variables that measured processes inherit. All others are set here, so that they
are the same everywhere."""


@dataclass(frozen=True)
class Servers:
    """The servers of one run. ``redis_process``: its process id. ``monitor``: a connection to
    PostgreSQL for observing."""

    folder: Path
    database: PostgreSQL
    redis_path: Path
    redis_process: int
    monitor: psycopg.Connection[Any]

    @property
    def postgresql_process(self) -> int:
        """The process id of PostgreSQL's main process, which starts the others."""
        assert self.database.process is not None
        return self.database.process.pid

    def address(self, database: str) -> str:
        """The DATABASE_URL of a database."""
        return self.database.url.removesuffix("postgres") + database

    def create(self, database: str, template: str = "template1") -> str:
        """Creates the database as a copy of ``template``, replacing an old one; returns its
        name."""
        self.monitor.execute(f'DROP DATABASE IF EXISTS "{database}" WITH (FORCE)')
        self.monitor.execute(f'CREATE DATABASE "{database}" TEMPLATE "{template}"')
        return database

    def drop(self, database: str) -> None:
        """Drops the database, even if somebody is connected to it."""
        self.monitor.execute(f'DROP DATABASE "{database}" WITH (FORCE)')

    def size(self, database: str) -> int:
        """The size of the database's tables in bytes, with indexes and TOAST, without dead rows."""
        with psycopg.connect(self.address(database), autocommit=True) as connection:
            connection.execute("VACUUM FULL")
            row = connection.execute(
                "SELECT sum(pg_total_relation_size(oid)) FROM pg_class"
                " WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace"
            ).fetchone()
        assert row is not None
        return int(row[0])

    def log_position(self) -> int:
        """How many bytes PostgreSQL has written to its write-ahead log so far."""
        row = self.monitor.execute(
            "SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')"
        ).fetchone()
        assert row is not None
        return int(row[0])

    def environment(self, *, database: str, name: str, program: str, port: int) -> dict[str, str]:
        """The environment of a measured process, with all its settings.

        ``name`` keeps subjects that are measured in turns apart; ``program`` names the process's
        connections to PostgreSQL.
        """
        folder = self.folder / name
        folder.mkdir(exist_ok=True)
        return {
            **{key: os.environ[key] for key in KEPT if key in os.environ},
            "VAR_DIR": str(folder),
            "DATABASE_URL": self.address(database),
            "REDIS_URL": f"unix://{self.redis_path}",
            "REDIS_PREFIX": name,
            "SECRET_KEY": "the same for all processes of this run, and used nowhere else",
            "SITE_URL": f"http://127.0.0.1:{port}",
            "ALLOWED_HOSTS": "127.0.0.1",
            "HASHED_STATIC_FILES": "1",
            "LIMITS": NO_LIMIT,
            "SOCKETS_PER_ADDRESS": "1000000",
            "CONNECTIONS_PER_ADDRESS": "0",
            "TURN_GRACE": "0",  # the benchmark measures how late turns are resolved
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "PGAPPNAME": program,
        }

    def flush_ms(self, rounds: int = 50) -> float:
        """The median time in milliseconds that writing and flushing a page to the disk takes."""
        seconds = []
        with (self.folder / "flushed").open("wb", buffering=0) as file:
            for _ in range(rounds):
                began = time.perf_counter()
                file.write(bytes(8192))
                os.fsync(file.fileno())
                seconds.append(time.perf_counter() - began)
        return statistics.median(seconds) * 1000


@contextmanager
def servers(settings: Sequence[str] = ()) -> Iterator[Servers]:
    """Runs both servers for the duration of the block. PostgreSQL flushes every commit to the disk.
    ``settings``: further settings of PostgreSQL, as ``NAME=VALUE``."""
    folder = Path(tempfile.mkdtemp(prefix="miai-bench-"))
    folder.chmod(0o711)  # PostgreSQL may run as another user and needs to enter the folder
    own = (*DURABLE, *COMPRESSED_LOG, *settings)
    database = PostgreSQL(folder / "postgresql", own)
    redis_path = redis_server.socket_path(folder)
    redis = subprocess.Popen(
        ends_with_parent(redis_server.server_command(redis_path)), start_new_session=True
    )
    try:
        redis_server.wait_until_it_answers(redis_path, redis)
        database.start()
        with psycopg.connect(database.url, autocommit=True) as monitor:
            yield Servers(folder, database, redis_path, redis.pid, monitor)
    finally:
        database.stop()
        redis.terminate()
        redis.wait()
        shutil.rmtree(folder, ignore_errors=True)

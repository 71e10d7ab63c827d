"""PostgreSQL and Redis for one run of the benchmark, and the environment the site gets there."""

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
from tests.servers.postgresql import DURABLE, PostgreSQL

NO_LIMIT = ",".join(
    f"{name}=1000000/second"
    for name in (
        *("handshakes.address", "sealing.member", "snapshots.member", "snapshots.address"),
        *("commands.member", "commands.address", "pages.member", "pages.address"),
    )
)
"""All of the load comes from one address, and its members never pause."""

KEPT = ("PATH", "HOME", "LANG", "LC_ALL", "TZ", "TMPDIR", "PYTHONDONTWRITEBYTECODE")
"""What the measured processes inherit. All else is set here, so that it is the same everywhere."""


@dataclass(frozen=True)
class Servers:
    """What is measured on. ``postgresql``: the process; ``monitor``: a connection to look with."""

    folder: Path
    database: PostgreSQL
    redis_path: Path
    redis_process: int
    monitor: psycopg.Connection[Any]

    @property
    def postgresql_process(self) -> int:
        """The server that starts the others."""
        assert self.database.process is not None
        return self.database.process.pid

    def address(self, database: str) -> str:
        """The database of this name, as a DATABASE_URL."""
        return self.database.url.removesuffix("postgres") + database

    def create(self, database: str, template: str = "template0") -> str:
        """Makes the database anew as a copy of ``template``; returns its name."""
        self.monitor.execute(f'DROP DATABASE IF EXISTS "{database}" WITH (FORCE)')
        self.monitor.execute(f'CREATE DATABASE "{database}" TEMPLATE "{template}"')
        return database

    def drop(self, database: str) -> None:
        """Throws the database away, whoever is connected."""
        self.monitor.execute(f'DROP DATABASE "{database}" WITH (FORCE)')

    def size(self, database: str) -> int:
        """Bytes that its tables take with indexes and long values, without what was deleted."""
        with psycopg.connect(self.address(database), autocommit=True) as connection:
            connection.execute("VACUUM FULL")
            row = connection.execute(
                "SELECT sum(pg_total_relation_size(oid)) FROM pg_class"
                " WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace"
            ).fetchone()
        assert row is not None
        return int(row[0])

    def log_position(self) -> int:
        """Bytes that PostgreSQL has written to its log of changes (the WAL)."""
        row = self.monitor.execute(
            "SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')"
        ).fetchone()
        assert row is not None
        return int(row[0])

    def environment(self, *, database: str, name: str, program: str, port: int) -> dict[str, str]:
        """What a measured process reads its settings from: the one place where they are made.

        ``name`` keeps what is measured in turns apart, ``program`` names its connections to
        PostgreSQL.
        """
        folder = self.folder / name
        folder.mkdir(exist_ok=True)
        return {
            **{key: os.environ[key] for key in KEPT if key in os.environ},
            "VAR_DIR": str(folder),
            "DATABASE_URL": self.address(database),
            "REDIS_URL": f"unix://{self.redis_path}",
            "REDIS_PREFIX": name,
            "SECRET_KEY": "the same for all, and for nobody else: it is thrown away after this run",
            "SITE_URL": f"http://127.0.0.1:{port}",
            "ALLOWED_HOSTS": "127.0.0.1",
            "HASHED_STATIC_FILES": "1",
            "LIMITS": NO_LIMIT,
            "SOCKETS_PER_ADDRESS": "1000000",
            "CONNECTIONS_PER_ADDRESS": "0",
            "TURN_GRACE": "0",  # what is measured is how late a turn is resolved
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "PGAPPNAME": program,
        }

    def flush_ms(self, rounds: int = 50) -> float:
        """Milliseconds that the disk takes for a page that must be on it, in the median."""
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
    """Both servers, for as long as it is measured; PostgreSQL flushes every commit to the disk.
    ``settings``: more of PostgreSQL's, as ``NAME=VALUE``."""
    folder = Path(tempfile.mkdtemp(prefix="miai-bench-"))
    folder.chmod(0o711)  # PostgreSQL may run as somebody else and passes through
    database = PostgreSQL(folder / "postgresql", (*DURABLE, *settings))
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

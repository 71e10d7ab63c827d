"""The production set-up on this machine, for as long as it is measured."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from running import processes, redis_server
from tests.servers.postgresql import PostgreSQL

START_SECONDS = 120
AS_MANY_AS_IT_TAKES = ",".join(
    f"{name}=100000/minute"
    for name in ("handshakes.address", "pages.address", "sealing.member", "snapshots.address")
)
"""Limits so wide that what is measured is the site: everybody here has one address."""


@dataclass(frozen=True)
class Running:
    """Where the running site is."""

    host: str
    port: int


@contextmanager
def servers() -> Iterator[None]:
    """PostgreSQL and Redis, named in the environment before Django reads it."""
    folder = Path(tempfile.mkdtemp(prefix="miai-bench-"))
    folder.chmod(0o711)
    redis_path = redis_server.socket_path(folder)
    redis = subprocess.Popen(redis_server.server_command(redis_path))
    redis_server.wait_until_it_answers(redis_path, redis)
    database = PostgreSQL(folder / "postgresql")
    database.start()
    os.environ.update(
        VAR_DIR=str(folder),
        DATABASE_URL=database.url,
        REDIS_URL=f"unix://{redis_path}",
        HASHED_STATIC_FILES="1",
        LIMITS=AS_MANY_AS_IT_TAKES,
        SOCKETS_PER_ADDRESS="100000",
        DJANGO_SETTINGS_MODULE="config.settings",
    )
    try:
        yield
    finally:
        database.stop()
        redis.terminate()
        redis.wait()
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def site() -> Iterator[Running]:
    """The site's own processes: one web, a worker for each queue, one beat."""
    port = free_port()
    services = [
        processes.web("127.0.0.1", port).command,
        *(worker.command for worker in processes.workers()),
        processes.beat().command,
    ]
    started = [subprocess.Popen(command) for command in services]
    try:
        wait_for(port)
        yield Running("127.0.0.1", port)
    finally:
        for process in reversed(started):
            process.terminate()
        for process in started:
            process.wait()


def free_port() -> int:
    """A port that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_for(port: int) -> None:
    """Returns when somebody listens. Raises TimeoutError after :data:`START_SECONDS`."""
    ends = time.monotonic() + START_SECONDS
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            if time.monotonic() > ends:
                raise TimeoutError("the web process does not start") from None
            time.sleep(0.1)
        else:
            return

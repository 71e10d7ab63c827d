"""Two PostgreSQL servers: a primary, and a standby without which it reports no commit."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
from dataclasses import replace
from pathlib import Path
from urllib.parse import quote

import psycopg

from running.postgresql.server import DATABASE, LOGIN, PORT
from running.postgresql.users import run_as
from tests.servers.databases import make_tables
from tests.servers.postgresql import PostgreSQL

FAST = ("fsync=off", "full_page_writes=off", "shared_buffers=16MB", "autovacuum=off")
WAITING = "synchronous_standby_names=*"
"""The setting of a primary that waits for its standby."""


class Cluster:
    """A primary ``first`` and its synchronous standby ``second``, in folders in ``folder``.

    Start them from the main thread: Linux ends a server together with the thread that started it.
    """

    def __init__(self, folder: Path) -> None:
        self.first = PostgreSQL(folder / "first", FAST)
        self.second = PostgreSQL(folder / "second", FAST)
        self.is_whole = False
        """Whether the first server is the primary and the second one its standby."""

    def make(self) -> None:
        """Makes both, with the tables of the site."""
        self.first.make()
        self.first.serve()
        make_tables(self.first.server.address(), self.first.server.programs)
        self._copy()
        self.first.stop()  # it recovers when it starts
        waits = (*self.first.server.settings, WAITING)
        self.first.server = replace(self.first.server, settings=waits)
        for server in self.servers:
            self._keep(server.server.data, server.folder / "kept")

    def start(self) -> None:
        """Starts both as they were made; returns once the standby follows."""
        was_used = self.first.process is not None and self.second.process is not None
        self.stop()
        for server in self.servers:
            if was_used:
                self._keep(server.folder / "kept", server.server.data)
            server.spawn()
        for server in self.servers:
            server.wait()
        with self.connect(self.first) as database:
            database.execute("CREATE TABLE noted (what text)")  # waits for the standby
        self.is_whole = True

    def _keep(self, folder: Path, copy: Path) -> None:
        shutil.rmtree(copy, ignore_errors=True)
        subprocess.run(["cp", "-a", folder, copy], check=True)

    def _copy(self) -> None:
        """Makes the second server a standby of the first."""
        program = self.second.server.programs / "pg_basebackup"
        told = ("--write-recovery-conf", "--checkpoint=fast", "--no-sync", "--wal-method=stream")
        at = (f"--host={self.first.folder}", f"--port={PORT}", f"--username={LOGIN}")
        command: list[str | Path] = [program, *told, *at, f"--pgdata={self.second.server.data}"]
        code, said = run_as(self.second.server.user, command)
        if code:
            raise RuntimeError(said)

    def stop(self) -> None:
        """Stops both at once."""
        for server in (self.first, self.second):
            if server.lives:
                self.thaw(server)
                server.stop()

    def address(self, query: str = "") -> str:
        """The address that names both, as a ``DATABASE_URL``."""
        hosts = ",".join(f"{quote(str(one.folder), safe='')}:{PORT}" for one in self.servers)
        return f"postgresql://{LOGIN}@{hosts}/{DATABASE}{query}"

    @property
    def servers(self) -> tuple[PostgreSQL, PostgreSQL]:
        """The servers in the order of the address."""
        return self.first, self.second

    def connect(self, server: PostgreSQL) -> psycopg.Connection:
        """Connects to one of them, whatever it is."""
        return psycopg.connect(server.server.address(), autocommit=True)

    def promote(self) -> None:
        """Makes the second server the primary; returns once it takes writes."""
        self.is_whole = False
        with self.connect(self.second) as database:
            assert database.execute("SELECT pg_promote()").fetchone() == (True,)

    def bring_back_first(self) -> None:
        """Starts the first server again, as a server that takes no writes."""
        (self.first.server.data / "standby.signal").touch()
        self.first.serve()

    def freeze(self, server: PostgreSQL) -> None:
        """Stops all processes of a server where they are."""
        for pid in processes_of(server):
            os.kill(pid, signal.SIGSTOP)

    def thaw(self, server: PostgreSQL) -> None:
        """Lets them go on."""
        for pid in processes_of(server):
            os.kill(pid, signal.SIGCONT)


def processes_of(server: PostgreSQL) -> list[int]:
    """The server's processes, its first one first, so that no new ones appear meanwhile."""
    assert server.process is not None
    pid = server.process.pid
    os.kill(pid, signal.SIGSTOP)
    return [pid, *map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())]

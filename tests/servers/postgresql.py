"""Runs a real PostgreSQL for one test run: an installed one, else the one from the wheel."""

import os
import pwd
import shutil
import signal
import subprocess
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from urllib.parse import quote

import psycopg

from running.child import ask_for_signal_at_parents_death
from running.postgresql.programs import find_server

START_SECONDS = 30.0
UNSAFE_BUT_FAST = ("fsync=off", "synchronous_commit=off", "full_page_writes=off")
DURABLE = ("fsync=on", "synchronous_commit=on", "full_page_writes=on")
"""Settings with which every commit is on the disk, as in production."""


def other_user() -> str | None:
    """Returns the user to run PostgreSQL as if we are root, which it refuses."""
    if os.getuid() != 0:
        return None
    names = {user.pw_name for user in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"


class PostgreSQL:
    """A server that keeps its data in ``folder`` and listens only on a socket there.

    ``settings`` are strings ``NAME=VALUE``. With the default ones, a crash loses what is not on the
    disk yet.
    """

    def __init__(self, folder: Path, settings: Sequence[str] = UNSAFE_BUT_FAST) -> None:
        self.folder = folder
        self.settings = settings
        self.process: subprocess.Popen[bytes] | None = None
        self.user = other_user()
        folder.mkdir(parents=True)
        if self.user:
            shutil.chown(folder, self.user)
        self.programs = self._reachable(find_server())

    @property
    def url(self) -> str:
        """The server's address as a ``DATABASE_URL``."""
        return f"postgresql://miai@{quote(str(self.folder), safe='')}/postgres"

    def start(self) -> None:
        """Makes the data folder, starts the server and returns once it takes connections.

        Raises ``RuntimeError`` with PostgreSQL's output if it does not.
        """
        self.make()
        self.serve()

    def serve(self) -> None:
        """Starts the server on the existing data folder, for the first time or again.

        Returns once it takes connections; raises ``RuntimeError`` as :meth:`start` does.
        """
        self.spawn()
        ends = time.monotonic() + START_SECONDS
        while not self.takes_connections():
            if not self.lives or time.monotonic() > ends:
                said = (self.folder / "log").read_text().strip()
                raise RuntimeError(f"PostgreSQL does not start: {said.splitlines()[-1:]}")
            time.sleep(0.05)

    def make(self) -> None:
        """Makes the data folder. Raises ``RuntimeError`` with PostgreSQL's output if it cannot."""
        data = str(self.folder / "data")
        login = ("--username=miai", "--auth=trust")
        made = self._run("initdb", *login, "--encoding=UTF8", "--no-locale", "--no-sync", data)
        if made.returncode != 0:
            raise RuntimeError(f"PostgreSQL cannot be set up: {made.stderr.strip()}")

    def spawn(self) -> None:
        """Starts the server on the folder without waiting for it."""
        data = str(self.folder / "data")
        settings = (*self.settings, "listen_addresses=", "max_connections=300")
        options = [part for setting in settings for part in ("-c", setting)]
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                [self.programs / "postgres", "-D", data, "-k", str(self.folder), *options],
                user=self.user,
                cwd=self.folder,
                stdout=log,
                stderr=log,
                start_new_session=True,
                preexec_fn=partial(ask_for_signal_at_parents_death, signal.SIGINT),  # noqa: PLW1509
            )

    @property
    def lives(self) -> bool:
        """Whether the process that was started last is still running."""
        return self.process is not None and self.process.poll() is None

    def stop(self) -> None:
        """Stops the server at once; its data is deleted with the folder."""
        if self.process:
            self.process.send_signal(signal.SIGQUIT)
            self.process.wait()

    def takes_connections(self) -> bool:
        """Whether a client can log in now."""
        try:
            psycopg.connect(self.url).close()
        except psycopg.OperationalError:
            return False
        return True

    def _run(self, program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [self.programs / program, *arguments],
            user=self.user,
            cwd=self.folder,
            capture_output=True,
            text=True,
            check=False,
        )

    def _reachable(self, programs: Path) -> Path:
        """Returns ``programs``, or a copy if the other user may not enter a folder above them."""
        self.programs = programs
        try:
            self._run("postgres", "--version")
        except PermissionError:
            package = programs.parent.parent
            for part in (package, package.with_name(f"{package.name}.libs")):
                shutil.copytree(part, self.folder / part.name)
            return self.folder / programs.relative_to(package.parent)
        return programs

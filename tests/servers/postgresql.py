"""Runs a real PostgreSQL for one test run: an installed one, else the one from the wheel."""

import shutil
import signal
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path

from running.postgresql.programs import find_server
from running.postgresql.server import DURABLE, Server
from running.postgresql.users import other_user, programs_for

__all__ = ["DURABLE", "PostgreSQL"]

UNSAFE_BUT_FAST = ("fsync=off", "synchronous_commit=off", "full_page_writes=off")


class PostgreSQL:
    """A server that keeps its data in ``folder`` and listens only on a socket there.

    ``settings`` are strings ``NAME=VALUE``. With the default ones, a crash loses what is not on the
    disk yet.
    """

    def __init__(self, folder: Path, settings: Sequence[str] = UNSAFE_BUT_FAST) -> None:
        self.folder = folder
        self.process: subprocess.Popen[bytes] | None = None
        user = other_user()
        folder.mkdir(parents=True)
        if user:
            shutil.chown(folder, user)
        self.server = Server(
            programs=programs_for(user, find_server(), folder),
            data=folder / "data",
            socket=folder,
            log=folder / "log",
            user=user,
            settings=(*settings, "max_connections=300"),
        )

    @property
    def url(self) -> str:
        """The server's address as a ``DATABASE_URL``."""
        return self.server.address("postgres")

    def start(self) -> None:
        """Makes the data folder, starts the server and returns once it takes connections.

        Raises ``RuntimeError`` with PostgreSQL's output if it does not.
        """
        self.make()
        self.serve()

    def make(self) -> None:
        """Makes the data folder. Raises ``RuntimeError`` with PostgreSQL's output if it cannot."""
        self.server.make(durable=False)

    def serve(self) -> None:
        """Starts the server on the existing data folder, for the first time or again.

        Returns once it takes connections; raises ``RuntimeError`` if it ends before that.
        """
        self.spawn()
        self.wait()

    def wait(self) -> None:
        """Waits until the server takes connections. Raises ``RuntimeError`` if it ends before."""
        while not self.takes_connections():
            if not self.lives:
                raise RuntimeError(f"PostgreSQL does not start: {self.server.last_words()}")
            time.sleep(0.02)

    def spawn(self) -> None:
        """Starts the server on the folder without waiting for it."""
        self.process = self.server.spawn()

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
        return self.server.takes_connections()

"""Runs the whole site as `make run` does: the parent process and all that it starts."""

import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Self

from running import processes
from running.child import ask_for_signal_at_parents_death, ends_with_parent
from running.occupied import listens

START_SECONDS = 300.0
WITH_ALL_PAGES_SHOW = {
    "INVITATIONS_PER_MEMBER": "5",
    "EMAIL_HOST": "127.0.0.1",
    "EMAIL_PORT": "9",
    "EMAIL_USE_TLS": "0",
}
"""Variables for a site where members can invite others and get mail, which not every club allows.
The mail server does not answer."""


def free_port() -> int:
    """Returns a port of this machine that nothing listens on now."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])


class RunningSite:
    """A context manager that starts and stops the site. Its output goes to the file ``log``."""

    def __init__(
        self, folder: Path, environment: Mapping[str, str], root: Path | None = None
    ) -> None:
        """The site keeps its data in ``folder`` and takes a free port. ``root`` is the folder of
        the code to run, by default this repository."""
        self.port = free_port()
        self.root = root
        self.address = f"http://127.0.0.1:{self.port}"
        self.folder = folder
        self.log = folder / "log"
        self.environment = {
            **environment,
            "DEMO": "0",
            "HASHED_STATIC_FILES": "1",
            "HOST": "127.0.0.1",
            "PORT": str(self.port),
            "SITE_URL": self.address,
            "VAR_DIR": str(folder),
        }

    def __enter__(self) -> Self:
        """Returns once the site answers; raises ``RuntimeError`` with its output if it does not."""
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "running"],
                cwd=self.root,
                env=self.environment,
                stdout=log,
                stderr=log,
                start_new_session=True,
                preexec_fn=partial(ask_for_signal_at_parents_death, signal.SIGINT),  # noqa: PLW1509
            )
        if not self.until(lambda: "Miai is at" in self.log.read_text(), START_SECONDS):
            self.stop()
            raise RuntimeError(f"The site does not start:\n{self.log.read_text()}")
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.stop()

    def stop(self) -> int:
        """Stops the site as Ctrl-C does, waits, and returns its exit code."""
        self.process.send_signal(signal.SIGINT)
        return self.process.wait()

    def until(self, holds: Callable[[], object], seconds: float) -> bool:
        """Whether ``holds()`` comes true within ``seconds`` while the site is running."""
        ends = time.monotonic() + seconds
        while not holds():
            if self.process.poll() is not None or time.monotonic() > ends:
                return False
            time.sleep(0.02)
        return True


class RunningWeb:
    """Only the web process, as ``make run`` starts it, for tests that need no worker or beat."""

    def __init__(
        self, folder: Path, environment: Mapping[str, str], root: Path | None = None
    ) -> None:
        """Its output goes to ``folder``, and it takes a free port. ``root`` is the folder of the
        code to run, by default this repository."""
        self.port = free_port()
        self.log = folder / "web.log"
        self.root = root
        self.environment = {
            "STATIC_ROOT": str(folder),  # no files are collected there
            "PYTHONUNBUFFERED": "1",  # so that a printed mail is in the log at once
            **environment,
        }

    def __enter__(self) -> Self:
        """Returns once it takes connections; raises ``RuntimeError`` with its output if not."""
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                ends_with_parent(processes.web("127.0.0.1", self.port).command),
                cwd=self.root,
                env=self.environment,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        ends = time.monotonic() + START_SECONDS
        while not listens("127.0.0.1", self.port):
            if self.process.poll() is not None or time.monotonic() > ends:
                self.stop()
                raise RuntimeError(f"The web process does not start:\n{self.log.read_text()}")
            time.sleep(0.02)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.stop()

    def stop(self) -> None:
        """Stops the process."""
        self.process.terminate()
        self.process.wait()

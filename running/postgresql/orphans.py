"""Ends PostgreSQL processes that were left over when the site was killed."""

import os
import signal
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

PROCESSES = Path("/proc")


def end_orphans(data: Path, tell: Callable[[str], None]) -> None:
    """Ends every process that still uses the folder ``data``, and waits until they have ended.

    The caller makes sure that no running site needs them. Also removes the pid file of a server
    that is gone: if another process has that number by now, PostgreSQL would not start.
    """
    note = data / "postmaster.pid"
    asked: set[int] = set()
    while found := _all_in(data, note):
        for pid in found - asked:
            if not asked:
                tell("A PostgreSQL of the site was left over; it is being stopped ...")
            asked.add(pid)
            # SIGINT stops a server at once; SIGTERM ends a process whose server is gone.
            number = signal.SIGINT if pid == _noted(note) else signal.SIGTERM
            with suppress(ProcessLookupError):
                os.kill(pid, number)
        time.sleep(0.05)
    note.unlink(missing_ok=True)


def _all_in(data: Path, note: Path) -> set[int]:
    """Returns the server in the pid file, if it uses this folder, and all other processes that use
    it."""
    server = _noted(note)
    found = {server} if server and f"-D {data} " in _command(server) else set()
    for process in PROCESSES.glob("[0-9]*"):
        with suppress(OSError):  # it has ended, or we may not look at it
            if (process / "cwd").readlink() == data and "postgres" in _command(int(process.name)):
                found.add(int(process.name))
    return found


def _noted(note: Path) -> int | None:
    """Returns the process id in the pid file; None if there is none."""
    try:
        return int(note.read_text().split("\n", 1)[0])
    except (OSError, ValueError):
        return None


def _command(pid: int) -> str:
    """Returns the command line of a process; empty if it has ended."""
    try:
        return (PROCESSES / str(pid) / "cmdline").read_bytes().replace(b"\0", b" ").decode()
    except OSError:
        pass
    if PROCESSES.exists():
        return ""
    return subprocess.run(
        ["ps", "-o", "command=", "-p", str(pid)], capture_output=True, text=True, check=False
    ).stdout

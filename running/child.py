"""Starts one command that ends when its parent does, even if the parent is killed.

``python -I -S running/child.py COMMAND ...``. On Linux the kernel sees to it, and the
command replaces this process; elsewhere this process stays and watches.
"""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

PR_SET_PDEATHSIG = 1  # <linux/prctl.h>
WATCH_SECONDS = 0.5


def ends_with_parent(command: Sequence[str]) -> list[str]:
    """``command``, wrapped so that it gets SIGTERM when the process that started it has ended."""
    return [sys.executable, "-I", "-S", str(Path(__file__).resolve()), *command]


def ask_for_signal_at_parents_death(number: int = signal.SIGTERM) -> None:
    """Asks Linux to send ``number`` to this process when the one that started it ends."""
    import ctypes

    ctypes.CDLL(None, use_errno=True).prctl(PR_SET_PDEATHSIG, number, 0, 0, 0)


def main(command: Sequence[str]) -> int:
    """Becomes ``command``, or runs it and returns its exit code."""
    parent = os.getppid()
    if sys.platform == "linux":
        ask_for_signal_at_parents_death()
        if os.getppid() != parent:  # it ended before the kernel was asked
            return 1
        os.execvp(command[0], list(command))  # noqa: S606 - no shell is what we want
    return watch(command, parent)


def watch(command: Sequence[str], parent: int) -> int:
    """Runs ``command``, hands signals on to it, and ends it when ``parent`` is gone."""
    process = subprocess.Popen(command)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda number, frame: process.send_signal(number))
    while process.poll() is None:
        if os.getppid() != parent:
            process.terminate()
        time.sleep(WATCH_SECONDS)
    return process.returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Starts a command that ends when its parent does, even if the parent is killed.

``python -I -S running/child.py [--signal=NUMBER] [--user=NAME] COMMAND ...``. On Linux the kernel
ends the command, which replaces this process. Elsewhere this process stays and watches the parent.
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


def ends_with_parent(
    command: Sequence[str], number: signal.Signals = signal.SIGTERM, user: str | None = None
) -> list[str]:
    """Returns ``command``, wrapped so that it gets signal ``number`` when the calling process has
    ended. Root can have it run as another ``user``."""
    options = [f"--signal={int(number)}"] + ([f"--user={user}"] if user else [])
    return [sys.executable, "-I", "-S", str(Path(__file__).resolve()), *options, *command]


def ask_for_signal_at_parents_death(number: int = signal.SIGTERM) -> None:
    """Asks Linux to send ``number`` to this process when its parent ends."""
    import ctypes

    ctypes.CDLL(None, use_errno=True).prctl(PR_SET_PDEATHSIG, number, 0, 0, 0)


def become(user: str) -> None:
    """Switches to ``user``, in a folder that this user may enter."""
    import ctypes  # noqa: F401 - needed later, when its file may be out of reach
    import pwd

    entry = pwd.getpwnam(user)
    os.initgroups(user, entry.pw_gid)
    os.setgid(entry.pw_gid)
    os.setuid(entry.pw_uid)
    os.chdir("/")


def main(arguments: Sequence[str]) -> int:
    """Becomes the command, or runs it and returns its exit code."""
    parent = os.getppid()
    command = list(arguments)
    number, user = signal.SIGTERM, ""
    while command[0].startswith("--"):
        name, _, value = command.pop(0).partition("=")
        if name == "--signal":
            number = signal.Signals(int(value))
        else:
            user = value
    if user:
        become(user)  # before asking Linux, which forgets the signal when the user changes
    if sys.platform == "linux":
        ask_for_signal_at_parents_death(number)
        if os.getppid() != parent:  # the parent ended before the kernel was asked
            return 1
        os.execvp(command[0], command)  # noqa: S606 - no shell is what we want
    return watch(command, parent, number)


def watch(command: Sequence[str], parent: int, ends_on: signal.Signals) -> int:
    """Runs ``command``, forwards signals to it, and ends it when ``parent`` is gone."""
    process = subprocess.Popen(command)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda number, frame: process.send_signal(number))
    while process.poll() is None:
        if os.getppid() != parent:
            process.send_signal(ends_on)
        time.sleep(WATCH_SECONDS)
    return process.returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

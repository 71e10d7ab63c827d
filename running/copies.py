"""The supervisor's side of the loader: processes that are copies of one that has loaded the site.

For Linux, where a process can adopt another and a copy shares its memory. Elsewhere every process
is started by its own command.
"""

from __future__ import annotations

import asyncio
import ctypes
import json
import os
import signal
import socket
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress

PR_SET_CHILD_SUBREAPER = 36  # <linux/prctl.h>
LOADED = b"loaded"
LONGEST_MESSAGE = 4096
ANSWER_SECONDS = 10.0
"""How long a loader may take for a copy, which usually takes some milliseconds."""


def can_copy() -> bool:
    """Returns whether this system can make copies that a supervisor adopts and watches."""
    try:
        os.close(os.pidfd_open(os.getpid()))
    except (AttributeError, OSError):
        return False
    return sys.platform == "linux"


class Copy:
    """A process that is a copy of the loader and a child of this process. Has what the supervisor
    needs of :class:`asyncio.subprocess.Process`."""

    def __init__(self, pid: int) -> None:
        """Ends the process and raises OSError if it cannot be followed."""
        self.pid = pid
        self.returncode: int | None = None
        self._ended = asyncio.Event()
        try:
            self._handle = os.pidfd_open(pid)
        except OSError:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
            raise
        asyncio.get_running_loop().add_reader(self._handle, self._end)

    def _end(self) -> None:
        asyncio.get_running_loop().remove_reader(self._handle)
        os.close(self._handle)
        self.returncode = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        self._ended.set()

    async def wait(self) -> int:
        """Waits until it ends. Returns its exit code, or minus the signal that ended it."""
        await self._ended.wait()
        assert self.returncode is not None
        return self.returncode

    def send_signal(self, number: signal.Signals) -> None:
        """Sends a signal, unless it has ended."""
        if self.returncode is None:
            os.kill(self.pid, number)


class Loader:
    """The loader as the supervisor sees it. It may end and be started again at any time."""

    def __init__(self) -> None:
        self._control: socket.socket | None = None
        self._loaded = False

    def connect(self) -> socket.socket:
        """Returns the standard input of a loader that is about to start."""
        self.close()
        self._control, theirs = socket.socketpair(type=socket.SOCK_SEQPACKET)
        self._control.settimeout(ANSWER_SECONDS)
        return theirs

    def close(self) -> None:
        """Closes the connection to the loader. A loader that is still running ends then."""
        if self._control:
            self._control.close()
        self._control, self._loaded = None, False

    def is_loaded(self) -> bool:
        """Returns whether it has loaded the site."""
        if self._control and not self._loaded:
            with suppress(OSError):
                self._loaded = self._control.recv(LONGEST_MESSAGE, socket.MSG_DONTWAIT) == LOADED
        return self._loaded

    async def copy(self, name: str, command: Sequence[str]) -> Copy:
        """Starts the module of ``python -m MODULE ...`` in a copy, which tools such as ``top`` list
        by its ``name``. Waits for a loader that is being started; nothing else is done before the
        copy is known."""
        message = json.dumps([name, *command[command.index("-m") + 1 :]]).encode()
        while True:
            while not self.is_loaded():  # noqa: ASYNC110 - it has to be asked
                await asyncio.sleep(0.02)
            if pid := self._ask(message):
                return Copy(pid)

    def _ask(self, message: bytes) -> int | None:
        """Returns the process id of a new copy; None if the loader has ended, or hangs."""
        assert self._control
        try:
            with _adopting():
                self._control.send(message)
                answer = self._control.recv(LONGEST_MESSAGE)
        except OSError:
            answer = b""
        if not answer:
            self.close()
        return int(answer) if answer else None


@contextmanager
def _adopting() -> Iterator[None]:
    """Makes this process the parent of descendants whose parent ends meanwhile. Not for longer:
    others that it adopted would stay in the list of processes when they have ended."""
    adopt = ctypes.CDLL(None, use_errno=True).prctl
    adopt(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    try:
        yield
    finally:
        adopt(PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0)

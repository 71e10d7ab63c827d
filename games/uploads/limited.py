"""Replaying a record in a process of its own, which is held to a budget."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path

from engines.game import Json
from games.uploads.budget import Budget
from games.uploads.child import EXIT_CODE

ROOT = Path(__file__).resolve().parents[2]

BEAT = 0.25
"""Seconds after which whoever waits for a replay is asked whether it is to go on."""

LARGEST_RESULT = 4 * 1024 * 1024
"""Bytes of a packed result."""


@dataclass(frozen=True)
class Replayed:
    """What the page of the record needs: a small ``head``, and the rest, packed."""

    head: Json
    packed: bytes


class NotShown(Exception):
    """The record cannot be shown: ``end`` says why, as :mod:`games.uploads.child` does, or
    ``slow`` where the site was too busy; ``why`` is what is wrong with a refused record, as
    :mod:`games.uploads.child` says it, or what failed."""

    def __init__(self, end: str, why: Json | str = "") -> None:
        super().__init__(f"{end}: {why}")
        self.end = end
        self.why = why


class GivenUp(Exception):
    """Nobody waits for the replay any more."""


class Server:
    """A process of :mod:`games.uploads.child`. It has loaded the engines once, so that a replay
    begins in milliseconds; it ends by itself when this process does."""

    def __init__(self) -> None:
        self._control, theirs = socket.socketpair()
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "games.uploads.child", str(theirs.fileno())],
                cwd=ROOT,
                env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},  # a process that forks has one
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                start_new_session=True,
            )

    @property
    def lives(self) -> bool:
        """Whether it is still there."""
        return self._process.poll() is None

    def replay(self, budget: Budget, record: bytes) -> Connection:
        """Begins a replay; what it says comes over the connection."""
        ours, theirs = Pipe()
        with theirs:
            socket.send_fds(self._control, [b"."], [theirs.fileno()])
        with suppress(BrokenPipeError, ConnectionResetError):  # it is gone: reading tells
            ours.send_bytes(json.dumps(asdict(budget)).encode())
            ours.send_bytes(record)
        return ours

    def exit_code(self) -> int:
        """How the replay ended that has ended; negative for a signal. Raises EOFError."""
        said = self._control.recv(EXIT_CODE.size, socket.MSG_WAITALL)
        if len(said) < EXIT_CODE.size:
            raise EOFError
        code: int = EXIT_CODE.unpack(said)[0]
        return code

    def stop(self) -> None:
        """Ends it, and the replay that it has begun."""
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._control.close()


_idle: list[Server] = []


def replayed(record: bytes, budget: Budget, goes_on: Callable[[int, int], bool]) -> Replayed:
    """The record, replayed within the budget.

    ``goes_on(step, steps)`` is told how far it is, several times a second (0, 0 before the first
    step), and says whether to go on. Raises NotShown and GivenUp. However it ends, the replay has
    ended then.
    """
    server = _idle.pop() if _idle else Server()
    if not server.lives:
        server.stop()
        server = Server()
    try:
        ends = time.monotonic() + budget.seconds
        with server.replay(budget, record) as connection:
            said, packed = _followed(connection, ends, goes_on)
        code = server.exit_code()
    except (EOFError, OSError) as error:
        server.stop()
        raise NotShown("failed", "the process that replays records is gone") from error
    except BaseException:
        server.stop()
        raise
    _idle.append(server)
    if "end" not in said:
        raise NotShown("time" if code in (-signal.SIGXCPU, -signal.SIGKILL) else "memory")
    if said["end"] != "shown":
        raise NotShown(said["end"], said.get("why", ""))
    if len(packed) > LARGEST_RESULT:
        raise NotShown("too-long")
    return Replayed(said["head"], packed)


def _followed(
    connection: Connection, ends: float, goes_on: Callable[[int, int], bool]
) -> tuple[Json, bytes]:
    """The last that a replay said before it ended, and its packed result; without ``end`` where it
    was ended."""
    said: Json = {}
    step = steps = 0
    while True:
        if connection.poll(BEAT):
            try:
                said = json.loads(connection.recv_bytes())
                if said.get("end") == "shown":
                    return said, connection.recv_bytes()
            except (EOFError, ConnectionResetError):
                return ({} if said.get("end") == "shown" else said), b""
            step, steps = said.get("step", step), said.get("steps", steps)
        if time.monotonic() > ends:
            raise NotShown("slow")
        if not goes_on(step, steps):
            raise GivenUp

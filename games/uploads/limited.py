"""Replaying a record in a process of its own, which is held to a budget."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path

from engines.rules import Json
from games.uploads.asked_for import Question
from games.uploads.budget import Budget
from games.uploads.child import EXIT_CODE

ROOT = Path(__file__).resolve().parents[2]

BEAT = 0.25
"""Seconds after which whoever waits for a replay is asked whether it is to go on."""

LARGEST_RESULT = 4 * 1024 * 1024
"""Bytes of a packed result."""

GoesOn = Callable[[int, int], bool]
"""Is told how far a replay is, several times a second (0, 0 before the first step), and says
whether to go on."""


@dataclass(frozen=True)
class Replayed:
    """What the page of the record needs: a small ``head``, and the rest, packed; and ``marks``,
    from which its steps are reached again (:mod:`games.uploads.marks`)."""

    head: Json
    packed: bytes
    marks: dict[int, bytes]


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

    def begin(self, what: Json, record: bytes, marks: Iterable[bytes]) -> Connection:
        """Begins a replay; what it says comes over the connection."""
        ours, theirs = Pipe()
        with theirs:
            socket.send_fds(self._control, [b"."], [theirs.fileno()])
        with suppress(BrokenPipeError, ConnectionResetError):  # it is gone: reading tells
            for message in (json.dumps(what).encode(), record, *marks):
                ours.send_bytes(message)
        return ours

    def exit_code(self) -> int:
        """The exit code of the replay once it has ended; negative for a signal. Raises EOFError."""
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


def replayed(record: bytes, budget: Budget, goes_on: GoesOn) -> Replayed:
    """The record, replayed within the budget.

    Raises NotShown and GivenUp. However it ends, the replay has ended then.
    """
    said, (packed, *marks) = _done({"budget": asdict(budget)}, record, {}, goes_on)
    if len(packed) > LARGEST_RESULT:
        raise NotShown("too-long")
    return Replayed(said["head"], packed, dict(zip(said["marks"], marks)))


def answered(
    record: bytes, marks: Mapping[int, bytes], question: Question, budget: Budget, goes_on: GoesOn
) -> dict[int, bytes]:
    """The bodies of answers by step, worked out within the budget: the one that is asked for, and
    others near it. Raises and ends as :func:`replayed` does."""
    asked = {"budget": asdict(budget), "question": asdict(question)}
    said, bodies = _done(asked, record, marks, goes_on)
    return dict(zip(said["steps"], bodies))


def _done(
    what: Json, record: bytes, marks: Mapping[int, bytes], goes_on: GoesOn
) -> tuple[Json, list[bytes]]:
    """How a child ended that did what it was asked for, and the messages that follow."""
    asked = {"question": None, **what, "marks": list(marks)}
    server = _idle.pop() if _idle else Server()
    if not server.lives:
        server.stop()
        server = Server()
    try:
        ends = time.monotonic() + what["budget"]["seconds"]
        with server.begin(asked, record, marks.values()) as connection:
            said, parts = _followed(connection, ends, goes_on)
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
    if said["end"] not in ("shown", "answered"):
        raise NotShown(said["end"], said.get("why", ""))
    return said, parts


def _followed(connection: Connection, ends: float, goes_on: GoesOn) -> tuple[Json, list[bytes]]:
    """The last that a replay said before it ended, and what follows; without ``end`` where it was
    ended."""
    said: Json = {}
    step = steps = 0
    while True:
        if connection.poll(BEAT):
            try:
                said = json.loads(connection.recv_bytes())
                if "end" in said:
                    return said, [connection.recv_bytes() for _ in range(said["parts"])]
            except (EOFError, ConnectionResetError):
                return {}, []
            step, steps = said.get("step", step), said.get("steps", steps)
        if time.monotonic() > ends:
            raise NotShown("slow")
        if not goes_on(step, steps):
            raise GivenUp

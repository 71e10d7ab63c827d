"""Starts the process with limits that replays a record; defines the messages it exchanges."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from msgspec import Struct, msgpack

ROOT = Path(__file__).resolve().parents[3]

BEAT = 0.25
"""Seconds between two calls of ``goes_on``."""

GoesOn = Callable[[int, int], bool]
"""Called with the step that the replay has reached and the number of steps (0, 0 at first). Returns
whether to go on."""


class Budget(Struct):
    """What one job may use: processor time, clock time and memory."""

    processor_seconds: float
    seconds: float
    megabytes: int


class Question(Struct):
    """A request for an extra, such as areas, of a step."""

    extra: str
    step: int


class Job(Struct):
    """A job for the child: replay a record, or answer a question about it."""

    record: bytes
    budget: Budget
    question: Question | None = None
    marks: dict[int, bytes] = {}


class Progress(Struct, tag=True):
    """The step that the replay has reached, and the number of steps."""

    step: int
    steps: int


class Shown(Struct, tag=True):
    """A replayed record: the head of its page, the page as JSON compressed by gzip, and marks."""

    head: dict[str, Any]
    page: bytes
    marks: dict[int, bytes]


class Answers(Struct, tag=True):
    """An extra of several steps, by step, each as JSON compressed by gzip."""

    bodies: dict[int, bytes]


class Failed(Struct, tag=True):
    """Why there is no result: ``refused``, with the parts of a RecordError; ``too-long``; ``time``
    or ``memory``; ``failed`` because of a bug, with its place in the code."""

    end: str
    why: dict[str, Any] | str = ""


Result = Shown | Answers | Failed


class GivenUp(Exception):
    """Nobody is waiting for the result any more."""


def run(job: Job, goes_on: GoesOn) -> Result:
    """Does a job in a process of its own, which has ended when this returns or raises GivenUp.

    The result may also be Failed with ``slow``: the machine was too busy.
    """
    ours, theirs = Pipe()
    ends = time.monotonic() + job.budget.seconds
    with (
        ours,
        theirs,
        subprocess.Popen(
            [sys.executable, "-m", "games.archive.uploads.child", str(theirs.fileno())],
            cwd=ROOT,
            env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},  # threads count as memory
            pass_fds=[theirs.fileno()],
            stdin=subprocess.DEVNULL,
            start_new_session=True,
        ) as process,
    ):
        theirs.close()
        try:
            ours.send_bytes(msgpack.encode(job))
            return _follow(ours, ends, goes_on)
        except (EOFError, ConnectionError):
            spent = process.wait() in (-signal.SIGXCPU, -signal.SIGKILL)
            return Failed("time" if spent else "memory")
        finally:
            process.kill()


def _follow(connection: Connection, ends: float, goes_on: GoesOn) -> Result:
    """Returns the child's result. Raises EOFError or ConnectionError if the child ends without
    one."""
    progress = Progress(0, 0)
    while True:
        if connection.poll(BEAT):
            said = msgpack.decode(connection.recv_bytes(), type=Progress | Result)
            if not isinstance(said, Progress):
                return said
            progress = said
        if time.monotonic() > ends:
            return Failed("slow")
        if not goes_on(progress.step, progress.steps):
            raise GivenUp

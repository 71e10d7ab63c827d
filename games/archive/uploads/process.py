"""The process with limits that replays a record: ``run`` starts it, ``do`` is what it does.

It is not part of the site and uses neither Django nor the database. It reads a job from a socket,
whose descriptor is its argument, and sends its progress and its result back on it.
"""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from math import ceil
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from msgspec import Struct, msgpack

from engines.record import RecordError
from engines.replay import ReplayedStep
from games.archive.record_extras import Marks, answers
from games.archive.record_page import Pace, TimeSpent, TooLong, record_page
from transport.refusals import fault_of

ROOT = Path(__file__).resolve().parents[3]

MEGABYTE = 1024 * 1024
LOW_PRIORITY = 10
"""The ``nice`` value."""

EVERY = 0.2
"""Seconds between two progress reports."""

BEAT = 0.25
"""Seconds between two calls of ``goes_on``."""

GoesOn = Callable[[int, int], bool]
"""Called with the step that the replay has reached and the number of steps (0, 0 at first). Returns
whether to go on."""


class Job(Struct):
    """A job: replay a record or, with ``extra``, calculate this extra of a step.

    ``processor_seconds``, ``seconds`` and ``megabytes`` are the most processor time, clock time and
    memory that it may use. ``marks`` are those of the replay.
    """

    record: bytes
    processor_seconds: float
    seconds: float
    megabytes: int
    extra: str = ""
    step: int = 0
    marks: dict[int, bytes] = {}


class Done(Struct, tag=True):
    """The parts of the upload's content (:data:`games.models.uploads.PARTS`) that come of a job."""

    parts: dict[str, Any]


class Failed(Struct, tag=True):
    """Why there is no result: ``refused``, with the parts of a RecordError; ``too-long``; ``time``
    or ``memory``; ``slow``: the machine was too busy; ``left``: nobody waits for it any more;
    ``failed`` because of a bug, with its place in the code."""

    end: str
    why: dict[str, Any] | str = ""


def run(job: Job, goes_on: GoesOn) -> Done | Failed:
    """Does a job in a process of its own, which has ended when this returns."""
    ours, theirs = Pipe()
    ends = time.monotonic() + job.seconds
    with (
        ours,
        theirs,
        subprocess.Popen(
            [sys.executable, "-m", "games.archive.uploads.process", str(theirs.fileno())],
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


def _follow(connection: Connection, ends: float, goes_on: GoesOn) -> Done | Failed:
    """Returns the result of the process. Raises EOFError or ConnectionError if it ends without
    one."""
    reached = 0, 0
    while True:
        if connection.poll(BEAT):
            said = msgpack.decode(connection.recv_bytes(), type=tuple[int, int] | Done | Failed)
            if not isinstance(said, tuple):
                return said
            reached = said
        if time.monotonic() > ends:
            return Failed("slow")
        if not goes_on(*reached):
            return Failed("left")


def impose(job: Job) -> None:
    """Limits this process from now on to what the job may use, as far as the system can.

    Linux kills it when its processor time is used up, and refuses it more memory (MemoryError).
    macOS does not limit memory. Core dumps are turned off.
    """
    os.nice(LOW_PRIORITY)
    longest = ceil(time.process_time() + job.processor_seconds) + 1
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CPU, (longest, longest + 1))
    with suppress(ValueError, OSError):
        pages = int(Path("/proc/self/statm").read_text().split()[0])
        most = pages * resource.getpagesize() + job.megabytes * MEGABYTE
        resource.setrlimit(resource.RLIMIT_AS, (most, most))


def do(job: Job, connection: Connection) -> Done | Failed:
    """Returns the result of a job. Raises OSError if nobody is listening any more."""
    try:
        return _answered(job) if job.extra else _replayed(job, connection)
    except OSError:
        raise
    except RecordError as error:
        return Failed("refused", parts_of(error))
    except TooLong:
        return Failed("too-long")
    except TimeSpent:
        return Failed("time")
    except MemoryError:
        return Failed("memory")
    except Exception as error:  # noqa: BLE001 Python would print the message, and the record in it
        return Failed("failed", fault_of(error))


def _answered(job: Job) -> Done:
    bodies = answers(job.record, job.marks, job.extra, job.step)
    return Done({"answers": {f"{job.extra}:{step}": body for step, body in bodies.items()}})


def _replayed(job: Job, connection: Connection) -> Done:
    began, told = time.process_time(), time.monotonic()

    def spent() -> float:
        return time.process_time() - began

    def passes(line: ReplayedStep, steps: int) -> None:
        nonlocal told
        marks.passes(line)
        if time.monotonic() - told > EVERY:
            told = time.monotonic()
            connection.send_bytes(msgpack.encode((line.step, steps)))

    marks = Marks(spent)
    page = record_page(job.record, Pace(job.processor_seconds, spent, passes))
    result = {"head": page.head()}
    return Done({"result": result, "page": page.packed(), "marks": marks.states})


def parts_of(error: RecordError) -> dict[str, object]:
    """Returns what is wrong with a record, in parts, so that the site can word it in the reader's
    language."""
    values = {name: str(value) for name, value in (error.values or {}).items()}
    return {"text": error.text, "values": values, "step": error.step, "seat": error.seat}


if __name__ == "__main__":
    with suppress(OSError, EOFError), Connection(int(sys.argv[1])) as to_worker:
        given = msgpack.decode(to_worker.recv_bytes(), type=Job)
        impose(given)
        to_worker.send_bytes(msgpack.encode(do(given, to_worker)))

"""The process that replays a record: ``python -m games.archive.uploads.child FD``.

It is not part of the site and uses neither Django nor the database. It reads the record from a
socket, the descriptor ``FD``, and sends its progress and its result back on it.
"""

from __future__ import annotations

import os
import resource
import sys
import time
from contextlib import suppress
from math import ceil
from multiprocessing.connection import Connection
from pathlib import Path

from msgspec import msgpack

from engines.record import RecordError
from engines.replay import ReplayedStep
from games.archive.record_extras import Marks, answers
from games.archive.record_page import Pace, TimeSpent, TooLong, record_page
from games.archive.uploads.process import Answers, Budget, Failed, Job, Progress, Result, Shown
from transport.refusals import fault_of

MEGABYTE = 1024 * 1024
LOW_PRIORITY = 10
"""The ``nice`` value."""

EVERY = 0.2
"""Seconds between two progress reports."""

ENDS: dict[type[Exception], str] = {
    TooLong: "too-long",
    TimeSpent: "time",
    MemoryError: "memory",
}


def impose(budget: Budget) -> None:
    """Limits this process to the budget from now on, as far as the operating system can.

    Linux kills it when its processor time is used up, and refuses it more memory (MemoryError).
    macOS does not limit memory. Core dumps are turned off.
    """
    os.nice(LOW_PRIORITY)
    longest = ceil(time.process_time() + budget.processor_seconds) + 1
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CPU, (longest, longest + 1))
    with suppress(ValueError, OSError):
        pages = int(Path("/proc/self/statm").read_text().split()[0])
        most = pages * resource.getpagesize() + budget.megabytes * MEGABYTE
        resource.setrlimit(resource.RLIMIT_AS, (most, most))


def do(job: Job, connection: Connection) -> Result:
    """Returns the result of a job. Raises OSError if nobody is listening any more."""
    try:
        if asked := job.question:
            return Answers(answers(job.record, job.marks, asked.extra, asked.step))
        return _replayed(job, connection)
    except OSError:
        raise
    except RecordError as error:
        return Failed("refused", parts_of(error))
    except Exception as error:  # noqa: BLE001 Python would print the message, and the record in it
        end = ENDS.get(type(error))
        return Failed(end) if end else Failed("failed", fault_of(error))


def _replayed(job: Job, connection: Connection) -> Shown:
    began, told = time.process_time(), time.monotonic()

    def spent() -> float:
        return time.process_time() - began

    def passes(line: ReplayedStep, steps: int) -> None:
        nonlocal told
        marks.passes(line)
        if time.monotonic() - told > EVERY:
            told = time.monotonic()
            connection.send_bytes(msgpack.encode(Progress(line.step, steps)))

    marks = Marks(spent)
    page = record_page(job.record, Pace(job.budget.processor_seconds, spent, passes))
    return Shown(page.head(), page.packed(), marks.states)


def parts_of(error: RecordError) -> dict[str, object]:
    """Returns what is wrong with a record, in parts, so that the site can word it in the reader's
    language."""
    values = {name: str(value) for name, value in (error.values or {}).items()}
    return {"text": error.text, "values": values, "step": error.step, "seat": error.seat}


if __name__ == "__main__":
    with suppress(OSError, EOFError), Connection(int(sys.argv[1])) as to_worker:
        given = msgpack.decode(to_worker.recv_bytes(), type=Job)
        impose(given.budget)
        to_worker.send_bytes(msgpack.encode(do(given, to_worker)))

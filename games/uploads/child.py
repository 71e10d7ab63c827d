"""The process that replays records: ``python -m games.uploads.child FD``.

It is no part of the site: it knows neither Django nor the database, and is given records alone.
It loads the engines once and waits at the socket ``FD`` for connections (each a descriptor that
comes with a byte). Each gets a child of its own, held to a budget. It reads what it is to do in
JSON (``{"budget", "question", "marks"}``), the record, and each of the marks. Without a question it
replays the record, with one it answers it (:mod:`games.uploads.asked_for`).

It says how far it is and then how it ended, in JSON: ``{"step", "steps"}``, then ``{"end"}``:

- ``shown`` with ``head`` and the steps that are marked (``marks``), and messages that hold the rest
  (see :meth:`games.uploads.shown.ShownRecord.packed`) and each mark;
- ``answered`` with ``steps``, and a message for each answer;
- ``refused`` with ``why``, the parts of a :class:`engines.record.RecordError`;
- ``too-long``, ``time`` or ``memory``; ``failed`` by a fault of ours, with ``why`` for the log.

``parts`` is how many messages follow. When the child is gone the socket says with which exit code,
negative for a signal.
"""

from __future__ import annotations

import json
import os
import socket
import struct
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection

from engines.record import RecordError
from engines.rules import Json
from games.uploads.asked_for import Question, answers
from games.uploads.budget import Budget
from games.uploads.shown import TooLong, shown_record
from transport.refusals import fault_of

EVERY = 0.2
"""Seconds between two messages on the way."""

LEISURE = 1.0
"""Seconds of processor time for steps near the one that is asked for."""

MOST_ANSWERED = 1024 * 1024
"""Bytes of answers after which no more are worked out at a time."""

EXIT_CODE = struct.Struct("i")

Ended = tuple[Json, list[bytes]]
"""How it ended, and the messages that follow."""


class TimeSpent(Exception):
    """The processor time is spent."""


def serve(control: socket.socket) -> None:
    """Has one record after another replayed, until nobody is at the other end."""
    with suppress(OSError):
        while True:
            asked, descriptors, *_ = socket.recv_fds(control, 1, 1)
            if not asked:
                return
            with Connection(descriptors[0]) as connection:
                child = os.fork()
                if not child:
                    try:
                        work_for(connection)
                    finally:
                        os._exit(0)
            _, status = os.waitpid(child, 0)
            control.sendall(EXIT_CODE.pack(os.waitstatus_to_exitcode(status)))


def work_for(connection: Connection) -> None:
    """Does what one connection asks for; raises OSError or EOFError when nobody is there any
    more."""
    asked = json.loads(connection.recv_bytes())
    record = connection.recv_bytes()
    marks = {step: connection.recv_bytes() for step in asked["marks"]}
    budget = Budget(**asked["budget"])
    if asked["question"]:
        question = Question(**asked["question"])
        end, parts = _ended(budget, lambda: _answered(record, marks, question))
    else:
        end, parts = _ended(budget, lambda: _shown(budget, connection, record))
    say(connection, {**end, "parts": len(parts)})
    for part in parts:
        connection.send_bytes(part)


def say(connection: Connection, what: Json) -> None:
    """Sends one message."""
    connection.send_bytes(json.dumps(what).encode())


def _ended(budget: Budget, work: Callable[[], Ended]) -> Ended:
    """How this work ends within the budget."""
    try:
        budget.impose()
        return work()
    except OSError:
        raise
    except RecordError as error:
        return {"end": "refused", "why": _said(error)}, []
    except Exception as error:  # noqa: BLE001 Python would print what the error says
        end = ENDS.get(type(error))
        return ({"end": end} if end else {"end": "failed", "why": fault_of(error)}), []


def _shown(budget: Budget, connection: Connection, record: bytes) -> Ended:
    told = time.monotonic()

    def tell(step: int, steps: int) -> None:
        nonlocal told
        if time.process_time() > budget.processor_seconds:
            raise TimeSpent
        if time.monotonic() - told > EVERY:
            told = time.monotonic()
            say(connection, {"step": step, "steps": steps})

    def hurried() -> bool:
        return time.process_time() > budget.processor_seconds / 2

    def leisurely() -> bool:
        return time.process_time() < budget.processor_seconds / 4

    shown = shown_record(record, tell=tell, hurried=hurried, leisurely=leisurely)
    end = {"end": "shown", "head": shown.head(), "marks": list(shown.marks)}
    return end, [shown.packed(), *shown.marks.values()]


def _answered(record: bytes, marks: dict[int, bytes], question: Question) -> Ended:
    found: list[tuple[int, bytes]] = []
    began = time.process_time()

    def leisurely(share: float) -> bool:
        size = sum(len(body) for _, body in found)
        return time.process_time() - began < share * LEISURE and size < share * MOST_ANSWERED

    for answer in answers(record, marks, question, leisurely=leisurely):
        found.append(answer)  # noqa: PERF402 ``leisurely`` looks at what there is by now
    return {"end": "answered", "steps": [step for step, _ in found]}, [body for _, body in found]


def _said(error: RecordError) -> Json:
    """What is wrong with a record, in parts: the site says it in its reader's language."""
    values = {name: str(value) for name, value in (error.values or {}).items()}
    return {
        "code": error.code,
        "text": error.text,
        "values": values,
        "step": error.step,
        "seat": error.seat,
    }


ENDS: dict[type[Exception], str] = {
    TooLong: "too-long",
    TimeSpent: "time",
    MemoryError: "memory",
}

if __name__ == "__main__":
    serve(socket.socket(fileno=int(sys.argv[1])))

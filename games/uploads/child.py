"""The process that replays records: ``python -m games.uploads.child FD``.

It is no part of the site: it knows neither Django nor the database, and is given records alone.
It loads the engines once and waits at the socket ``FD`` for connections (each a descriptor that
comes with a byte). Each gets a child of its own, which reads two messages, the budget in JSON and
the record, and replays it, held to the budget. It says how far it is and then how it ended, in
JSON: ``{"step", "steps"}``, then ``{"end"}``: ``shown`` with ``head``, followed by a message that
holds the rest (see :meth:`games.uploads.shown.ShownRecord.packed`); ``refused`` with ``why``, the
parts of a :class:`engines.record.RecordError`;
``too-long``, ``time`` or ``memory``; ``failed`` by a fault of ours, with ``why`` for the log. When
the child is gone the socket says with which exit code, negative for a signal.
"""

from __future__ import annotations

import json
import os
import socket
import struct
import sys
import time
from contextlib import suppress
from multiprocessing.connection import Connection

from engines.game import Json
from engines.record import RecordError
from games.uploads.budget import Budget
from games.uploads.shown import TooLong, shown_record
from transport.refusals import fault_of

EVERY = 0.2
"""Seconds between two messages on the way."""

EXIT_CODE = struct.Struct("i")


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
                        replay_for(connection)
                    finally:
                        os._exit(0)
            _, status = os.waitpid(child, 0)
            control.sendall(EXIT_CODE.pack(os.waitstatus_to_exitcode(status)))


def replay_for(connection: Connection) -> None:
    """Replays one record; raises OSError or EOFError when nobody is there any more."""
    budget = Budget(**json.loads(connection.recv_bytes()))
    packed, end = _replayed(budget, connection, connection.recv_bytes())
    say(connection, end)
    if packed:
        connection.send_bytes(packed)


def say(connection: Connection, what: Json) -> None:
    """Sends one message."""
    connection.send_bytes(json.dumps(what).encode())


def _replayed(budget: Budget, connection: Connection, record: bytes) -> tuple[bytes, Json]:
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

    try:
        budget.impose()
        shown = shown_record(record, tell=tell, hurried=hurried, leisurely=leisurely)
        return shown.packed(), {"end": "shown", "head": shown.head()}
    except OSError:
        raise
    except RecordError as error:
        return b"", {"end": "refused", "why": _said(error)}
    except Exception as error:  # noqa: BLE001 Python would print what the error says
        end = ENDS.get(type(error))
        return b"", {"end": end} if end else {"end": "failed", "why": fault_of(error)}


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

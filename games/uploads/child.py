"""What the process with limits does: it replays one record and says how far it is.

It is no part of the site: it knows neither Django nor the database, and everything that it is
given is one record. It speaks in messages of bytes, each JSON: ``{"step", "steps"}`` on the way,
then ``{"end"}``: ``shown`` with ``head``, followed by a message that holds the rest (see
:meth:`games.uploads.shown.ShownRecord.packed`); ``refused`` with ``why``; ``too-long``, ``time``
or ``memory``; ``failed`` by a fault of ours, with ``why`` for the log.
"""

from __future__ import annotations

import json
import time
from contextlib import suppress
from multiprocessing.connection import Connection

from engines.game import Json
from engines.record import RecordError
from games.errors import place_of
from games.uploads.budget import Budget
from games.uploads.shown import ShownRecord, TooLong, shown_record

EVERY = 0.2
"""Seconds between two messages on the way."""


class TimeSpent(Exception):
    """The processor time is spent."""


def replay_within(budget: Budget, connection: Connection, record: bytes) -> None:
    """Replays the record and tells ``connection``; the process ends with it.

    When nobody reads what it says any more, writing ends it.
    """
    shown, end = _replayed(budget, connection, record)
    with suppress(BrokenPipeError):
        connection.send_bytes(json.dumps(end).encode())
        if shown is not None:
            connection.send_bytes(shown.packed())


def _replayed(
    budget: Budget, connection: Connection, record: bytes
) -> tuple[ShownRecord | None, Json]:
    told = time.monotonic()

    def tell(step: int, steps: int) -> None:
        nonlocal told
        if time.process_time() > budget.processor_seconds:
            raise TimeSpent
        if time.monotonic() - told > EVERY:
            told = time.monotonic()
            connection.send_bytes(json.dumps({"step": step, "steps": steps}).encode())

    def hurried() -> bool:
        return time.process_time() > budget.processor_seconds / 2

    try:
        budget.impose()
        shown = shown_record(record, tell=tell, hurried=hurried)
    except RecordError as error:
        return None, {"end": "refused", "why": str(error)}
    except TooLong:
        return None, {"end": "too-long"}
    except TimeSpent:
        return None, {"end": "time"}
    except MemoryError:
        return None, {"end": "memory"}
    except Exception as error:  # noqa: BLE001 Python would print what the error says
        return None, {"end": "failed", "why": place_of(error)}
    return shown, {"end": "shown", "head": shown.head()}

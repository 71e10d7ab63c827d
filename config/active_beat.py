"""Which of several beats sends ticks: the one whose connection to the database holds a lock.

PostgreSQL gives an advisory lock to one session at a time, and takes it back when the session ends.
That of a beat ends with its process and with its server, and when the beat has asked nothing for
``LEASE`` seconds, because it is frozen, cut off or its machine is gone (``idle_session_timeout``).
The others try to get the lock again and again. So one of them takes over after less than three
seconds.

A beat that does not hold the lock sends no tick, and it asks before each tick whether its session
is still there, unless the last answer is younger than ``ASK_EVERY``. Without an answer it stands by
at once, as its session may have ended. All the same, two may send ticks for a moment: one that
freezes between question and tick, or one whose database has been replaced without its knowing. That
does no harm: a tick tells a worker to look for due work, and each due thing is locked and done
once, however many workers look.
"""

from __future__ import annotations

import logging
import os
import select
import socket
import time

from django.db import connection as of_django
from psycopg import Error, OperationalError
from psycopg.pq import ExecStatus

from database.postgresql.connections import Connection
from games.store.aio import connection_parameters

LOCK = 7_306_004
"""The key of the PostgreSQL advisory lock that the active beat holds."""

LEASE = 2.0
"""Seconds without a question after which PostgreSQL ends a beat's session."""

ASK_EVERY = 0.5
"""How long an answer counts, and how long a beat that stands by waits, in seconds."""

PATIENCE = 2.0
"""How long the database may take to answer, in seconds. Nothing is sent meanwhile."""

HOLDER = """
SELECT session.application_name
FROM pg_locks AS held JOIN pg_stat_activity AS session USING (pid)
WHERE held.locktype = 'advisory' AND held.granted AND held.objid = %s AND held.objsubid = 1
    AND session.datname = current_database()
"""

logger = logging.getLogger(__name__)


class ActiveBeat:
    """This beat's hold on the lock."""

    def __init__(self) -> None:
        self.database: Connection | None = None
        self.is_active = False
        self.asked_at = float("-inf")
        self.stands_by = False
        """Whether the log says so."""

    def is_this(self) -> bool:
        """Whether this beat is to send ticks. Without an answer of the database it is not."""
        if self.is_active and time.monotonic() - self.asked_at < ASK_EVERY:
            return True
        was_active, asked_at = self.is_active, time.monotonic()
        try:
            self.is_active = self._ask()
        except (Error, OSError) as error:
            self.close()
            if was_active:
                logger.warning("the lock of the active beat is lost: %s", type(error).__name__)
        self.asked_at = asked_at
        self._tell()
        return self.is_active

    def close(self) -> None:
        """Gives the lock back."""
        self.is_active = False
        if self.database is not None:
            self.database.close()
            self.database = None

    def _tell(self) -> None:
        if self.is_active and self.stands_by:
            logger.warning("this beat sends the ticks from now on")
        elif not self.is_active and not self.stands_by:
            logger.warning("this beat stands by: it sends no ticks until the other one is gone")
        self.stands_by = not self.is_active

    def _ask(self) -> bool:
        """Whether the session holds the lock, which it takes if it is free. Raises Error."""
        if self.database is None:
            self.database = _connect()
        mine = "true" if self.is_active else f"pg_try_advisory_lock({LOCK})"
        # A standby server gives away locks, too, which nobody at the primary hears of.
        answer = _answer(self.database, f"SELECT CASE WHEN NOT pg_is_in_recovery() THEN {mine} END")
        if answer is None:
            raise OperationalError("the server is a standby")
        return answer == b"t"


def active_beat() -> str | None:
    """The machine and process of the beat that sends the ticks; None if there is none. Raises
    DatabaseError."""
    with of_django.cursor() as cursor:
        cursor.execute(HOLDER, [LOCK])
        row = cursor.fetchone()
    return None if row is None else str(row[0]).removeprefix("beat ")


def _connect() -> Connection:
    parameters = connection_parameters()
    parameters["options"] += f" -c idle_session_timeout={int(LEASE * 1000)}"
    parameters["application_name"] = f"beat {socket.gethostname()}:{os.getpid()}"
    return Connection.connect(**parameters, autocommit=True)


def _answer(database: Connection, question: str) -> bytes | None:
    """The one value that the question asks for. Raises OperationalError if there is no answer in
    time: psycopg itself would wait for as long as the connection seems to live."""
    line, ends = database.pgconn, time.monotonic() + PATIENCE
    line.send_query(question.encode())
    value: bytes | None = None
    while True:
        while line.is_busy():
            left = ends - time.monotonic()
            if left <= 0 or not select.select([line.socket], [], [], left)[0]:
                raise OperationalError("no answer in time")
            line.consume_input()
        result = line.get_result()
        if result is None:
            return value
        if result.status != ExecStatus.TUPLES_OK:
            raise OperationalError(result.error_message.decode(errors="replace"))
        value = result.get_value(0, 0)

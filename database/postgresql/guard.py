"""Ends waits for a database that will not answer.

A server that is frozen, with its machine still acknowledging packets, would keep a connection
waiting for ever; so would a primary without its synchronous standby, which stores a commit but
never reports it. A thread of each process that has connections therefore looks every second whether
one of them has been waiting for long, and if so asks its server on another connection.
"""

from __future__ import annotations

import logging
import os
import socket
import threading
import time
from contextlib import closing, suppress
from selectors import EVENT_READ, DefaultSelector
from typing import Any
from weakref import WeakSet

import psycopg
from psycopg import OperationalError
from psycopg.errors import ConnectionTimeout

from database.postgresql.servers import Parameters, Server, order

EVERY = 1.0
"""How often the thread looks, in seconds."""

PATIENCE = 4.0
"""How long an answer is awaited before the server is asked on another connection, in seconds."""

PROBE_SECONDS = 3
"""How long the server may then take to answer."""

HANGS_AFTER = 3.0
"""How long a commit may wait for its standby, in seconds, before it counts as hanging."""

logger = logging.getLogger(__name__)


class CommitsHang(OperationalError):
    """The database has no synchronous standby, so no commit ends. Nothing was written."""


class Guard:
    """Looks after the connections of a process."""

    def __init__(self) -> None:
        self.commits_hang = False
        """Whether commits wait for a standby that does not answer."""
        self._connections: WeakSet[Any] = WeakSet()
        self._lock = threading.Lock()
        self._process = 0
        self._hanging: Parameters = {}

    def watch(self, connection: Any) -> None:
        """Looks after a connection that has just been made. The first one of a process starts its
        thread."""
        with self._lock:
            self._connections.add(connection)
            if self._process != os.getpid():
                self._process = os.getpid()
                self.commits_hang = False
                threading.Thread(target=self._look_for_ever, name="guard", daemon=True).start()

    def connections(self) -> list[Any]:
        """Returns the open connections of this process."""
        with self._lock:
            return [each for each in self._connections if not each.closed]

    def refuse_while_commits_hang(self) -> None:
        """Raises CommitsHang while they do."""
        if self.commits_hang:
            raise CommitsHang("the database stores nothing: its standby does not answer")

    def _look_for_ever(self) -> None:
        while True:
            time.sleep(EVERY)
            with suppress(Exception):
                self.look()

    def look(self) -> None:
        """Looks once."""
        if self.commits_hang:
            self._look_whether_commits_end()
        now = time.monotonic()
        waiting = {
            each.server: each
            for each in self.connections()
            if each.waits_since is not None and now - each.waits_since > PATIENCE
        }
        for server, connection in waiting.items():
            self._ask(server, connection.parameters)

    def _ask(self, server: Server, parameters: Parameters) -> None:
        try:
            hangs = _commits_hang_on(parameters)
        except ConnectionTimeout:
            logger.error("the database on %s does not answer: its connections are closed", server)
            order.kept_silent(server)
            self.hang_up(server)
            return
        except psycopg.Error:
            return  # it answers; whoever waits will hear
        if hangs:
            if not self.commits_hang:
                logger.error("the database stores nothing: its standby does not answer")
            self.commits_hang, self._hanging = True, parameters
            self.hang_up(server, only_waiting=True)

    def _look_whether_commits_end(self) -> None:
        try:
            self.commits_hang = _commits_hang_on(self._hanging)
        except psycopg.Error:
            self.commits_hang = False  # other connections will find out what this server is now
        if not self.commits_hang:
            logger.error("the database stores again")

    def hang_up(self, server: Server, *, only_waiting: bool = False) -> None:
        """Closes this process's connections to a server, from this side: those that wait fail at
        once, the others are closed before they are used again. ``only_waiting``: closes only those
        that have been waiting for long.

        Nothing is cancelled: that would need an answer, and PostgreSQL takes it as a reason not to
        wait for the standby.
        """
        now = time.monotonic()
        for each in self.connections():
            if each.server != server:
                continue
            since = each.waits_since
            if since is not None and (not only_waiting or now - since > PATIENCE):
                _shut(each, since)
            if not only_waiting:
                each.is_abandoned = True


guard = Guard()


def hanging() -> str:
    """SQL for whether a commit of this user hangs."""
    return f"""
EXISTS (
    SELECT FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND datname = current_database()
    AND state_change < clock_timestamp() - interval '{HANGS_AFTER} seconds'
)"""


def _shut(connection: Any, since: float) -> None:
    """Shuts the line of a connection that has been waiting ``since`` then, if it still is."""
    with (
        suppress(psycopg.Error, OSError),
        socket.socket(fileno=os.dup(connection.fileno())) as line,
    ):
        if connection.waits_since == since:
            line.shutdown(socket.SHUT_RDWR)


def _commits_hang_on(parameters: Parameters) -> bool:
    """Asks a server on a connection of its own. Raises ConnectionTimeout if it does not answer,
    other errors of psycopg if it refuses."""
    alone: dict[str, Any] = {
        **{name: value for name, value in parameters.items() if isinstance(value, str | int)},
        "target_session_attrs": "any",
        "connect_timeout": PROBE_SECONDS,
        "autocommit": True,
    }
    with closing(psycopg.connect(**alone)) as database, DefaultSelector() as waiting:
        database.pgconn.send_query(f"SELECT {hanging()}".encode())
        waiting.register(database.fileno(), EVENT_READ)
        if not waiting.select(PROBE_SECONDS):
            raise ConnectionTimeout
        answer = database.pgconn.get_result()
        return answer is not None and answer.get_value(0, 0) == b"t"

"""Connections to one of the servers of ``DATABASE_URL``, by threads and by the event loop."""

from __future__ import annotations

import asyncio
import select
import time
from typing import Any, Self
from weakref import ref

import psycopg
from psycopg import OperationalError
from psycopg.errors import ConnectionTimeout, Diagnostic

from database.postgresql.guard import guard
from database.postgresql.servers import Parameters, Server, order

WRITES = ("read-write", "primary")
"""What an address asks for if its connections must be able to write."""

WAITS_FOR_STANDBY = "SyncRepWaitForLSN"
"""The function of PostgreSQL in which a commit waits for the synchronous standby."""


class CommitInDoubt(OperationalError):
    """The transaction is stored on the primary, but its wait for the standby was broken off: if the
    primary is lost now, so is the transaction. It must not be acknowledged. Who asked for it asks
    again, and is acknowledged as soon as a later commit has reached the standby."""


def _none_left(errors: list[tuple[Server, psycopg.Error]]) -> psycopg.Error:
    """Returns the error of a connection that no server takes."""
    if len(errors) == 1:
        return errors[0][1]
    lines = [f"{host} {port}: {str(error).strip()}" for (host, port), error in errors]
    return OperationalError("\n".join(["no server takes connections that write", *lines]))


class _Known:
    """What the connections of threads and of the event loop have in common."""

    server: Server = ("", "")
    parameters: Parameters
    must_write = False
    """Whether the address asks for a server that takes writes."""
    waits_since: float | None = None
    """Since when an answer is awaited, by the clock ``time.monotonic``."""
    is_abandoned = False
    """Whether its server no longer answers this process."""
    is_in_doubt = False

    def remember(self, server: Server, parameters: Parameters) -> None:
        """Notes whose connection this is, and has it looked after."""
        self.server, self.parameters = server, parameters
        self.must_write = parameters.get("target_session_attrs") in WRITES
        known = ref(self)

        def hear(notice: Diagnostic) -> None:
            connection = known()
            if connection is not None and notice.source_function == WAITS_FOR_STANDBY:
                connection.is_in_doubt = True

        self.add_notice_handler(hear)  # type: ignore[attr-defined]
        guard.watch(self)

    def take_doubt(self) -> bool:
        """Returns whether the last commit is in doubt, and forgets it."""
        doubt, self.is_in_doubt = self.is_in_doubt, False
        return doubt


class Connection(psycopg.Connection[Any], _Known):
    """A connection of a thread."""

    @classmethod
    def connect(cls, conninfo: str = "", **kwargs: Any) -> Self:
        """Connects to the first server that takes it. Raises OperationalError."""
        errors: list[tuple[Server, psycopg.Error]] = []
        for server, parameters in order.attempts(kwargs):
            try:
                made = super().connect(conninfo, **parameters)
            except ConnectionTimeout as error:
                order.kept_silent(server)
                errors.append((server, error))
            except OperationalError as error:
                order.answered(server, connected=False)
                errors.append((server, error))
            else:
                order.answered(server, connected=True)
                made.remember(server, parameters)
                return made
        raise _none_left(errors)

    def wait(self, *args: Any, **kwargs: Any) -> Any:
        """Waits for an answer, as psycopg does, and notes since when."""
        self.waits_since = time.monotonic()
        try:
            return super().wait(*args, **kwargs)
        finally:
            self.waits_since = None


class AsyncConnection(psycopg.AsyncConnection[Any], _Known):
    """A connection of the event loop."""

    @classmethod
    async def connect(cls, conninfo: str = "", **kwargs: Any) -> Self:
        """Connects to the first server that takes it. Raises OperationalError."""
        errors: list[tuple[Server, psycopg.Error]] = []
        for server, parameters in order.attempts(kwargs):
            try:
                made = await super().connect(conninfo, **parameters)
            except (ConnectionTimeout, asyncio.CancelledError) as error:
                order.kept_silent(server)
                if isinstance(error, asyncio.CancelledError):
                    raise
                errors.append((server, error))
            except OperationalError as error:
                order.answered(server, connected=False)
                errors.append((server, error))
            else:
                order.answered(server, connected=True)
                made.remember(server, parameters)
                return made
        raise _none_left(errors)

    async def wait(self, *args: Any, **kwargs: Any) -> Any:
        """Waits for an answer, as psycopg does, and notes since when."""
        self.waits_since = time.monotonic()
        try:
            return await super().wait(*args, **kwargs)
        finally:
            self.waits_since = None


def is_useless(connection: Any) -> bool:
    """Whether a connection is of no more use: its server no longer answers, or has become read-only
    or a standby while the address asks for one that takes writes. PostgreSQL reports either with
    its next answer, so this asks nobody."""
    if connection.closed or getattr(connection, "is_abandoned", False):
        return True
    if not getattr(connection, "must_write", False):
        return False
    told = connection.info.parameter_status
    return "on" in (told("in_hot_standby"), told("default_transaction_read_only"))


def is_lost(connection: Any, error: psycopg.Error) -> bool:
    """Whether a connection has to be replaced after this error, and what failed on it may be done
    on another one."""
    return is_useless(connection) or (
        getattr(connection, "must_write", False) and error.sqlstate == READ_ONLY
    )


READ_ONLY = "25006"
"""The SQLSTATE of a write on a server that is read-only."""


def check(connection: Connection) -> None:
    """Finds out whether a pooled connection still works. Raises OperationalError.

    Its server is asked only if something has come on the connection meanwhile: PostgreSQL says when
    it ends one, and a process that is killed closes it. Where the server must take writes it is
    always asked, because it may have become a standby.

    One that is of no use is closed, and the pool's other idle connections are replaced, too: mostly
    they were lost together, and the pool itself would find that out one by one, with growing
    pauses.
    """
    try:
        if not is_useless(connection) and (connection.must_write or _something_came(connection)):
            connection.execute("")
        if is_useless(connection):
            raise OperationalError("the server takes no writes")
    except psycopg.Error:
        connection.close()
        pool: Any = connection._pool  # noqa: SLF001 psycopg_pool tells its checks in no other way
        if pool is not None:
            pool.drain()
        raise


def _something_came(connection: Connection) -> bool:
    """Whether there is anything to read on a connection that awaits no answer."""
    line = select.poll()
    line.register(connection.fileno(), select.POLLIN)
    return bool(line.poll(0))


async def drop_useless(connection: AsyncConnection) -> None:
    """As :func:`check`, for the event loop, and without asking the server: a choice costs two round
    trips, and whoever uses the connection notices at the first one that it is broken."""
    if is_useless(connection):
        await connection.close()
        pool: Any = connection._pool  # noqa: SLF001 as in check
        if pool is not None:
            await pool.drain()
        raise OperationalError("the connection is of no more use")

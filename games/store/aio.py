"""Transactions on games by a pool of the event loop: for commands that come over a socket.

No thread is needed, and two round trips to PostgreSQL: one locks and reads, one writes and commits.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

import msgspec
from django.db import connection
from django.utils import timezone
from psycopg import Error
from psycopg.types.json import set_json_loads
from psycopg_pool import AsyncConnectionPool

from accounts.standing import Login
from database.postgresql.connections import (
    AsyncConnection,
    CommitInDoubt,
    drop_useless,
    is_lost,
)
from database.postgresql.guard import guard
from games.play.changes import before
from games.play.game_transaction import GameTransaction, Need
from games.store.transaction import PendingCommit, Reading, finish
from transport.refusals import Refused, fault_of
from transport.sending import send_frames

logger = logging.getLogger(__name__)

Done = TypeVar("Done")

CONNECTIONS = 8
"""For each web process: commands wait for one another only if they are for the same game."""


async def run_game(
    game_id: int, login: Login, act: Callable[[GameTransaction], None], needs: Sequence[Need] = ()
) -> None:
    """Does ``act`` in a run of the game, in which ``login`` acts. Raises Refused ``not-found``, and
    whatever ``act`` does; then nothing is changed. Raises an error of psycopg if it is not known
    whether the run is stored."""
    guard.refuse_while_commits_hang()
    reading = Reading([game_id], login, needs)
    async with _lent(partial(_read, reading)) as (database, run):
        stored = before(run)
        act(run)
        pending = finish(run, stored)
        await _store(database, pending)
    await _send(pending)


async def answers() -> None:
    """Checks that a command could begin: borrows a connection from the pool and asks the database
    for an answer. Raises what a command would."""
    guard.refuse_while_commits_hang()
    async with _lent(_ask):
        pass


@asynccontextmanager
async def _lent(
    first: Callable[[AsyncConnection], Awaitable[Done]],
) -> AsyncIterator[tuple[AsyncConnection, Done]]:
    """Calls ``first`` with a connection that works, and lends that connection, with the result."""
    pool = await _pool()
    for others in reversed(range(CONNECTIONS + 1)):
        async with pool.connection() as database:
            try:
                done = await first(database)
            except Error as error:
                # The connection broke while idle, as all do when PostgreSQL restarts, or its server
                # takes no writes any more. Nothing was done yet, and the pool has others.
                if is_lost(database, error) and others:
                    await database.close()
                    continue
                raise
            yield database, done
            return


async def _ask(database: AsyncConnection) -> None:
    await database.execute("SELECT")


async def _read(reading: Reading, database: AsyncConnection) -> GameTransaction:
    async with database.pipeline():
        await database.execute("BEGIN")
        sent = [
            await database.execute(sql.encode(), values) for sql, values in reading.statements()
        ]
    # From here on PostgreSQL counts the idle time of the transaction.
    runs = reading.runs([await cursor.fetchall() for cursor in sent], timezone.now())
    if not runs:
        raise Refused("not-found", "There is no such game.")
    return runs[0]


async def _store(database: AsyncConnection, pending: PendingCommit) -> None:
    async with database.pipeline():
        if pending.statement is not None:
            sql, values = pending.statement
            await database.execute(sql.encode(), values)
        await database.execute("COMMIT")
    if database.take_doubt():
        raise CommitInDoubt("the commit may be lost with the primary")


async def _send(pending: PendingCommit) -> None:
    """Sends the run's messages. If that fails nothing else is lost: pages notice the gap and
    ask."""
    try:
        await send_frames(pending.frames())
    except Exception as error:  # noqa: BLE001 what was chosen is stored
        logger.warning("a push failed: %s", fault_of(error))


_pools: WeakKeyDictionary[asyncio.AbstractEventLoop, AsyncConnectionPool[Any]] = WeakKeyDictionary()

OF_DJANGO = {"context", "cursor_factory", "prepare_threshold"}
"""What Django passes to psycopg that is not about how to connect."""


def connection_parameters() -> dict[str, Any]:
    """How Django connects to PostgreSQL, in libpq's terms, with everything that DATABASE_URL
    sets."""
    parameters = connection.get_connection_params()
    return {name: value for name, value in parameters.items() if name not in OF_DJANGO}


def loop_pool_stats() -> dict[str, int]:
    """The statistics of the connection pools of this process's event loops, added up; may be
    called from any thread."""
    stats = Counter[str]()
    for pool in list(_pools.values()):
        stats.update(pool.get_stats())
    return dict(stats)


async def _pool() -> AsyncConnectionPool[Any]:
    """The connections of the running event loop."""
    loop = asyncio.get_running_loop()
    if loop not in _pools:
        # As in settings.DATABASES: an attempt to connect is given up soon, and another begins.
        _pools[loop] = AsyncConnectionPool(
            connection_class=AsyncConnection,
            kwargs={**connection_parameters(), "autocommit": True, "prepare_threshold": 1},
            configure=_configure,
            check=drop_useless,
            open=False,
            min_size=1,
            max_size=CONNECTIONS,
            timeout=5,
            reconnect_timeout=0.5,
            reconnect_failed=AsyncConnectionPool.check,
        )
        await _pools[loop].open()
    return _pools[loop]


async def _configure(database: AsyncConnection) -> None:
    set_json_loads(msgspec.json.decode, database)


async def close() -> None:
    """Closes the connections of the running event loop."""
    pool = _pools.pop(asyncio.get_running_loop(), None)
    if pool is not None:
        await pool.close()

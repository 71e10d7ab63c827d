"""A choice over a socket by the shortest way: two round trips to PostgreSQL, then one message.

It does what ``with run_game(...)`` does for a choice, with the same core in the middle: the game's
row is locked, what a run needs is read, and what it has changed is written with the commit; only
that nothing goes through a thread, the ORM or more statements than it takes. A test plays the same
games both ways and compares rows and frames. On SQLite there is only the other way.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import chain
from typing import Any
from weakref import WeakKeyDictionary

import msgspec
from django.db import connection
from django.utils import timezone
from psycopg import AsyncConnection, AsyncPipeline, OperationalError
from psycopg.types.json import set_json_loads
from psycopg_pool import AsyncConnectionPool

from games.core.authority import Player, Suspended
from games.core.changes import GAME_COLUMNS, Changes, before, changes_since
from games.core.resolving import settle
from games.core.rows import ChoiceRow
from games.core.run import Run
from games.core.states import stored_state
from games.publishing import messages_of, what_follows
from games.services.statements import (
    READ_SEATS,
    game_row_of,
    run_of,
    statements_of,
)
from games.states import HELD_NOW
from transport.refusals import Refused, fault_of
from transport.sending import frames_of, send_frames

logger = logging.getLogger(__name__)

CONNECTIONS = 8
"""For each web process: choices wait for one another only where they are for the same game."""

LOCK_GAME = f"""
SELECT g.id, g.public_id, g.variant, g.settings,
       {", ".join(f"g.{name}" for name in GAME_COLUMNS)}
FROM games_game g WHERE g.id = %s FOR UPDATE
"""  # noqa: S608 - names of our own columns

READ_CHOOSER = """
SELECT u.password, u.is_active, a.expire_date, s.created_at, s.until, s.reason
FROM accounts_user u
LEFT JOIN accounts_session a ON a.user_id = u.id AND a.session_key = %(session)s
LEFT JOIN accounts_suspension s ON s.user_id = u.id AND s.lifted_at IS NULL AND s.until > %(now)s
WHERE u.id = %(user)s ORDER BY s.until DESC
"""
"""What the chooser is now: a statement of its own after the one that waits for the lock, which
would see all tables but the game as they were when it began to wait. ``now`` is from before that;
what holds after it is decided when it has been read (:func:`_actor`)."""


@dataclass(frozen=True, slots=True)
class Chooser:
    """Whose socket it is, as was found when it was opened: a member and the session. With
    another password the session has ended."""

    user_id: int
    password: str
    session_key: str


Choosing = Callable[[Run, Player], None]
"""What the chooser does in the run, where they may."""


def is_short_way() -> bool:
    """Whether the database is one for which there is this way."""
    return connection.vendor == "postgresql"


async def choose(game_id: int, chooser: Chooser, choosing: Choosing) -> None:
    """Does ``choosing`` in a run of the game. Raises Refused as ``choosing`` does."""
    pool = await _pool()
    for others in reversed(range(CONNECTIONS + 1)):
        run = None
        async with pool.connection() as database:
            try:
                async with database.pipeline() as pipeline:
                    run, actor = await _begin(database, pipeline, game_id, chooser)
                    stored = before(run)
                    choosing(run, actor)
                    settle(run)
                    await _write(database, run, changes_since(stored, run), stored.choices)
            except OperationalError:
                # It broke while nobody used it, as all do when PostgreSQL restarts. Nothing was
                # done yet, and the pool has others.
                if run is None and database.broken and others:
                    continue
                raise
        await _publish(run)
        return


async def _begin(
    database: AsyncConnection[Any], pipeline: AsyncPipeline, game_id: int, chooser: Chooser
) -> tuple[Run, Player]:
    """Locks the game and reads a run of it, and who the chooser is now."""
    asked = {"user": chooser.user_id, "session": chooser.session_key, "now": timezone.now()}
    await database.execute("BEGIN")
    locked = await database.execute(LOCK_GAME, (game_id,))
    acting = await database.execute(READ_CHOOSER, asked)
    sitting = await database.execute(READ_SEATS, ([game_id],))
    holding = await database.execute(HELD_NOW, (game_id,))
    # Only after this does PostgreSQL count the time in which nothing is done with the lock.
    await pipeline.sync()
    game, seats = await locked.fetchone(), await sitting.fetchall()
    if game is None:
        raise Refused("not-found", "There is no such game.")
    held = stored_state((number, state) for _, number, state in await holding.fetchall())
    run = run_of(
        game_row_of(game, held),
        [row for _, *row in seats],
        timezone.now(),  # read now: what came before was waiting for the lock
    )
    return run, _actor(await acting.fetchall(), chooser, run.now)


def _actor(found: Sequence[Any], chooser: Chooser, now: datetime) -> Player:
    """Who chooses, by the rows of :data:`READ_CHOOSER`; a visitor where their session has ended.
    ``now``: when the game was locked."""
    if not found:
        return Player(user_id=None)
    password, is_active, logged_in_until, *_ = found[0]
    is_logged_in = is_active and logged_in_until is not None and logged_in_until > now
    if not is_logged_in or password != chooser.password:
        return Player(user_id=None)
    suspensions = (row[3:] for row in found if row[3] is not None)
    held = (each for each in suspensions if each[0] <= now < each[1])
    _since, until, reason = next(held, (None, None, ""))
    return Player(chooser.user_id, None if until is None else Suspended(until, reason))


async def _write(
    database: AsyncConnection[Any], run: Run, changes: Changes, stored: dict[int, ChoiceRow]
) -> None:
    """Sends all that is to be written as one statement, and commits."""
    statements = [*statements_of(run, changes, stored), *what_follows(run)]
    if statements:
        *others, last = (sql for sql, _ in statements)  # no two of them change the same row
        parts = ", ".join(f"part_{number} AS ({sql})" for number, sql in enumerate(others))
        whole = f"WITH {parts} {last}" if parts else last
        await database.execute(whole.encode(), list(chain(*(values for _, values in statements))))
    await database.execute("COMMIT")


async def _publish(run: Run) -> None:
    """A failure to send costs nothing else: pages notice the gap and ask."""
    try:
        await send_frames(frames_of(messages_of(run)))
    except Exception as error:  # noqa: BLE001 what was chosen is stored
        logger.warning("a push failed: %s", fault_of(error))


_pools: WeakKeyDictionary[asyncio.AbstractEventLoop, AsyncConnectionPool[Any]] = WeakKeyDictionary()

OF_DJANGO = {"context", "cursor_factory", "prepare_threshold"}
"""What Django tells psycopg besides how to connect."""


def connection_parameters() -> dict[str, Any]:
    """How Django connects to PostgreSQL, as libpq names it: with all that DATABASE_URL asks for."""
    parameters = connection.get_connection_params()
    return {name: value for name, value in parameters.items() if name not in OF_DJANGO}


async def _pool() -> AsyncConnectionPool[Any]:
    """The running loop's connections."""
    loop = asyncio.get_running_loop()
    if loop not in _pools:
        # As in settings.DATABASES: an attempt to connect is given up soon, and another begins.
        _pools[loop] = AsyncConnectionPool(
            kwargs={**connection_parameters(), "autocommit": True, "prepare_threshold": 1},
            configure=_configure,
            open=False,
            min_size=1,
            max_size=CONNECTIONS,
            timeout=5,
            reconnect_timeout=0.5,
            reconnect_failed=AsyncConnectionPool.check,
        )
        await _pools[loop].open()
    return _pools[loop]


async def _configure(database: AsyncConnection[Any]) -> None:
    set_json_loads(msgspec.json.decode, database)


async def close() -> None:
    """Closes the running loop's connections."""
    pool = _pools.pop(asyncio.get_running_loop(), None)
    if pool is not None:
        await pool.close()

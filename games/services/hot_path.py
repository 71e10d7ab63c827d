"""A fast path for choices that come over a socket: two round trips to PostgreSQL, then one message.

It does what ``with run_game(...)`` does for a choice, with the same core: it locks the game's row,
reads what a run needs, and writes the changes together with the commit. But it uses no thread, no
ORM, and no more statements than needed. A test plays the same games both ways and compares rows and
messages. On SQLite there is only ``run_game``.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
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

from accounts.standing import READ_STANDING, Standing, standing_in
from games.play.authority import Player, Suspended
from games.play.changes import GAME_COLUMNS, Changes, before, changes_since
from games.play.resolving import settle
from games.play.rows import ChoiceRow
from games.play.run import Run
from games.play.states import stored_state
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
"""For each web process: choices wait for one another only if they are for the same game."""

LOCK_GAME = f"""
SELECT id, public_id, variant, settings, {", ".join(GAME_COLUMNS)}
FROM games_game WHERE id = %s FOR UPDATE
"""  # noqa: S608 - names of our own columns
"""While it waits for the lock, it keeps the view of the database that it began with. So it reads
only the locked row; later statements read the rest and see what was stored meanwhile."""


@dataclass(frozen=True, slots=True)
class Chooser:
    """The member and the session of a socket, as found when it was opened. If the password has
    changed since, the session has ended."""

    user_id: int
    password: str
    session_key: str
    hidden_before: datetime | None = None
    """What was sealed before this time is not shown to this session."""


Choosing = Callable[[Run, Player], None]
"""What the chooser does in the run, if they may."""


def is_short_way() -> bool:
    """Whether the database is PostgreSQL, which this path needs."""
    return connection.vendor == "postgresql"


async def choose(game_id: int, chooser: Chooser, choosing: Choosing) -> None:
    """Does ``choosing`` in a run of the game. Raises Refused as ``choosing`` does."""
    pool = await _pool()
    for others in reversed(range(CONNECTIONS + 1)):
        run = None
        async with pool.connection() as database:
            try:
                async with database.pipeline() as pipeline:
                    run, player = await _begin(database, pipeline, game_id, chooser)
                    stored = before(run)
                    choosing(run, player)
                    settle(run)
                    await _write(database, run, changes_since(stored, run), stored.choices)
            except OperationalError:
                # The connection broke while idle, as all do when PostgreSQL restarts. Nothing was
                # done yet, and the pool has others.
                if run is None and database.broken and others:
                    continue
                raise
        await _publish(run)
        return


async def _begin(
    database: AsyncConnection[Any], pipeline: AsyncPipeline, game_id: int, chooser: Chooser
) -> tuple[Run, Player]:
    """Locks the game, then reads a run of it, and what the chooser may do by then."""
    of_chooser = {"user": chooser.user_id, "session": chooser.session_key}
    await database.execute("BEGIN")
    locked = await database.execute(LOCK_GAME, (game_id,))
    standing = await database.execute(READ_STANDING, of_chooser)
    sitting = await database.execute(READ_SEATS, ([game_id],))
    holding = await database.execute(HELD_NOW, (game_id,))
    # PostgreSQL starts to count the idle time of this transaction only after this.
    await pipeline.sync()
    game, member = await locked.fetchone(), await standing.fetchall()
    seats = await sitting.fetchall()
    if game is None:
        raise Refused("not-found", "There is no such game.")
    held = stored_state((number, state) for _, number, state in await holding.fetchall())
    now = timezone.now()  # read now: what came before was waiting for the lock
    run = run_of(game_row_of(game, held), [row for _, *row in seats], now)
    return run, _player(standing_in(member, chooser.password, now), chooser)


def _player(standing: Standing | None, chooser: Chooser) -> Player:
    """The chooser as an actor; a visitor if their session has ended."""
    if standing is None:
        return Player(user_id=None)
    held = standing.suspension
    suspended = None if held is None else Suspended(held.until, held.reason)
    return Player(chooser.user_id, suspended, hidden_before=chooser.hidden_before)


async def _write(
    database: AsyncConnection[Any], run: Run, changes: Changes, stored: dict[int, ChoiceRow]
) -> None:
    """Sends everything to be written as one statement, and commits."""
    statements = [*statements_of(run, changes, stored), *what_follows(run)]
    if statements:
        *others, last = (sql for sql, _ in statements)  # no two change the same row
        parts = ", ".join(f"part_{number} AS ({sql})" for number, sql in enumerate(others))
        whole = f"WITH {parts} {last}" if parts else last
        await database.execute(whole.encode(), list(chain(*(values for _, values in statements))))
    await database.execute("COMMIT")


async def _publish(run: Run) -> None:
    """Sends the run's messages. If that fails nothing else is lost: pages notice the gap and
    ask."""
    try:
        await send_frames(frames_of(messages_of(run)))
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


async def _pool() -> AsyncConnectionPool[Any]:
    """The connections of the running event loop."""
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
    """Closes the connections of the running event loop."""
    pool = _pools.pop(asyncio.get_running_loop(), None)
    if pool is not None:
        await pool.close()

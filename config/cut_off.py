"""Notices when the database answers other web processes but not this one, and sends everybody to
them.

Such a process looks alive: its sockets stay open and pushes reach them, but choices get no answer,
while the others go on and turns end. Its pages must leave it before they miss turns. If the
database answers nobody, all stay where they are: clocks wait for them, and no other process could
do more.
"""

from __future__ import annotations

import asyncio
import functools
import logging
import os
import socket
import time
from collections.abc import Callable
from contextlib import suppress

from django.conf import settings
from psycopg import Error, OperationalError

from database.postgresql.connections import AsyncConnection, is_useless
from games.store.aio import connection_parameters
from transport.refusals import fault_of
from transport.store import RedisUnavailable, loop_store

EVERY = 1.0
"""How often the database is asked, in seconds."""

PATIENCE = 1.0
"""How long the database may take to answer, in seconds."""

BEHIND = 2.0
"""A process is cut off if its last answer is this many seconds older than another's."""

REMEMBERED = 60
"""How many seconds the time of the newest answer is kept."""

logger = logging.getLogger(__name__)


class Lookout:
    """Asks the database for its time again and again, and tells the other web processes, through
    Redis, the time of each answer. All times are those of the database's clock."""

    def __init__(self) -> None:
        self.is_cut_off = False
        self.answered: float | None = None
        self.database: AsyncConnection | None = None
        self.key = f"{settings.REDIS_PREFIX}:database-answered"

    async def look_for_ever(self, send_away: Callable[[], None]) -> None:
        """Calls ``send_away`` whenever this process becomes cut off."""
        while True:
            began, was_cut_off = time.monotonic(), self.is_cut_off
            try:
                await self.look()
                if self.is_cut_off and not was_cut_off:
                    logger.error("only this web process gets no answer from the database")
                    send_away()
                elif was_cut_off and not self.is_cut_off:
                    logger.error("the database answers this web process again")
            except Exception as error:  # noqa: BLE001 the next look may succeed
                logger.error("checking the database failed: %s", fault_of(error))
            await asyncio.sleep(began + EVERY - time.monotonic())

    async def look(self) -> None:
        """Asks once, and decides whether this process is cut off. Without Redis it cannot tell, and
        nothing changes."""
        answered = await self._ask()
        store = loop_store()
        with suppress(RedisUnavailable):
            if answered is not None:
                self.answered, self.is_cut_off = answered, False
                note = functools.partial(store.client.set, self.key, answered, ex=REMEMBERED)
                await store.ask(note)
                return
            newest = await store.ask(functools.partial(store.client.get, self.key))
            if newest is None:
                return
            if self.answered is None:  # no answer since the process started
                self.answered = float(newest)
            self.is_cut_off |= float(newest) - self.answered >= BEHIND

    async def _ask(self) -> float | None:
        asking = asyncio.ensure_future(self._time_of_database())
        await asyncio.wait({asking}, timeout=PATIENCE)
        if not asking.done():
            if self.database is None:  # still connecting
                asking.cancel()
            else:
                _hang_up(self.database)
            await asyncio.wait({asking})
        if not asking.cancelled() and asking.exception() is None:
            return asking.result()
        self.database = None
        return None

    async def _time_of_database(self) -> float:
        if self.database is None:
            parameters = {**connection_parameters(), "autocommit": True}
            self.database = await AsyncConnection.connect(**parameters)
        cursor = await self.database.execute("SELECT extract(epoch FROM clock_timestamp())")
        row = await cursor.fetchone()
        assert row
        if is_useless(self.database):
            await self.database.close()
            raise OperationalError("the server takes no writes any more")
        return float(row[0])


def _hang_up(database: AsyncConnection) -> None:
    """Closes a connection from this side, whether or not the other side answers. Cancelling its
    query would need another connection, which might not get an answer either."""
    with suppress(Error, OSError), socket.socket(fileno=os.dup(database.fileno())) as line:
        line.shutdown(socket.SHUT_RDWR)

"""Runs of many games in one transaction, for what is due at the same time.

This does what :func:`games.services.running.run_game` does for one game, with the same core. On
PostgreSQL it takes three round trips, however many games there are, to lock and read their rows and
to write all changes. If a game fails, or the database refuses what was written, the batch is rolled
back and each game gets a transaction of its own, so that one does not stall the others. On SQLite
each game always has its own.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import msgspec
from django.db import DatabaseError, connection, transaction
from django.db.models import QuerySet
from django.utils import timezone
from psycopg import Connection, Cursor
from psycopg.adapt import Buffer, Loader

from games.models import Game
from games.play.changes import GAME_COLUMNS, before, changes_since
from games.play.resolving import settle
from games.play.run import Run
from games.publishing import Statement, messages_of, what_follows
from games.services.running import run_game_if_free
from games.services.statements import (
    READ_SEATS,
    game_row_of,
    run_of,
    statements_of,
)
from games.states import HELD_BY_GAMES, held_states
from scheduler.rows import claimed
from scheduler.transient import is_transient
from transport.messages import Event
from transport.sending import send_on_commit

Act = Callable[[Run], bool]
"""What is done in each run; returns whether there was anything to do. It must check that itself:
somebody else may have handled the game since it was found to be due."""


@dataclass
class Ran:
    """The games in which something was done, and those that failed, each with its error."""

    done: set[int] = field(default_factory=set)
    failed: dict[int, Exception] = field(default_factory=dict)


def run_games(games: QuerySet[Game], act: Act, *, most: int) -> Ran:
    """Claims the first ``most`` of these games, skipping those that somebody else has locked, and
    does ``act`` in a run of each."""
    if connection.vendor != "postgresql":
        return _one_by_one(list(games.values_list("pk", flat=True)[:most]), act)
    ran, claims = Ran(), list[int]()
    try:
        with transaction.atomic():
            claims += claimed(games, most).values_list("pk", flat=True)
            if claims:
                _run_together(claims, act, ran)
    except Exception as error:
        if not claims:
            raise
        if isinstance(error, DatabaseError) and is_transient(error):
            return Ran(failed=dict.fromkeys(claims, error))
        return _one_by_one(claims, act)
    return ran


def _one_by_one(game_ids: Sequence[int], act: Act) -> Ran:
    ran = Ran()
    for game_id in game_ids:
        try:
            with run_game_if_free(game_id) as run:
                did = run is not None and act(run)
        except Exception as error:  # noqa: BLE001 one failure must not stall the others
            ran.failed[game_id] = error
        else:
            if did:
                ran.done.add(game_id)
    return ran


def _run_together(game_ids: list[int], act: Act, ran: Ran) -> None:
    """Runs these games, which this transaction has locked."""
    statements: list[Statement] = []
    messages: list[tuple[str, Event]] = []
    with connection.wrap_database_errors, _plain_connection() as database:
        for run in _read(database, game_ids):
            stored = before(run)
            if act(run):
                ran.done.add(run.game.id)
            settle(run)
            changes = changes_since(stored, run)
            statements += statements_of(run, changes, stored.choices)
            statements += what_follows(run)
            messages += messages_of(run)
        with database.pipeline():
            for sql, values in statements:
                Cursor(database).execute(sql.encode(), values)
    send_on_commit(*messages)


READ_GAMES = f"""
SELECT id, public_id, variant, settings, {", ".join(GAME_COLUMNS)}
FROM games_game WHERE id = ANY(%s)
"""  # noqa: S608 - names of our own columns


def _read(database: Connection[Any], game_ids: list[int]) -> Iterator[Run]:
    """A run of each of these games, in their order."""
    with database.pipeline():
        found = _reading(database).execute(READ_GAMES.encode(), (game_ids,))
        sitting = _reading(database).execute(READ_SEATS.encode(), (game_ids,))
        holding = _reading(database).execute(HELD_BY_GAMES.encode(), (game_ids,))
        games = {row[0]: row for row in found.fetchall()}
        seats = defaultdict(list)
        for game_id, *row in sitting.fetchall():
            seats[game_id].append(row)
        held = held_states(holding.fetchall())
    for game_id in game_ids:
        yield run_of(
            game_row_of(games[game_id], held[game_id]),
            seats[game_id],
            timezone.now(),
        )


class _Json(Loader):
    """Reads JSON values; Django's own connections leave them as text."""

    def load(self, data: Buffer) -> Any:
        """The value."""
        return msgspec.json.decode(data)


def _reading(database: Connection[Any]) -> Cursor[Any]:
    cursor = Cursor(database)
    cursor.adapters.register_loader("jsonb", _Json)
    return cursor


@contextmanager
def _plain_connection() -> Iterator[Connection[Any]]:
    """Django's own connection as a psycopg connection, with prepared statements while it is in
    use."""
    connection.ensure_connection()
    database: Connection[Any] = connection.connection
    threshold, database.prepare_threshold = database.prepare_threshold, 1
    try:
        yield database
    finally:
        database.prepare_threshold = threshold

"""Transactions on games by Django's own connection: for requests, workers and the admin.

To change a game, use ``with run_game(...) as run``. If the block ends without an error, complete
steps are resolved, and rows and events are written, all in one transaction; messages are sent as
soon as it has committed. A block that raises changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import msgspec
from django.db import DatabaseError, transaction
from django.db.models import QuerySet
from django.utils import timezone
from psycopg import Connection, Cursor
from psycopg.adapt import Buffer, Loader

from accounts.standing import Login
from database.queries import plain_connection
from games.models import Game
from games.play.changes import before
from games.play.game_transaction import GameTransaction, Need
from games.store.transaction import PendingCommit, Reading, finish
from scheduler.rows import claimed
from transport.faults import is_deadlock, is_transient
from transport.refusals import Refused
from transport.sending import send_frames_on_commit

Act = Callable[[GameTransaction], bool]
"""What is done in each run; returns whether there was anything to do. It must check that itself:
somebody else may have handled the game since it was found to be due."""


@contextmanager
def run_game(
    game_id: int, login: Login | None = None, needs: Sequence[Need] = ()
) -> Iterator[GameTransaction]:
    """A run of the game with this key. Its row stays locked until the run has been stored.
    ``login``: whoever acts in it.

    Raises Refused ``not-found``.
    """
    with transaction.atomic():
        runs = _read(Reading([game_id], login, needs))
        if not runs:
            raise Refused("not-found", "There is no such game.")
        run, stored = runs[0], before(runs[0])
        yield run
        _store([finish(run, stored)])


@contextmanager
def run_game_if_free(game_id: int, needs: Sequence[Need] = ()) -> Iterator[GameTransaction | None]:
    """As :func:`run_game`, but None at once if the game is gone or somebody else has it locked."""
    with transaction.atomic():
        runs = _read(Reading([game_id], needs=needs, if_free=True))
        if not runs:
            yield None
            return
        run, stored = runs[0], before(runs[0])
        yield run
        _store([finish(run, stored)])


def start_run(game: Game) -> None:
    """The first run of a game that has just been made: some games begin with a complete step, or
    are over at once. The caller holds the transaction."""
    with run_game(game.pk) as run:
        run.begins = True
    game.refresh_from_db()


@dataclass
class Ran:
    """The games in which something was done, and those that failed, each with its error."""

    done: set[int] = field(default_factory=set)
    failed: dict[int, Exception] = field(default_factory=dict)


def run_games(games: QuerySet[Game], act: Act, *, most: int, needs: Sequence[Need] = ()) -> Ran:
    """Claims the first ``most`` of these games, skipping those that somebody else has locked, and
    does ``act`` in a run of each, all in one transaction.

    If a game fails, or the database refuses what was written, the transaction is rolled back and
    each game gets one of its own, so that one does not stall the others. So it does after a
    deadlock: games that end for the same members at the same time write what is noted of them, each
    in order, but two batches do not.
    """
    ran, claims = Ran(), list[int]()
    try:
        with transaction.atomic():
            claims += claimed(games, most).values_list("pk", flat=True)
            if claims:
                _run_together(Reading(claims, needs=needs), act, ran)
    except Exception as error:
        if not claims:
            raise
        if isinstance(error, DatabaseError) and is_transient(error) and not is_deadlock(error):
            return Ran(failed=dict.fromkeys(claims, error))
        return _one_by_one(claims, act, needs)
    return ran


def _run_together(reading: Reading, act: Act, ran: Ran) -> None:
    pending = []
    for run in _read(reading):
        stored = before(run)
        if act(run):
            ran.done.add(run.game.id)
        pending.append(finish(run, stored))
    _store(pending)


def _one_by_one(game_ids: Sequence[int], act: Act, needs: Sequence[Need] = ()) -> Ran:
    ran = Ran()
    for game_id in game_ids:
        try:
            with run_game_if_free(game_id, needs) as run:
                did = run is not None and act(run)
        except Exception as error:  # noqa: BLE001 one failure must not stall the others
            ran.failed[game_id] = error
        else:
            if did:
                ran.done.add(game_id)
    return ran


def _read(reading: Reading) -> list[GameTransaction]:
    with plain_connection() as database, database.pipeline():
        sent = [
            _cursor(database).execute(sql.encode(), values) for sql, values in reading.statements()
        ]
        rows = [cursor.fetchall() for cursor in sent]
    return reading.runs(rows, timezone.now())


def _store(pending: Sequence[PendingCommit]) -> None:
    with plain_connection() as database, database.pipeline():
        for each in pending:
            if each.statement is not None:
                sql, values = each.statement
                Cursor(database).execute(sql.encode(), values)
    send_frames_on_commit(lambda: [frame for each in pending for frame in each.frames()])


class _Json(Loader):
    """Reads JSON values; Django's own connections leave them as text."""

    def load(self, data: Buffer) -> Any:
        """The value."""
        return msgspec.json.decode(data)


def _cursor(database: Connection[Any]) -> Cursor[Any]:
    cursor = Cursor(database)
    cursor.adapters.register_loader("jsonb", _Json)
    return cursor

"""What is sent to the database for a transaction on games, and what comes back.

1. Lock the games; in the same pipeline read who acts, what some commands need in addition, and the
   games themselves. All of that is read once the locks are held.
2. Whoever opened the transaction changes the runs.
3. Resolve what is complete, ask subscribers, write all changes, commit, and send the messages.

The drivers, :mod:`games.store.sync` and :mod:`games.store.aio`, only execute the statements.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils import timezone

from accounts.sockets import sockets_of
from accounts.standing import READ_STANDING, Login, standing_in, standing_values
from games.play.changes import Before, changes_since
from games.play.game_transaction import GameTransaction, Need
from games.play.settle import settle
from games.store.lookups import LOOKUPS
from games.store.rows import Row, actor_of, by_game, run_of
from games.store.statements import (
    LOCK_FREE_GAMES,
    LOCK_GAMES,
    READ_SEATS,
    Statement,
    as_one,
    statements_of,
)
from games.store.subscribers import Message, ask_subscribers
from transport.sending import Frames, frames_of


@dataclass(frozen=True, slots=True)
class Reading:
    """What is read at the beginning of a transaction.

    ``login``: whoever acts; None: the server does. ``if_free``: games that somebody else has locked
    are left out.
    """

    game_ids: Sequence[int]
    login: Login | None = None
    needs: Sequence[Need] = ()
    if_free: bool = False

    def statements(self) -> list[Statement]:
        """The statements, to be executed in this order."""
        games = f"{{{','.join(map(str, self.game_ids))}}}"  # psycopg takes longer for a list
        user_id = 0 if self.login is None else self.login.user_id
        lock = LOCK_FREE_GAMES if self.if_free else LOCK_GAMES
        found: list[Statement] = [(lock, (games,))]
        if self.login is not None:
            found.append((READ_STANDING, standing_values(self.login)))
        found += [
            (each.sql, {"games": games, **each.values(user_id)})
            for each in map(LOOKUPS.__getitem__, self.needs)
        ]
        return [*found, (READ_SEATS, (games,))]

    def runs(self, results: Sequence[Sequence[Row]], now: datetime) -> list[GameTransaction]:
        """A run of each game that was found, in the order of ``game_ids``, from the rows of each
        statement. ``now``: read once they are there."""
        rows = iter(results)
        games = {row[0]: row for row in next(rows)}
        actor = None
        if self.login is not None:
            actor = actor_of(self.login, standing_in(next(rows), self.login, now))
        looked_up = [(each, by_game(next(rows))) for each in map(LOOKUPS.__getitem__, self.needs)]
        seats = by_game(next(rows))
        runs = []
        for game_id in self.game_ids:
            if game_id not in games:
                continue
            run = run_of(games[game_id], seats[game_id], now)
            run.actor = actor
            for lookup, found in looked_up:
                lookup.use(run, found.get(game_id, []))
            runs.append(run)
        return runs


@dataclass(frozen=True, slots=True)
class PendingCommit:
    """What a run leaves to do: a statement to execute (None if nothing has changed), messages to
    send after the commit, and members whose open pages then read again what they may see
    (``recheck``)."""

    statement: tuple[str, list[Any]] | None
    messages: list[Message]
    recheck: set[int]

    def frames(self) -> Frames:
        """The messages as they are sent, stamped with the time."""
        now = timezone.now()
        for _, message in self.messages:
            message.now = now
        return frames_of(self.messages) + [(sockets_of(user), "") for user in self.recheck]


def finish(run: GameTransaction, stored: Before) -> PendingCommit:
    """Resolves what is complete in the run and asks the subscribers. ``stored``: what it began
    with (:func:`games.play.changes.before`)."""
    settle(run)
    changes = changes_since(stored, run)
    further, messages = ask_subscribers(run)
    statements = [*statements_of(run, changes, stored.choices), *further]
    whole = as_one(statements) if statements else None
    return PendingCommit(whole, messages, run.recheck)

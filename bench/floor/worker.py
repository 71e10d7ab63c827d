"""``python -m bench.floor.worker``: resolves turns whose time is up, and makes their bots' choices.

Several workers share the work: each locks a batch of due games that no other holds, and stores
their turns in one transaction.
"""

from __future__ import annotations

import os
import time
from collections import defaultdict
from datetime import UTC, datetime
from typing import Any

import psycopg
import redis

from bench.floor import queries
from bench.floor.choosing import store
from bench.floor.push import channel, packed
from bench.floor.turn import Position, ResolvedTurn

BATCH = 16
LONGEST_SLEEP = 0.25
"""In seconds. Not longer, because a game may start in the meantime."""


def main() -> None:
    """Resolves due turns, for ever."""
    client = redis.Redis.from_url(os.environ["REDIS_URL"])
    with queries.connect() as connection:
        while True:
            resolved = resolve_due(connection)
            publishing = client.pipeline(transaction=False)
            for game, turn in resolved:
                publishing.publish(channel(game.id), packed([turn.frame]))
            if resolved:
                publishing.execute()
            if len(resolved) < BATCH:
                time.sleep(until_next(connection))


def resolve_due(connection: psycopg.Connection[Any]) -> list[tuple[Any, ResolvedTurn]]:
    """Resolves a batch of due turns; returns them with their games when they are committed."""
    with connection.pipeline():  # one transaction; leaving the block commits it
        now = datetime.now(UTC)
        games = connection.execute(queries.LOCK_DUE, (now, BATCH)).fetchall()
        seats, held, keys = defaultdict(list), defaultdict(list), [game.id for game in games]
        if games:
            for seat in connection.execute(queries.SEATS, (keys,)):
                seats[seat.game_id].append(seat)
            for row in connection.execute(queries.HELD, (keys,)):
                held[row.game_id].append((row.number, row.state))
        resolved = []
        for game in games:
            position = Position(game, seats[game.id], held[game.id])
            position.choose_for_bots()
            turn = position.resolve("timer", datetime.now(UTC))
            for statement, values in store(game, turn):
                connection.execute(statement, values)
            resolved.append((game, turn))
    return resolved


def until_next(connection: psycopg.Connection[Any]) -> float:
    """Seconds until the next turn is due, at most :data:`LONGEST_SLEEP`."""
    row = connection.execute(queries.NEXT_DEADLINE).fetchone()
    if row is None or row.deadline is None:
        return LONGEST_SLEEP
    seconds = (row.deadline - datetime.now(UTC)).total_seconds()
    return min(max(seconds, 0), LONGEST_SLEEP)


if __name__ == "__main__":
    main()

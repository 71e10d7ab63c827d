"""The floor's SQL, for the site's own tables, and its connections.

All statements of a pipeline are one transaction, which PostgreSQL commits at the pipeline's end.
Statements that follow a row lock see everything that was committed before the lock was taken. Each
statement costs the web process about 0.1 ms, so there are as few as possible.
"""

from __future__ import annotations

import os
from typing import Any

import msgspec
import psycopg
from psycopg.rows import namedtuple_row
from psycopg.types.json import set_json_dumps, set_json_loads

_GAME = """
    id, public_id, title, variant, options, settings, status, step, started_at, finished_at,
    deadline
"""

GAME_AT = f"SELECT {_GAME} FROM games_game WHERE public_id = %s"  # noqa: S608

LOCK_DUE = f"""
    SELECT {_GAME} FROM games_game WHERE status = 'running' AND deadline <= %s
    ORDER BY deadline LIMIT %s FOR UPDATE SKIP LOCKED
"""  # noqa: S608

NEXT_DEADLINE = "SELECT min(deadline) AS deadline FROM games_game WHERE status = 'running'"

WHO = """
    SELECT session.session_data, account.password, account.is_active, account.is_bot,
        (SELECT max(until) FROM accounts_suspension
         WHERE user_id = account.id AND lifted_at IS NULL AND until > now()) AS suspended_until
    FROM accounts_session session LEFT JOIN accounts_user account ON account.id = %(user)s
    WHERE session.session_key = %(key)s AND session.expire_date > now()
"""

LOCK_GAME = f"""
    WITH who AS ({WHO})
    SELECT game.*, who.*
    FROM (SELECT {_GAME} FROM games_game WHERE id = %(game)s FOR UPDATE) game
    LEFT JOIN who ON true
"""  # noqa: S608
"""Locks and reads the game, with the columns of :data:`WHO` for the session, or nulls."""

SESSION = "SELECT session_data FROM accounts_session WHERE session_key = %s AND expire_date > now()"

SEATS = """
    SELECT seat.id, seat.game_id, seat.number, seat.user_id, seat.stone_colour, seat.mark_colour,
        seat.absences, seat.left_why, seat.rank, account.username, account.is_bot,
        seat.engine_plays, sealed.action
    FROM games_seat seat
    JOIN games_game game ON game.id = seat.game_id
    LEFT JOIN accounts_user account ON account.id = seat.user_id
    LEFT JOIN games_sealedaction sealed ON sealed.seat_id = seat.id AND sealed.step = game.step + 1
    WHERE seat.game_id = ANY(%s) ORDER BY seat.game_id, seat.number
"""

HELD = """
    SELECT step.game_id, step.number, step.state
    FROM games_game game
    JOIN games_step last ON last.game_id = game.id AND last.number = game.step
    JOIN games_step step
        ON step.game_id = game.id AND step.number BETWEEN last.whole AND last.number
    WHERE game.id = ANY(%s) ORDER BY step.game_id, step.number
"""
"""The stored parts from which each game's current state is built."""

LAST_STEP = """
    SELECT step.events, step.resolved_at, step.cause, step.leave
    FROM games_step step JOIN games_game game ON game.id = step.game_id AND game.step = step.number
    WHERE game.id = %s
"""

SEAL = """
    INSERT INTO games_sealedaction (game_id, step, seat_id, action, sealed_at)
    VALUES (%s, %s, %s, %s, %s)
    ON CONFLICT (game_id, step, seat_id)
    DO UPDATE SET action = excluded.action, sealed_at = excluded.sealed_at
"""

STORE_TURN = """
    WITH taken AS (DELETE FROM games_sealedaction WHERE game_id = %(game)s AND step = %(step)s),
    appended AS (
        INSERT INTO games_step
            (game_id, number, actions, events, turn, sealed, state, whole, cause, resolved_at)
        VALUES (%(game)s, %(step)s, %(actions)s, %(events)s, %(turn)s, %(sealed)s, %(state)s,
            %(whole)s, %(cause)s, %(resolved_at)s)
    )
    UPDATE games_game
    SET step = %(step)s, awaiting = %(awaiting)s, deadline = %(deadline)s, status = %(status)s,
        outcome = %(outcome)s, finished_at = %(finished_at)s
    WHERE id = %(game)s
"""

STORE_RANK = "UPDATE games_seat SET rank = %(rank)s WHERE id = %(seat)s"

CONNECTION: dict[str, Any] = {
    "autocommit": True,  # a pipeline is a transaction even without BEGIN and COMMIT
    "prepare_threshold": 0,
    "row_factory": namedtuple_row,
}
"""The options of all the floor's connections."""

set_json_dumps(msgspec.json.encode)
set_json_loads(msgspec.json.decode)


def address() -> str:
    """The address of the database, in the site's own variable and as libpq reads it."""
    return os.environ["DATABASE_URL"]


def connect() -> psycopg.Connection[Any]:
    """Opens a connection for a program without an event loop."""
    return psycopg.connect(address(), **CONNECTION)

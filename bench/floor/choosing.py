"""Takes a choice: two round trips to the database, one transaction, one message to Redis."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from psycopg import AsyncConnection
from psycopg.types.json import Jsonb

from bench.floor import queries
from bench.floor.sessions import Session
from bench.floor.turn import Frame, Position, ResolvedTurn, kept_frame, sealed_frame
from engines.rules import IllegalAction, Json
from games.play.states import packed


class ChoiceRefused(Exception):
    """Raised if a choice is refused; the arguments are a code and a message."""


async def choose(
    connection: AsyncConnection[Any], session: Session, game_id: int, step: int, action: Json
) -> list[Frame]:
    """Seals ``action``, and resolves the turn if that completes it. Returns the frames to push; the
    transaction has been committed by then. Raises ChoiceRefused.
    """
    async with connection.pipeline():  # one transaction; leaving the block commits it
        who = {"game": game_id, "user": session.user_id, "key": session.key}
        locked = await connection.execute(queries.LOCK_GAME, who)
        sitting = await connection.execute(queries.SEATS, ([game_id],))
        holding = await connection.execute(queries.HELD, ([game_id],))
        game, seats = await locked.fetchone(), await sitting.fetchall()
        held = [(row.number, row.state) for row in await holding.fetchall()]
        now = datetime.now(UTC)
        seat = _own_seat(session, game, seats)
        position = Position(game, seats, held)
        _refuse_late(game, step, now)
        try:
            position.engine.check(position.state, seat.number, action)
        except IllegalAction as error:
            raise ChoiceRefused(error.code, error.message) from None
        position.chosen[seat.number] = action
        frames = [kept_frame(seat.number, step, action, now)]
        if position.is_complete():
            resolved = position.resolve("complete", now)
            frames.append(resolved.frame)
            for statement, values in store(game, resolved):
                await connection.execute(statement, values)
        else:
            sealed = (game_id, step, seat.id, Jsonb(action), now)
            await connection.execute(queries.SEAL, sealed)
            frames.insert(0, sealed_frame(seat.number, step, now))
    return frames


def store(game: Any, resolved: ResolvedTurn) -> list[tuple[str, Json]]:
    """The statements that store a resolved turn, with their values."""
    turn = {
        "game": game.id,
        "step": resolved.step,
        "actions": packed(resolved.actions),
        "events": packed(resolved.line["events"]),
        "turn": resolved.line["turn"],
        "sealed": resolved.line["sealed"],
        "awaiting": Jsonb(resolved.line["awaiting"]),
        "cause": resolved.cause,
        "resolved_at": resolved.resolved_at,
        "state": resolved.state,
        "whole": resolved.whole,
        "deadline": resolved.deadline,
        "status": resolved.status,
        "outcome": None if resolved.outcome is None else Jsonb(resolved.outcome),
        "finished_at": None if resolved.outcome is None else resolved.resolved_at,
    }
    ranks = [
        (queries.STORE_RANK, {"rank": rank, "seat": seat}) for seat, rank in resolved.ranks.items()
    ]
    return [(queries.STORE_TURN, turn), *ranks]


def _own_seat(session: Session, who: Any, seats: list[Any]) -> Any:
    if session.user_id is None or not session.is_members(who):
        raise ChoiceRefused("login-needed", "Log in to play.")
    seat = next((seat for seat in seats if seat.user_id == session.user_id), None)
    if seat is None or seat.left_why:
        raise ChoiceRefused("not-your-seat", "You do not play in this game.")
    if who.suspended_until is not None:
        raise ChoiceRefused("suspended", "You are suspended and can only watch.")
    return seat


def _refuse_late(game: Any, step: int, now: datetime) -> None:
    if game.status != "running":
        raise ChoiceRefused("not-running", "This game is not running.")
    if step != game.step + 1:
        raise ChoiceRefused("step-over", "Another step is being chosen for.")
    if game.deadline is not None and now >= game.deadline:
        raise ChoiceRefused("late", "The time was up before your choice reached the server.")

"""The floor's web process: an ASGI application that serves game sockets and nothing else."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from functools import cache
from typing import Any

import msgspec
from psycopg import AsyncConnection
from psycopg_pool import AsyncConnectionPool

from bench.floor import queries
from bench.floor.choosing import ChoiceRefused, choose
from bench.floor.push import Listener, Push, Send
from bench.floor.sessions import Session, key_in
from bench.floor.turn import Position, encode
from engines.rules import Json


class Seal(msgspec.Struct, tag_field="type", tag="action.seal", forbid_unknown_fields=True):
    """The only command."""

    step: int
    action: Json
    id: str | int | None = None


class Floor:
    """The state that the sockets of this process share."""

    def __init__(self) -> None:
        self.push = Push()
        self.opening = asyncio.Lock()
        self.pool: AsyncConnectionPool[AsyncConnection[Any]] = AsyncConnectionPool(
            queries.address(), min_size=1, max_size=8, open=False, kwargs=queries.CONNECTION
        )

    async def connect(self) -> None:
        """Opens the pool if it is not open."""
        async with self.opening:
            if self.pool.closed:
                await self.pool.open()


@cache
def floor() -> Floor:
    """The floor of this process. Call it only inside the event loop."""
    return Floor()


async def application(scope: Any, receive: Any, send: Send) -> None:
    """Serves a socket at ``/ws/games/GAME/``."""
    if scope["type"] != "websocket":
        raise ValueError("The floor has sockets only.")
    await receive()  # websocket.connect
    await floor().connect()
    session = Session(key_in(scope["headers"]))
    async with floor().pool.connection() as connection:
        rows = await read(connection, session, scope["path"].split("/")[3])
    if rows is None:
        await send({"type": "websocket.close", "code": 4404})
        return
    game_id, seat = rows[0].game.id, rows[1]
    listener: Listener = (None if seat is None else seat.number, send)
    await send({"type": "websocket.accept"})
    try:
        await floor().push.join(game_id, listener)
        await snapshot(scope, session, send)
        await follow(receive, send, session, game_id)
    finally:
        await floor().push.leave(game_id, listener)


async def snapshot(scope: Any, session: Session, send: Send) -> None:
    """Sends the snapshot. It is read after the socket has joined, so that nothing is missed."""
    async with floor().pool.connection() as connection:
        rows = await read(connection, session, scope["path"].split("/")[3])
        assert rows is not None
        position, seat = rows
        step = await (await connection.execute(queries.LAST_STEP, (position.game.id,))).fetchone()
    text = position.snapshot(step, seat, datetime.now(UTC)).decode()
    await send({"type": "websocket.send", "text": text})


async def read(
    connection: AsyncConnection[Any], session: Session, public_id: str
) -> tuple[Position, Any] | None:
    """The game with this public id, and the row of the member's seat in it (None for others). None
    if there is no such game."""
    row = await (await connection.execute(queries.SESSION, (session.key,))).fetchone()
    session.read(row.session_data if row else "")
    async with connection.pipeline():
        found = await connection.execute(queries.GAME_AT, (public_id,))
        known = await connection.execute(queries.WHO, {"user": session.user_id, "key": session.key})
        game, who = await found.fetchone(), await known.fetchone()
        if game is None:
            return None
        seats = await (await connection.execute(queries.SEATS, ([game.id],))).fetchall()
        rows = await (await connection.execute(queries.HELD, ([game.id],))).fetchall()
    held = [(row.number, row.state) for row in rows]
    own = session.user_id if session.is_members(who) else None
    seat = next((seat for seat in seats if own is not None and seat.user_id == own), None)
    return Position(game, seats, held), seat


async def follow(receive: Any, send: Send, session: Session, game_id: int) -> None:
    """Takes choices until the socket closes."""
    while (message := await receive())["type"] == "websocket.receive":
        command_id = None
        try:
            command = msgspec.json.decode(message["text"], type=Seal)
            command_id = command.id
            async with floor().pool.connection() as connection:
                frames = await choose(connection, session, game_id, command.step, command.action)
        except msgspec.ValidationError as error:
            told: Json = {"type": "error", "code": "bad-command", "message": str(error)}
        except ChoiceRefused as refused:
            code, said = refused.args
            told = {"type": "error", "code": code, "message": said}
        else:
            await floor().push.publish(game_id, frames)
            told = {"type": "command.done"}
        text = encode({**told, "now": datetime.now(UTC), "id": command_id}).decode()
        await send({"type": "websocket.send", "text": text})

"""Rows of running games as the plain values that the rules of a run work on."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import connection
from psycopg import Cursor

from accounts.standing import Login, Standing
from database.queries import plain_connection
from games.models import FORMER_MEMBER, Game
from games.play.game_transaction import GameTransaction
from games.play.permissions import ChatBanned, Player, Suspended
from games.play.rows import ChoiceRow, GameRow, PresenceRow, SeatRow
from games.play.settings import read_settings
from games.play.states import StoredState, stored_state
from games.store.statements import GAME_FIELDS, READ_STATE_AT, READ_STATES, SEAT_FIELDS

Row = Sequence[Any]


def by_game(rows: Iterable[Row]) -> Mapping[int, list[Any]]:
    """Groups rows by their first column, the key of their game, and drops that column."""
    found: defaultdict[int, list[Any]] = defaultdict(list)
    for game_id, *row in rows:
        found[game_id].append(row)
    return found


def run_of(game: Row, seats: Sequence[Row], now: datetime) -> GameTransaction:
    """A run of a game, from its row of :data:`games.store.statements.LOCK_GAMES` and its rows of
    :data:`games.store.statements.READ_SEATS`, without the game's key."""
    values = dict(zip(GAME_FIELDS, game, strict=True))
    values["settings"] = read_settings(values["settings"])
    parts = seats[0][0]
    state = stored_state(enumerate(parts, values["step"] - len(parts) + 1))
    run = GameTransaction(GameRow(state=state, **values), [], {}, now)
    for _, action, sealed_at, planned_at, planned, kept_at, away, due_at, *columns in seats:
        seat = SeatRow(**dict(zip(SEAT_FIELDS, columns, strict=True)))
        run.seats.append(seat)
        seat.name = seat.name or FORMER_MEMBER
        if away is not None:
            seat.presence = PresenceRow(away, due_at)
        if sealed_at is not None:
            run.choices[seat.number] = ChoiceRow(action, sealed_at, planned_at)
        if planned is not None:
            run.plans[seat.number] = planned
        if kept_at is not None:
            run.plan_times[seat.number] = kept_at
    return run


def actor_of(login: Login, standing: Standing | None) -> Player:
    """The member who acts; a visitor if their session has ended."""
    if standing is None:
        return Player(user_id=None)
    suspended, banned = standing.suspension, standing.chat_ban
    return Player(
        login.user_id,
        name=standing.name,
        is_bot=standing.is_bot,
        suspended=None if suspended is None else Suspended(suspended.until, suspended.reason),
        chat_banned=None if banned is None else ChatBanned(banned.until, banned.reason),
        hidden_before=login.hidden_before,
    )


def states_of(rows: Iterable[Row]) -> dict[int, StoredState]:
    """States by game, from rows of :data:`games.store.statements.READ_STATES`."""
    return {game_id: stored_state(held) for game_id, held in by_game(rows).items()}


def state_at(game: Game, number: int) -> Any:
    """The engine's state after step ``number``, which was resolved. Costs about the same for every
    step: nothing is played again."""
    return game.engine.load(stored_state_at(game, number).dump)


def stored_state_at(game: Game, number: int) -> StoredState:
    """The stored form of :func:`state_at`."""
    with plain_connection() as database:
        rows = Cursor(database).execute(READ_STATE_AT.encode(), (number, game.pk)).fetchall()
    return states_of(rows)[game.pk]


def current_states(game_ids: Collection[int]) -> dict[int, StoredState]:
    """The stored states of these games after their last steps, by primary key."""
    if not game_ids:
        return {}
    with connection.cursor() as cursor:
        cursor.execute(READ_STATES, [list(game_ids)])
        return states_of(cursor.fetchall())

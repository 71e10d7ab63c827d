"""Rows of running games as the plain values that the rules of a run work on."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from itertools import groupby
from typing import Any

from django.db import connection

from accounts.standing import Login, Standing
from games.models import FORMER_MEMBER, Game
from games.play.changes import GAME_COLUMNS, SEAT_COLUMNS
from games.play.game_transaction import GameTransaction, begun
from games.play.permissions import ChatBanned, Player, Suspended
from games.play.rows import ChoiceRow, GameRow, PresenceRow, SeatRow
from games.play.settings import read_settings
from games.play.states import StoredState, stored_state
from games.store.statements import READ_STATE_AT, READ_STATES

Row = Sequence[Any]


def by_game(rows: Iterable[Row]) -> Mapping[int, list[Row]]:
    """Groups rows by their first column, the key of their game, and drops that column."""
    found: defaultdict[int, list[Row]] = defaultdict(list)
    for game_id, *row in rows:
        found[game_id].append(row)
    return found


def game_row_of(found: Row, state: StoredState) -> GameRow:
    """A game, from a row of :data:`games.store.statements.LOCK_GAMES`; ``state``: that of its last
    step."""
    key, public_id, variant, stored, *columns = found
    values = _by_name(GAME_COLUMNS, columns)
    settings = read_settings(stored)
    return GameRow(
        id=key, public_id=public_id, variant=variant, settings=settings, state=state, **values
    )


def seat_row_of(found: Row) -> SeatRow:
    """A seat, from its key, number, name, whether that is a bot's, colours, whether the account is
    gone, whether its player is away and when that is checked next, and the columns that change."""
    key, number, name, is_bot, stone, mark, gone, away, due_at, *columns = found
    values = _by_name(SEAT_COLUMNS, columns)
    return SeatRow(
        id=key,
        number=number,
        name=name or FORMER_MEMBER,
        is_bot=is_bot,
        stone=stone,
        mark=mark,
        gone=gone,
        presence=None if away is None else PresenceRow(away, in_utc(due_at)),
        **values,
    )


def run_of(game: GameRow, found: Iterable[Row], now: datetime) -> GameTransaction:
    """A run of a game. ``found``: its rows of :data:`games.store.statements.READ_SEATS`, without
    the game's key."""
    seats, choices, plans, plan_times = [], {}, {}, {}
    for action, sealed_at, planned_at, planned, kept_at, *columns in found:
        seat = seat_row_of(columns)
        seats.append(seat)
        if sealed_at is not None:
            choices[seat.number] = ChoiceRow(action, in_utc(sealed_at), in_utc(planned_at))
        if planned is not None:
            plans[seat.number] = planned
        if kept_at is not None:
            plan_times[seat.number] = in_utc(kept_at)
    return begun(game, seats, choices, now, plans, plan_times)


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


def states_of(rows: Iterable[tuple[int, int, Any]]) -> dict[int, StoredState]:
    """States by game, from rows of :data:`games.store.statements.READ_STATES`."""
    return {
        game_id: stored_state((number, bytes(held)) for _, number, held in of_game)
        for game_id, of_game in groupby(rows, key=lambda row: row[0])
    }


def state_at(game: Game, number: int) -> Any:
    """The engine's state after step ``number``, which was resolved. Costs about the same for every
    step: nothing is played again."""
    return game.engine.load(stored_state_at(game, number).dump)


def stored_state_at(game: Game, number: int) -> StoredState:
    """The stored form of :func:`state_at`."""
    with connection.cursor() as cursor:
        cursor.execute(READ_STATE_AT, (number, game.pk))
        return stored_state((n, bytes(held)) for _, n, held in cursor.fetchall())


def current_states(game_ids: Collection[int]) -> dict[int, StoredState]:
    """The stored states of these games after their last steps, by primary key."""
    if not game_ids:
        return {}
    with connection.cursor() as cursor:
        cursor.execute(READ_STATES, [list(game_ids)])
        return states_of(cursor.fetchall())


def _by_name(names: Sequence[str], columns: Sequence[Any]) -> dict[str, Any]:
    """Columns by name, with times in UTC. Every choice does this for some fifty values, so it calls
    no function for each."""
    return {
        name: value.astimezone(UTC) if isinstance(value, datetime) else value
        for name, value in zip(names, columns, strict=True)
    }


def in_utc(value: Any) -> Any:
    """Times converted to UTC, as in all messages; any other value unchanged."""
    return value.astimezone(UTC) if isinstance(value, datetime) else value

"""Rows of running games as the plain values that the rules of a run work on."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import msgspec
from django.db import connection
from psycopg import Cursor

from accounts.standing import Login, Standing
from database.queries import plain_connection
from engines.rules import Json
from games.models import FORMER_MEMBER, Game
from games.play.game_transaction import GameTransaction
from games.play.permissions import ChatBanned, Player, Suspended
from games.play.rows import ChoiceRow, GameRow, PresenceRow, SeatRow
from games.play.settings import read_settings
from games.play.states import StoredState, stored_state
from games.store.statements import (
    GAME_FIELDS,
    READ_SHOWN_SEATS,
    READ_STATE_AT,
    READ_STATES,
    SEAT_FIELDS,
)

Row = Sequence[Any]

LONG_AGO = datetime(1, 1, 1, tzinfo=UTC)
"""Earlier than every choice."""


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
    for _, action, sealed_at, planned_at, planned, kept_at, *columns in seats:
        seat = _seat_of(columns)
        run.seats.append(seat)
        if sealed_at is not None:
            run.choices[seat.number] = ChoiceRow(action, sealed_at, planned_at)
        if planned is not None:
            run.plans[seat.number] = planned
        if kept_at is not None:
            run.plan_times[seat.number] = kept_at
    return run


def _seat_of(columns: Row) -> SeatRow:
    away, due_at, *values = columns
    seat = SeatRow(**dict(zip(SEAT_FIELDS, values, strict=True)))
    seat.name = seat.name or FORMER_MEMBER
    if away is not None:
        seat.presence = PresenceRow(away, due_at)
    return seat


@dataclass(slots=True)
class ShownSeats:
    """What a viewer may know of the seats of a game, by number. ``chosen``: those that have chosen
    for the next step. ``own``: the viewer's own seat; ``choice``, ``plan``: what they have chosen
    there and planned."""

    seats: list[SeatRow]
    chosen: list[int] = field(default_factory=list)
    own: SeatRow | None = None
    choice: Json | None = None
    plan: list[Json] = field(default_factory=list)


def shown_seats(
    game: Game, viewer_id: int | None = None, hidden_before: datetime | None = None
) -> ShownSeats:
    """The seats for the member with this key, or for a visitor. What others chose and planned is
    not read, nor what the member did before ``hidden_before``."""
    values = {
        "game": game.pk,
        "step": game.next_step,
        "viewer": viewer_id or 0,
        "shown_from": hidden_before or LONG_AGO,
        "long_ago": LONG_AGO,
    }
    with plain_connection() as database:
        rows = Cursor(database).execute(READ_SHOWN_SEATS.encode(), values).fetchall()
    shown = ShownSeats([_seat_of(columns) for _, _, _, *columns in rows])
    for seat, (has_chosen, choice, plan, *_) in zip(shown.seats, rows, strict=True):
        if has_chosen:
            shown.chosen.append(seat.number)
        if viewer_id is not None and seat.user_id == viewer_id:
            shown.own = seat
            shown.choice = None if choice is None else msgspec.json.decode(choice)
            shown.plan = [] if plan is None else msgspec.json.decode(plan)
    return shown


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
        by_program=login.token_id is not None,
    )


def state_at(game: Game, number: int) -> Any:
    """The engine's state after step ``number``, which was resolved. Costs about the same for every
    step: nothing is played again."""
    return game.engine.load(stored_state_at(game, number).dump)


def stored_state_at(game: Game, number: int) -> StoredState:
    """The stored form of :func:`state_at`."""
    with plain_connection() as database:
        rows = Cursor(database).execute(READ_STATE_AT.encode(), (number, game.pk)).fetchall()
    return stored_state(by_game(rows)[game.pk])


def held_states(game_ids: Collection[int]) -> Mapping[int, list[tuple[int, bytes]]]:
    """What the steps of these games store of their states after their last steps, by primary key,
    for :func:`games.play.states.stored_state`. One that cannot be read fails there, by itself."""
    if not game_ids:
        return {}
    with connection.cursor() as cursor:
        cursor.execute(READ_STATES, [list(game_ids)])
        return by_game(cursor.fetchall())

"""What some commands read in addition to the game that they lock."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from accounts.services.days_off import DayOff, back_from
from accounts.standing import READ_ROLE, role_in, role_values
from games.models import FORMER_MEMBER
from games.play.game_transaction import FreeBot, GameTransaction, Need
from games.play.messages import Holder
from games.play.permissions import Player
from games.store.punctuality import READ_PLAYING, playing_in, playing_values

Row = Sequence[Any]


@dataclass(frozen=True, slots=True)
class Lookup:
    """A statement that is sent between the one that locks the games and those that read them, and
    what a run makes of its rows.

    ``sql`` may name ``%(games)s``, the keys of the games, and ``%(user)s``, whoever acts. Each row
    begins with its game's key, which ``use`` does not get.
    """

    sql: str
    use: Callable[[GameTransaction, Sequence[Row]], None]
    values: Callable[[int], dict[str, Any]] = lambda user_id: {"user": user_id}


def _use_role(run: GameTransaction, rows: Sequence[Row]) -> None:
    role = role_in(rows[0]) if rows else None
    if isinstance(run.actor, Player) and run.actor.user_id is not None and role is not None:
        run.actor = replace(
            run.actor, moderates=role.moderates, needs_second_factor=role.needs_second_factor
        )


def _use_had_seat(run: GameTransaction, rows: Sequence[Row]) -> None:
    if isinstance(run.actor, Player):
        run.actor = replace(run.actor, had_seat=bool(rows))


def _use_next_message(run: GameTransaction, rows: Sequence[Row]) -> None:
    ((run.next_message,),) = rows


def _use_holders(run: GameTransaction, rows: Sequence[Row]) -> None:
    run.past_holders = [
        Holder(seat=number, name=name or FORMER_MEMBER, bot=is_bot, since=since)
        for number, name, is_bot, since in rows
    ]


def _use_bots(run: GameTransaction, rows: Sequence[Row]) -> None:
    run.bots = [FreeBot(user_id, name) for user_id, name in rows]


def _use_days_off(run: GameTransaction, rows: Sequence[Row]) -> None:
    periods = [
        (member, DayOff(begins_at, ends_at, last)) for member, begins_at, ends_at, last in rows
    ]
    run.days_off = back_from(periods, run.now)


def _use_playing(run: GameTransaction, rows: Sequence[Row]) -> None:
    run.playing = playing_in(rows[0][1:])


_ROLE = Lookup(
    f"SELECT game, role.* FROM unnest(%(games)s::bigint[]) game, ({READ_ROLE}) role",  # noqa: S608 - our own
    _use_role,
    lambda user_id: role_values(user_id, "games.moderate_game"),
)

_HAD_SEAT = Lookup(
    "SELECT DISTINCT game_id FROM games_tenure"
    " WHERE game_id = ANY(%(games)s) AND member_id = %(user)s",
    _use_had_seat,
)

_NEXT_MESSAGE = Lookup(
    "SELECT game, nextval(pg_get_serial_sequence('games_chatmessage', 'id'))"
    " FROM unnest(%(games)s::bigint[]) game",
    _use_next_message,
)

_HOLDERS = Lookup(
    "SELECT t.game_id, s.number, m.username, coalesce(m.is_bot, false), t.from_step"
    " FROM games_tenure t JOIN games_seat s ON s.id = t.seat_id"
    " LEFT JOIN accounts_user m ON m.id = t.member_id"
    " WHERE t.game_id = ANY(%(games)s) ORDER BY s.number, t.id",
    _use_holders,
)

_BOTS = Lookup(
    "SELECT game, u.id, u.username FROM unnest(%(games)s::bigint[]) game, accounts_user u"
    " WHERE u.is_bot AND u.is_active AND u.owner_id IS NULL ORDER BY u.id",
    _use_bots,
)

_PRESENCE = Lookup(
    "SELECT game_id FROM games_presence WHERE game_id = ANY(%(games)s) ORDER BY seat_id FOR UPDATE",
    lambda _run, _rows: None,
)

_DAYS_OFF = Lookup(
    "SELECT s.game_id, d.member_id, d.begins_at, d.ends_at, d.last"
    " FROM games_seat s JOIN accounts_daysoff d ON d.member_id = s.user_id"
    " WHERE s.game_id = ANY(%(games)s) ORDER BY d.member_id, d.begins_at",
    _use_days_off,
)

_PLAYING = Lookup(
    f"SELECT game, own.* FROM unnest(%(games)s::bigint[]) game, ({READ_PLAYING}) own",  # noqa: S608 - our own
    _use_playing,
    lambda user_id: playing_values([user_id]),
)

LOOKUPS: Mapping[Need, Lookup] = {
    Need.ROLE: _ROLE,
    Need.HAD_SEAT: _HAD_SEAT,
    Need.NEXT_MESSAGE: _NEXT_MESSAGE,
    Need.HOLDERS: _HOLDERS,
    Need.BOTS: _BOTS,
    Need.DAYS_OFF: _DAYS_OFF,
    Need.PRESENCE: _PRESENCE,
    Need.PLAYING: _PLAYING,
}
"""Presence is locked because open pages update it without locking their game."""

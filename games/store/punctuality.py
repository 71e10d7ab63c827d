"""Stores how punctual members were, and reads it: the one place that says whether a member may
begin another game with other people."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.conf import settings as site_settings
from django.db import connection

from accounts.models import User
from games.models import MemberPunctuality
from games.play.clock import CORRESPONDENCE_TURN, is_live
from games.play.game_transaction import GameTransaction
from games.play.reliability import (
    GAMES_LOOKED_AT,
    WAITS,
    Playing,
    Punctuality,
    Reliability,
    counts,
    is_abandoned,
    part_of,
    refusal,
)
from games.play.rows import Status
from games.play.settings import LetsIn
from games.store.statements import Write, json

NOTE = f"""
INSERT INTO games_memberpunctuality AS had (member_id, games, abandoned, leaves_tables)
SELECT member_id, part, CASE WHEN abandoned THEN ARRAY[%s::timestamptz] ELSE '{{}}' END, abandoned
FROM jsonb_to_recordset(%s) AS told (member_id bigint, part text, abandoned boolean)
ORDER BY member_id
ON CONFLICT (member_id) DO UPDATE SET
    games = right(had.games || excluded.games, {GAMES_LOOKED_AT}),
    abandoned = CASE
        WHEN excluded.leaves_tables
        THEN had.abandoned[cardinality(had.abandoned) - {len(WAITS) - 2}:] || excluded.abandoned
        ELSE had.abandoned
    END,
    leaves_tables = had.leaves_tables OR excluded.leaves_tables
"""  # noqa: S608 - our own numbers
"""Members are written in order, so that games that end at the same time do not lock each other
out."""

READ_PLAYING = """
SELECT member, had.games, had.abandoned, coalesce(running.live, 0), coalesce(running.long, 0)
FROM unnest(%(members)s::bigint[]) AS member
LEFT JOIN games_memberpunctuality had ON had.member_id = member
LEFT JOIN LATERAL (
    SELECT
        count(*) FILTER (WHERE (game.settings ->> 'turn_seconds')::int < %(long)s) AS live,
        count(*) FILTER (
            WHERE coalesce((game.settings ->> 'turn_seconds')::int, %(long)s) >= %(long)s
        ) AS long
    FROM games_tenure held
    JOIN games_game game ON game.id = held.game_id
    WHERE held.member_id = member AND held.to_step IS NULL AND game.status IN ('running', 'paused')
    AND EXISTS (
        SELECT FROM games_seat other JOIN accounts_user person ON person.id = other.user_id
        WHERE other.game_id = game.id AND other.left_why = '' AND NOT other.engine_plays
        AND NOT person.is_bot AND other.user_id <> member
    )
) running ON true
"""
"""What :class:`Playing` holds, for several members. Games against bots alone are not counted."""


def note_parts(run: GameTransaction) -> Iterator[Write]:
    """The statement that stores how punctual those were whose part in the game ends with this
    run."""
    if run.game.status == Status.CANCELLED:
        return
    if not site_settings.RELIABILITY or not counts(run.seats):
        return
    live = is_live(run.game.settings)
    people = {seat.number for seat in run.seats if not seat.is_bot and not seat.gone}
    told = {
        ended.member: {
            "member_id": ended.member,
            "part": part,
            "abandoned": live and is_abandoned(ended),
        }
        for ended in run.tenures_ended
        if ended.seat in people and ended.member is not None
        if (part := part_of(ended)) is not None
    }
    if told:
        yield NOTE, (run.now, json(list(told.values())))


def playing(members: Collection[int]) -> dict[int, Playing]:
    """How punctual these members were, and how many games they have running. One statement."""
    if not members:
        return {}
    with connection.cursor() as cursor:
        cursor.execute(READ_PLAYING, playing_values(members))
        return {member: playing_in(row) for member, *row in cursor.fetchall()}


def playing_values(members: Collection[int]) -> dict[str, Any]:
    """The values of :data:`READ_PLAYING`."""
    return {"members": list(members), "long": int(CORRESPONDENCE_TURN.total_seconds())}


def playing_in(row: Sequence[Any]) -> Playing:
    """The value in a row of :data:`READ_PLAYING`, without the member's key."""
    games, abandoned, live, long = row
    return Playing(Punctuality(games or "", tuple(abandoned or ())), live, long)


def punctuality_of(member: User) -> Punctuality:
    """How punctual the member was. Already loaded for the user of a request."""
    row: MemberPunctuality | None = getattr(member, "punctuality", None)
    return Punctuality() if row is None else row.value


def words_of(members: Collection[int]) -> Mapping[int, Reliability]:
    """How reliable these members are, by key; empty if the club does not note reliability."""
    if not site_settings.RELIABILITY or not members:
        return {}
    known = {row.pk: row.word for row in MemberPunctuality.objects.filter(pk__in=members)}
    return {member: known.get(member, Reliability.NEW) for member in members}


def refuse_another_game(
    user: User, now: datetime, *, live: bool, asked: LetsIn = LetsIn.ANYONE
) -> None:
    """Raises Refused if the member may not begin another game with other people: ``must-wait``,
    ``reliable-only``, ``enough-games``. ``asked``: which members the table lets in."""
    if not site_settings.RELIABILITY:
        return
    refused = refusal(playing([user.pk])[user.pk], now, live=live, asked=asked)
    if refused is not None:
        raise refused


def end_wait(member: User) -> bool:
    """Lets a member play live at once who has abandoned live games; returns whether they had."""
    found = MemberPunctuality.objects.filter(member=member).exclude(abandoned=[])
    return bool(found.update(abandoned=[], leaves_tables=False))

"""Enters every finished game into the tables that the archive searches.

A game and its players are many rows in several tables. Lists of finished games need only a few of
their columns, in the order in which the games ended. So these tables have one narrow row for each
game and one for each of its players.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from django.db import connection

from games.play.game_transaction import GameTransaction
from games.play.rows import EndedTenure
from games.store.statements import Write

NOTE_GAMES = """
INSERT INTO games_archivedgame (game_id, variant, public, finished_at, result, by_leaving)
SELECT g.id, g.variant, g.listed, g.finished_at,
    CASE
        WHEN NOT EXISTS (
            SELECT 1 FROM games_tenure t JOIN games_seat s ON s.id = t.seat_id
            WHERE t.game_id = g.id AND s.rank = 1
            AND (t.member_id IS NULL OR t.member_id = s.user_id)
        ) THEN ''
        WHEN (SELECT count(*) FROM games_seat s WHERE s.game_id = g.id AND s.rank = 1) = 1
        THEN 'won' ELSE 'draw'
    END,
    COALESCE(g.outcome ->> 'reason' = 'leave', false)
FROM games_game g
WHERE g.status = 'finished' AND g.finished_at IS NOT NULL AND g.id BETWEEN %s AND %s
ON CONFLICT (game_id) DO NOTHING
"""
NOTE_PLAYERS = """
INSERT INTO games_archivedplayer
    (game_id, member_id, variant, public, finished_at, result, by_leaving, first, place)
SELECT a.game_id, t.member_id, a.variant, a.public, a.finished_at, a.result, a.by_leaving,
    max(CASE WHEN s.rank = 1 AND s.user_id = t.member_id THEN 1 ELSE 0 END) = 1,
    min(CASE WHEN t.why = 'over' THEN s.rank ELSE 1000000 - t.to_step END)
FROM games_archivedgame a
JOIN games_tenure t ON t.game_id = a.game_id
JOIN games_seat s ON s.id = t.seat_id
WHERE t.member_id IS NOT NULL AND a.game_id BETWEEN %s AND %s
GROUP BY a.game_id, t.member_id
ON CONFLICT (game_id, member_id) DO NOTHING
"""
"""Players who left get a million minus the step as their place: behind all who stayed, and behind
those who left later."""


NOTE_GAME_OF_RUN = """
INSERT INTO games_archivedgame (game_id, variant, public, finished_at, result, by_leaving)
VALUES (%s, %s, %s, %s, %s, %s) ON CONFLICT (game_id) DO NOTHING
"""
NOTE_PLAYERS_OF_RUN = """
INSERT INTO games_archivedplayer
    (game_id, variant, public, finished_at, result, by_leaving, member_id, first, place)
SELECT %s, %s, %s, %s, %s, %s, had.member_id,
    COALESCE(bool_or(seat.rank = 1 AND seat.user_id = had.member_id), false),
    min(CASE WHEN had.why = 'over' THEN seat.rank ELSE 1000000 - had.to_step END)
FROM (
    SELECT t.member_id, s.number, COALESCE(ended.why, t.why) AS why,
        COALESCE(t.to_step, ended.to_step) AS to_step
    FROM games_tenure t JOIN games_seat s ON s.id = t.seat_id
    LEFT JOIN unnest(%s::int[], %s::text[], %s::int[]) AS ended (number, why, to_step)
        ON ended.number = s.number AND t.to_step IS NULL
    WHERE t.game_id = %s
    UNION ALL
    SELECT * FROM unnest(%s::bigint[], %s::int[], %s::text[], %s::int[])
) had
JOIN unnest(%s::int[], %s::int[], %s::bigint[]) AS seat (number, rank, user_id)
    ON seat.number = had.number
WHERE had.member_id IS NOT NULL
GROUP BY had.member_id
ON CONFLICT (game_id, member_id) DO NOTHING
"""
"""Reads the tenures as they were before the run; the run's own changes are in the values."""


def note_finished(run: GameTransaction) -> Iterator[Write]:
    """Yields the statements of a run that ends a game with a result."""
    game = run.game
    firsts = sum(seat.rank == 1 for seat in run.seats)
    result = "" if firsts == 0 else "won" if firsts == 1 else "draw"
    by_leaving = game.outcome is not None and game.outcome["reason"] == "leave"
    facts = (game.variant, game.settings.listed, game.finished_at, result, by_leaving)
    yield NOTE_GAME_OF_RUN, (game.id, *facts)
    ended: dict[int, list[EndedTenure]] = {}
    for each in run.tenures_ended:
        ended.setdefault(each.seat, []).append(each)
    # A seat taken over in this run is held to the end; of its two ended tenures that is the later.
    begun = [(each.user_id, ended[each.seat][-1]) for each in run.tenures_begun]
    before = [each[0] for each in ended.values()]
    yield (
        NOTE_PLAYERS_OF_RUN,
        (
            *(game.id, *facts),
            *_columns(3, ((each.seat, each.why, each.to_step) for each in before)),
            game.id,
            *_columns(4, ((user, each.seat, each.why, each.to_step) for user, each in begun)),
            *_columns(3, ((seat.number, seat.rank, seat.user_id) for seat in run.seats)),
        ),
    )


def _columns(count: int, rows: Iterable[tuple[Any, ...]]) -> list[list[Any]]:
    """Returns the rows as ``count`` columns, with enumerations as text."""
    texts = [[str(value) if isinstance(value, str) else value for value in row] for row in rows]
    return [[row[column] for row in texts] for column in range(count)]


def note_games(first: int, last: int) -> None:
    """Enters the finished games with these keys that are missing."""
    with connection.cursor() as cursor:
        cursor.execute(NOTE_GAMES, (first, last))
        cursor.execute(NOTE_PLAYERS, (first, last))

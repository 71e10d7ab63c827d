"""The end of a rated game is noted in the transaction in which it ends."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from games.core.rated import why_unrated
from games.core.rows import Status
from games.core.run import Run
from games.publishing import Statement
from ratings.ladders import pace_of, slug_of
from ratings.placing import placed, who_played

NOTE_GAME = """
INSERT INTO ratings_ratedgame (game_id, ladder, ended_at, waits, struck_why)
VALUES (%s, %s, %s, true, '') ON CONFLICT (game_id) DO NOTHING
"""
NOTE_RESULTS = """
INSERT INTO ratings_result (rated_game_id, seat, member_id, place, points, ladder, ended_at)
VALUES {rows} ON CONFLICT (rated_game_id, seat, member_id) DO NOTHING
"""
ROW = f"({', '.join(['%s'] * 7)})"


def note_end(run: Run) -> Iterator[Statement]:
    """What a run that ends a rated game leaves to be rated, and nothing for any other run."""
    game = run.game
    has_result = game.status == Status.FINISHED and game.outcome is not None
    ends = has_result and bool(run.steps or run.begins)
    if not ends or why_unrated(game.settings, run.seats) is not None:
        return
    assert game.finished_at is not None
    ladder = slug_of(game.variant, pace_of(game.settings))
    yield NOTE_GAME, (game.id, ladder, game.finished_at)
    rows = [
        (game.id, each.seat, each.member, each.place, each.points, ladder, game.finished_at)
        for each in placed(who_played(run.seats))
    ]
    yield NOTE_RESULTS.format(rows=", ".join([ROW] * len(rows))), list(chain(*rows))

"""Recording the end of a rated game, in the transaction that ends the game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from games.archive.tenures import tenures_of
from games.models import Game
from games.play.game_transaction import GameTransaction
from games.play.rating import why_unrated_now
from games.store.statements import Write
from ratings.ladders import pace_of, slug_of
from ratings.models import RatedGame, Result
from ratings.placing import LadderPlace, placed, who_had_seats, who_played

NOTE_GAME = """
INSERT INTO ratings_ratedgame (game_id, ladder, ended_at, waits, struck_why)
VALUES (%s, %s, %s, true, '') ON CONFLICT (game_id) DO NOTHING
"""
NOTE_RESULTS = """
INSERT INTO ratings_result (rated_game_id, seat, member_id, place, points, ladder, ended_at)
VALUES {rows} ON CONFLICT (rated_game_id, seat, member_id) DO NOTHING
"""
ROW = f"({', '.join(['%s'] * 7)})"


def note_end(run: GameTransaction) -> Iterator[Write]:
    """The statements that record the end of a game that this run ends; none if it is not rated."""
    game = run.game
    if why_unrated_now(game, run.seats) is not None:
        return
    assert game.finished_at is not None
    ladder = slug_of(game.variant, pace_of(game.settings))
    yield NOTE_GAME, (game.id, ladder, game.finished_at)
    if any(seat.was_offered for seat in run.seats):
        return  # players who left have no seat in the run: rating the game records the places
    rows = [
        (game.id, each.seat, each.member, each.place, each.points, ladder, game.finished_at)
        for each in placed(who_played(run.seats))
    ]
    yield NOTE_RESULTS.format(rows=", ".join([ROW] * len(rows))), list(chain(*rows))


def places_of(game: Game) -> list[LadderPlace]:
    """The places in a game that has ended, by seat and then by time, from the archive. Only this
    function decides which members get the result of a seat."""
    seats = list(game.seats.all())
    if any(seat.was_offered for seat in seats):
        return placed(who_had_seats(tenures_of(game)))
    return placed(who_played(seats))


def note_places(noted: RatedGame, places: Iterable[LadderPlace]) -> list[Result]:
    """Stores these places as results of a game that is already recorded."""
    return Result.objects.bulk_create(
        Result(
            rated_game_id=noted.pk,
            seat=each.seat,
            member_id=each.member,
            place=each.place,
            points=each.points,
            ladder=noted.ladder,
            ended_at=noted.ended_at,
        )
        for each in places
    )

"""Whether players have a page of their game open, as far as no run of the game is needed."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import UTC, datetime

from django.db import connection

from games.models import Game, Presence, Seat
from games.play.clock import PLAYER_AWAY_AFTER
from games.play.messages import Leaving
from games.play.presence import come_back
from games.store.sync import run_game

AT_ANY_TIME = datetime.max.replace(tzinfo=UTC)

POSTPONE = """
UPDATE games_presence SET due_at = %s WHERE seat_id IN (
  SELECT seat_id FROM games_presence WHERE seat_id = ANY(%s) AND NOT away
  ORDER BY seat_id FOR UPDATE
)
"""
GIVE_BACK = """
UPDATE games_presence SET due_at = GREATEST(due_at + make_interval(secs => %s), %s)
WHERE seat_id IN (
  SELECT seat_id FROM games_presence WHERE is_checked AND due_at <= %s
  ORDER BY seat_id FOR UPDATE
)
"""
"""Rows are locked in the same order as by a run that checks them."""


def begin_presence(game: Game, seats: Iterable[Seat]) -> None:
    """Gives the people on these seats as long to come as they would have to come back. The caller
    holds the transaction."""
    due_at = game.started_at + PLAYER_AWAY_AFTER
    people = [seat for seat in seats if not (seat.engine_plays or seat.is_bot)]
    Presence.objects.bulk_create(Presence(seat=seat, game=game, due_at=due_at) for seat in people)


def note_pages(seat_ids: Collection[int], now: datetime) -> None:
    """The players of these seats have a page of their game open, or had one until now. Those who
    were away are back."""
    if not seat_ids:
        return
    with connection.cursor() as cursor:
        cursor.execute(POSTPONE, [now + PLAYER_AWAY_AFTER, list(seat_ids)])
    away = Presence.objects.filter(pk__in=seat_ids, away=True)
    for game_id in set(away.values_list("game_id", flat=True)):
        with run_game(game_id) as run:
            come_back(run, seat_ids)


def give_time_back(began: datetime, ended: datetime, due_by: datetime = AT_ANY_TIME) -> None:
    """Gives players the time back in which the club was unavailable: they become away, or leave
    because they are away, that much later, and not before they could have been away anew.
    ``due_by``: only those who would otherwise become away, or leave, by then."""
    with connection.cursor() as cursor:
        least = ended + PLAYER_AWAY_AFTER
        cursor.execute(GIVE_BACK, [(ended - began).total_seconds(), least, due_by])


def away_seats(game_id: int) -> list[int]:
    """The numbers of the seats whose players are away, ascending."""
    away = Presence.objects.filter(game=game_id, away=True)
    return sorted(away.values_list("seat__number", flat=True))


def leaving_seats(game_id: int) -> list[Leaving]:
    """When the seats of players who are away leave, by seat, if the table says that they do."""
    away = Presence.objects.filter(game=game_id, away=True, due_at__isnull=False, seat__left_why="")
    times = away.order_by("seat__number").values_list("seat__number", "due_at")
    return [Leaving(seat=number, at=at.astimezone(UTC)) for number, at in times if at]

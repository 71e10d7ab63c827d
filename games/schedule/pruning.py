"""Deletes old data of games: events once a game is over, and dates of days off once their year is
over.

The log, the record and the chat have rows of their own. Events serve only to let open pages notice
what they missed. Their numbering continues, because the game's row keeps the last number.
"""

from __future__ import annotations

from datetime import date, datetime, timedelta

from django.db import connection

from games.models import ModeratorAct

KEPT_FOR = timedelta(hours=1)
"""How long pages can still catch up on a game that is over."""

LOOKED_BACK = timedelta(days=30)
"""Games that ended earlier than this have been pruned already."""

AT_ONCE = 1000
"""How many rows one statement deletes; few enough that nobody has to wait for it."""

MOST = 20
"""The most delete statements in one tick."""

DELETE_EVENTS = """
DELETE FROM games_gameevent WHERE ctid = ANY(ARRAY(
  SELECT event.ctid FROM games_gameevent event JOIN games_game game ON game.id = event.game_id
  WHERE game.finished_at > %s AND game.finished_at <= %s AND event.at <= %s LIMIT %s
))
"""
"""By their places in the table: an index by key would have to be written to in each turn."""


def prune_events(*, now: datetime) -> int:
    """Deletes events of games that are over; returns how many. Events beyond the limit of one tick
    wait for the next."""
    old = now - KEPT_FOR
    deleted = 0
    with connection.cursor() as cursor:
        for _ in range(MOST):
            cursor.execute(DELETE_EVENTS, (now - LOOKED_BACK, old, old, AT_ONCE))
            deleted += cursor.rowcount
            if cursor.rowcount < AT_ONCE:
                break
    return deleted


def forget_days_off(*, now: datetime) -> int:
    """Deletes, for past years, the dates until which turns waited for players on days off. The log
    then says only that the turns waited. Returns the number of log entries changed."""
    over = ModeratorAct.objects.filter(until__lt=date(now.year, 1, 1))
    return over.update(until=None)

"""Deletes old data of games: events once a game is over, and dates of days off once their year is
over.

The log, the record and the chat have rows of their own. Events serve only to let open pages notice
what they missed. Their numbering continues, because the game's row keeps the last number.
"""

from __future__ import annotations

from datetime import date, datetime, timedelta

from games.models import Game, GameEvent, ModeratorAct

KEPT_FOR = timedelta(hours=1)
"""How long pages can still catch up on a game that is over."""

LOOKED_BACK = timedelta(days=30)
"""Games that ended earlier than this have been pruned already."""

AT_ONCE = 1000
"""How many rows one statement deletes; few enough that nobody has to wait for it."""

MOST = 20
"""The most delete statements in one tick."""


def prune_events(*, now: datetime) -> int:
    """Deletes events of games that are over; returns how many. Events beyond the limit of one tick
    wait for the next."""
    old = now - KEPT_FOR
    over = Game.objects.filter(finished_at__gt=now - LOOKED_BACK, finished_at__lte=old)
    events = GameEvent.objects.filter(game__in=over.order_by().values("pk"), at__lte=old)
    deleted = 0
    for _ in range(MOST):
        keys = list(events.order_by().values_list("pk", flat=True)[:AT_ONCE])
        deleted += GameEvent.objects.filter(pk__in=keys).delete()[0]
        if len(keys) < AT_ONCE:
            break
    return deleted


def forget_days_off(*, now: datetime) -> int:
    """Deletes, for past years, the dates until which turns waited for players on days off. The log
    then says only that the turns waited. Returns the number of log entries changed."""
    over = ModeratorAct.objects.filter(until__lt=date(now.year, 1, 1))
    return over.update(until=None)

"""Deleting old data of games: events once a game is over, and dates of days off once the year is
over.

The log, the record and the chat have rows of their own; events only let pages that follow a game
notice what they have missed. Their numbering continues, as the game's row keeps the last number.
"""

from __future__ import annotations

from datetime import date, datetime, timedelta

from games.models import Game, GameEvent, ModeratorAct

KEPT_FOR = timedelta(hours=1)
"""How long pages may still follow a game that is over."""

LOOKED_BACK = timedelta(days=30)
"""Games that ended before this were pruned long ago."""

AT_ONCE = 1000
"""Rows that one statement deletes; so few that nobody has to wait for it."""

MOST = 20
"""The most statements in one tick."""


def prune_events(*, now: datetime) -> int:
    """Deletes events of games that are over; returns how many. The rest is left for the next
    tick."""
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
    """Deletes, for years that are over, the dates until which turns waited for players who were
    off. The log then says only that they waited. Returns the number of log entries."""
    over = ModeratorAct.objects.filter(until__lt=date(now.year, 1, 1))
    return over.update(until=None)

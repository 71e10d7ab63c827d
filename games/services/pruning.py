"""What of games goes in time: events when a game is over, days off when their year is.

The log, the record and the chat read rows of their own; events only let pages that follow a game
notice what they have missed. The numbers that were given go on in the game's row.
"""

from __future__ import annotations

from datetime import date, datetime, timedelta

from games.models import Game, GameEvent, ModeratorAct

KEPT_FOR = timedelta(hours=1)
"""As long as pages may still follow it."""

LOOKED_BACK = timedelta(days=30)
"""Games that ended before that were pruned long ago."""

AT_ONCE = 1000
"""Rows that one statement deletes, so that nobody waits for it."""

MOST = 20
"""Statements a tick."""


def prune_events(*, now: datetime) -> int:
    """Deletes events of games that are over; returns how many. What is left waits for the next
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
    """Forgets until which day players were off for whom turns waited, in years that are over: the
    log then says only that they waited. Returns in how many entries."""
    over = ModeratorAct.objects.filter(until__lt=date(now.year, 1, 1))
    return over.update(until=None)

"""What the timer does to a step whose time is up, whoever notices it."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings

from games.play.game_transaction import GameTransaction
from games.play.plan import seal_planned, tell_planned
from games.play.postpone import put_off, who_is_off
from games.play.resolve import time_is_up

UNHEARD = timedelta(seconds=2)
"""If the web processes were silent for this long before a deadline, choices may not have been
taken: two of their heartbeats."""


CLUB_AWAY_AFTER = timedelta(seconds=8)
"""If they were silent for this long, the club was unavailable: longer than a heartbeat takes on a
busy machine."""


def can_choose(heard_at: datetime | None, now: datetime) -> bool:
    """Whether people can choose, as far as is known. While they cannot, no turn ends
    in which they are awaited.

    ``heard_at``: when a web process last sent a heartbeat; None if none ever did. One that is far
    ahead of ``now`` was sent before the clock was set back, and says nothing.
    """
    return heard_at is None or abs(now - heard_at) <= CLUB_AWAY_AFTER


def may_end(run: GameTransaction, heard_at: datetime | None) -> bool:
    """Whether a step whose time is up may end now: if people are awaited, only while they can
    choose. ``heard_at`` as in :func:`can_choose`."""
    return can_choose(heard_at, run.now) or run.awaits_bots_alone()


def grace() -> timedelta:
    """How long after its deadline the timer ends a step, so that choices under way still arrive."""
    return timedelta(milliseconds=settings.TURN_GRACE)


def timer_ends(run: GameTransaction) -> bool:
    """Whether the timer ends the next step now. If only bots are awaited, no choice can be under
    way, and no grace is needed."""
    return time_is_up(run, timedelta() if run.awaits_bots_alone() else grace())


def put_off_end(run: GameTransaction, heard_at: datetime | None) -> bool:
    """Postpones the end of the next step, whose time is up, for seats that have neither chosen nor
    planned; returns whether it did. Otherwise the step must now be resolved, including planned
    choices.

    ``heard_at``: when a web process was last known to take choices. If that is long before the
    deadline, the turn makes nobody absent.
    """
    if run.game.deadline is not None and heard_at is not None:
        run.game.excused |= run.game.deadline - heard_at > UNHEARD
    planned = seal_planned(run)
    if run.is_complete() or not put_off(run, who_is_off(run)):
        return False
    tell_planned(run, planned)
    return True

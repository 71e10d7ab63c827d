"""What is due: found in the database at every tick, by whichever worker is free.

The sweep looks a little ahead and holds until each deadline, so that turns open on time and
not at the next tick after it. Each game has a transaction of its own: one that fails neither
stalls nor undoes the others.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial

from django.core.cache import cache
from django.db import DatabaseError
from django.db.models import Q
from django.utils import timezone
from redis import RedisError

from games.bots import choose_for_bots
from games.models import Game, Heartbeat, Seat
from games.outages import AWAY_AFTER, last_heard
from games.services.leaving import leave_for_former_members
from games.services.moderation import stop_broken_game
from games.services.resolving import grace, resolve_due_step
from games.transient import is_transient
from transport.refusals import place_of

logger = logging.getLogger(__name__)

FAILED_SECONDS = 600
"""For how long it is remembered that a game failed."""

LOOK_AHEAD = timedelta(seconds=0.25)
"""As far as the next tick."""


def open_due_turns(*, now: datetime, sleep: Callable[[float], None]) -> int:
    """Opens every turn whose deadline is past or at most :data:`LOOK_AHEAD` away, in the order
    of the deadlines, each not before its own. Returns how many it opened.

    ``sleep`` waits for a number of seconds.
    """
    heard_at = last_heard(Heartbeat.Of.CHOICES)
    if heard_at is not None and now - heard_at > AWAY_AFTER:
        return 0  # nobody can choose: no turn ends
    last = now + LOOK_AHEAD - grace()
    due = Game.objects.filter(status=Game.Status.RUNNING, deadline__lte=last)
    fields = ("pk", "step", "deadline", "bots_due")
    opened = 0
    for game_id, step, deadline, bots_due in due.order_by("deadline", "pk").values_list(*fields):
        while deadline and (early := (deadline + grace() - timezone.now()).total_seconds()) > 0:
            sleep(early)
        if bots_due is not None:  # bots are never absent, however long nobody asked them
            _guarded(game_id, partial(_choose, game_id))
        opened += _guarded(game_id, partial(_open, game_id, step + 1, heard_at))
    return opened


def play_due_bots(*, now: datetime) -> int:
    """Chooses for the bots of every game whose bots are due; returns for how many games."""
    due = Game.objects.filter(status=Game.Status.RUNNING, bots_due__lte=now)
    ids = list(due.order_by("bots_due").values_list("pk", flat=True))
    return sum(_guarded(game_id, partial(_choose, game_id)) for game_id in ids)


def take_out_former_members(*, now: datetime) -> int:
    """Lets the seats of who has deleted the account leave; returns out of how many games."""
    gone = Q(user=None) | Q(user__is_active=False)
    seats = Seat.objects.filter(gone, left_why="", game__status=Game.Status.RUNNING)
    ids = sorted(set(seats.values_list("game_id", flat=True)))
    return sum(
        _guarded(game_id, partial(leave_for_former_members, game_id=game_id)) for game_id in ids
    )


def _open(game_id: int, step: int, heard_at: datetime | None) -> bool:
    return resolve_due_step(game_id=game_id, step=step, heard_at=heard_at)


def _choose(game_id: int) -> bool:
    return choose_for_bots(game_id=game_id)


def _guarded(game_id: int, work: Callable[[], bool]) -> bool:
    """Does ``work``; what is wrong for a while is left to the next tick, a fault that comes
    twice stops that one game. The log gets where it failed, and nothing that could hold a sealed
    action."""
    try:
        return work()
    except Exception as error:  # noqa: BLE001 one broken game must not stall the others
        if is_transient(error) or not _failed_before(game_id):
            logger.warning("game %s: %s, again at the next tick", game_id, type(error).__name__)
            return False
        logger.error("game %s stopped: %s", game_id, place_of(error))
    _stop(game_id)
    return False


def _failed_before(game_id: int) -> bool:
    """Notes that the game failed; whether it had failed a little before."""
    with suppress(RedisError):
        return not cache.add(f"failed:{game_id}", True, FAILED_SECONDS)
    return False


def _stop(game_id: int) -> None:
    try:
        stop_broken_game(game_id=game_id)
    except DatabaseError as error:
        logger.warning("game %s could not be stopped: %s", game_id, type(error).__name__)

"""What is due: found in the database at every tick, by whichever worker is free.

The sweep looks a little ahead and holds until each deadline, so that turns open on time and
not at the next tick after it. Each game has a transaction of its own: one that fails neither
stalls nor undoes the others. Bots are asked by other workers than those that open turns, so that
no turn waits for the bots of another game.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial

from django.db import DatabaseError
from django.db.models import Case, Q, QuerySet, Value, When
from django.utils import timezone
from redis import RedisError

from games import abandoned
from games.core.clock import BOT_PATIENCE
from games.late import GRACE, Late
from games.models import Game, Heartbeat, Seat
from games.outages import AWAY_AFTER, last_heard
from games.services.bots import choose_for_bots
from games.services.leaving import leave_for_former_members
from games.services.moderation import cancel_abandoned_game, stop_broken_game
from games.services.resolving import resolve_due_step
from games.services.timing import grace
from games.transient import is_transient
from transport.cache import cache
from transport.refusals import place_of

logger = logging.getLogger(__name__)

FAILED_SECONDS = 600
"""For how long it is remembered that a game failed."""

LOOK_AHEAD = timedelta(seconds=0.25)
"""As far as the next tick."""

VISIT = timedelta(seconds=0.2)
"""After so long the bots of the next game are asked, though some of this one still owe a choice."""

AT_A_TIME = timedelta(seconds=1)
"""After so long a worker that asks bots takes the next tick."""

CLAIM_SECONDS = 10
"""For how long other workers leave alone a game for which one thinks, should it die over it."""

MOST_CLAIMED = 50
"""More workers than that do not ask bots."""


def open_due_turns(*, now: datetime, sleep: Callable[[float], None]) -> int:
    """Opens every turn whose deadline is past or at most :data:`LOOK_AHEAD` away, in the order
    of the deadlines, each not before its own. Returns how many it opened.

    A turn whose own bots still owe a choice is left to them for :data:`BOT_PATIENCE`.
    ``sleep`` waits for a number of seconds.
    """
    heard_at = last_heard(Heartbeat.Of.CHOICES)
    if heard_at is not None and now - heard_at > AWAY_AFTER:
        return 0  # nobody can choose: no turn ends
    due = _over(now - grace(), now + LOOK_AHEAD - grace())
    fields = ("pk", "step", "deadline")
    opened = 0
    for game_id, step, deadline in due.order_by("deadline", "pk").values_list(*fields):
        while deadline and (early := (deadline + grace() - timezone.now()).total_seconds()) > 0:
            sleep(early)
        opened += _guarded(game_id, partial(_open, game_id, step + 1, heard_at))
    return opened


def play_due_bots(*, now: datetime) -> int:
    """Lets the bots choose that are due; returns for how many games.

    Games with people come first, of these the ones whose time is up, then whichever has been due
    for longest. A game is visited for :data:`VISIT`; then it stands behind the others.
    """
    ends = now + AT_A_TIME
    chosen: set[int] = set()
    failed: set[int] = set()
    while game_id := _claim_next(failed):
        try:
            done = _guarded(game_id, partial(_choose, game_id))
        finally:
            cache.delete(_claim(game_id))
        (chosen if done else failed).add(game_id)
        if timezone.now() >= ends:
            break
    return len(chosen)


def take_out_former_members(*, now: datetime) -> int:
    """Lets the seats of who has deleted the account leave; returns out of how many games."""
    gone = Q(user=None) | Q(user__is_active=False)
    seats = Seat.objects.filter(gone, left_why="", game__status=Game.Status.RUNNING)
    ids = sorted(set(seats.values_list("game_id", flat=True)))
    return sum(
        _guarded(game_id, partial(leave_for_former_members, game_id=game_id)) for game_id in ids
    )


def cancel_abandoned_games(*, now: datetime) -> int:
    """Cancels every running game that a rule calls abandoned; returns how many."""
    return sum(
        _guarded(game_id, partial(_cancel, game_id, rule))
        for rule in abandoned.rules(now)
        for game_id in rule.games().values_list("pk", flat=True)
    )


def late_turns(*, now: datetime) -> Late:
    """The running games whose step should have been opened by now, and has not."""
    should = now - grace() - GRACE
    return Late.of(_over(should, should), "deadline", now)


def late_bots(*, now: datetime) -> Late:
    """The running games whose bots should have chosen by now, and have not."""
    late = Game.objects.filter(status=Game.Status.RUNNING, bots_due__lte=now - GRACE)
    return Late.of(late, "bots_due", now)


def _over(now: datetime, last: datetime) -> QuerySet[Game]:
    """The running games whose deadline is not after ``last``, but for those that have patience
    with their own bots still, ``now``."""
    had_time = Q(bots_due=None) | Q(deadline__lte=now - BOT_PATIENCE)
    return Game.objects.filter(had_time, status=Game.Status.RUNNING, deadline__lte=last)


def _claim_next(without: set[int]) -> int | None:
    """The game whose bots choose next, claimed for this worker; None where none is due.

    Two workers that think for one game would do no harm: one of them would do so in vain.
    """
    now = timezone.now()
    time_is_up = Case(When(deadline__lte=now, then=Value(0)), default=Value(1))
    due = Game.objects.filter(status=Game.Status.RUNNING, bots_due__lte=now)
    in_order = due.exclude(pk__in=without).order_by("bots_alone", time_is_up, "bots_due", "pk")
    for game_id in in_order.values_list("pk", flat=True)[:MOST_CLAIMED]:
        if cache.add(_claim(game_id), True, timeout=CLAIM_SECONDS):
            return game_id
    return None


def _claim(game_id: int) -> str:
    return f"games:bots:{game_id}"


def _open(game_id: int, step: int, heard_at: datetime | None) -> bool:
    return resolve_due_step(game_id=game_id, step=step, heard_at=heard_at)


def _cancel(game_id: int, rule: abandoned.Rule) -> bool:
    return cancel_abandoned_game(
        game_id=game_id, why=rule.why, still=lambda: rule.games().filter(pk=game_id).exists()
    )


def _choose(game_id: int) -> bool:
    ends = timezone.now() + VISIT
    return choose_for_bots(game_id=game_id, go_on=lambda: timezone.now() < ends)


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

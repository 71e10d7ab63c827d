"""Warns the players of a game, once a turn, that the turn ends soon."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from django.db import connection, transaction
from django.db.models import Max, QuerySet

from games.models import Game, Seat
from games.play.game_transaction import GameTransaction
from games.play.rows import Status
from notices.events import must_choose, warned_at
from notices.live import hint_on_commit
from notices.models import Kind, Notice, Timing, TurnWarning, What
from notices.services.writing import write_notices
from notices.stakes import is_last_chance
from scheduler.rows import claimed

MOST_PLANNED = 500
"""Warnings in one transaction."""


def unplanned() -> QuerySet[TurnWarning]:
    """Warnings not planned yet. Those of paused games wait until the end of the turn is known."""
    return TurnWarning.objects.filter(planned=False).exclude(game__status=Game.Status.PAUSED)


def plan_warnings() -> int:
    """Brings warnings forward for players who want them earlier than usual; returns how many were
    planned. Skips locked rows, which a game is writing."""
    with transaction.atomic():
        rows = list(claimed(unplanned().order_by("game"), MOST_PLANNED))
        keys = [row.pk for row in rows]
        own = Seat.objects.filter(
            game__in=keys, left_why="", user__timing__warn_before__isnull=False
        )
        earliest = own.order_by().values("game").annotate(most=Max("user__timing__warn_before"))
        before = dict(earliest.values_list("game", "most"))
        games = Game.objects.filter(pk__in=before).in_bulk()
        for row in rows:
            game = games.get(row.pk)
            if game is not None and game.deadline is not None:
                at = warned_at(game.settings, game.deadline, before[row.pk])
                TurnWarning.objects.filter(pk=row.pk).update(due_at=min(at, row.due_at))
        TurnWarning.objects.filter(pk__in=keys).update(planned=True)
    return len(rows)


def warn(run: GameTransaction) -> bool:
    """Warns players who owe a choice for the next step and whose time of warning has come; returns
    whether the warning was handled. Part of the run's transaction, so that each is warned once.

    If the deadline was postponed by a pause or an outage, so is the warning.
    """
    warning = TurnWarning.objects.filter(game=run.game.id, due_at__lte=run.now).first()
    game = run.game
    if warning is None or game.status == Status.PAUSED:
        return False
    if game.is_over or game.deadline is None or game.next_step != warning.step:
        warning.delete()
        return True
    usual = warned_at(game.settings, game.deadline)
    times = _times(run, game.deadline)
    later = [at for at in (usual, *times.values()) if at > run.now]
    if later:
        warning.due_at = min(later)
        warning.save(update_fields=["due_at"])
    else:
        warning.delete()
    _warn(run, {member for member, at in times.items() if at <= run.now})
    return True


def _times(run: GameTransaction, deadline: datetime) -> dict[int, datetime]:
    """When to warn each player who owes a choice and has not been warned of this deadline."""
    owe = [seat.user_id for seat in must_choose(run) if seat.user_id is not None]
    warned = Notice.objects.filter(
        game=run.game.id, member__in=owe, what=What.RUNS_OUT, step=run.game.next_step
    )
    warned_already = set(warned.values_list("member", flat=True))
    timings = Timing.objects.filter(member__in=owe)
    before = dict(timings.values_list("member", "warn_before"))
    return {
        member: warned_at(run.game.settings, deadline, before.get(member))
        for member in owe
        if member not in warned_already
    }


def _warn(run: GameTransaction, members: Collection[int]) -> None:
    if not members:
        return
    what = Kind.TIME.value, What.RUNS_OUT.value, run.game.id, run.game.next_step, None
    rows = [
        (seat.user_id, *what, is_last_chance(run, seat), run.now)
        for seat in must_choose(run)
        if seat.user_id in members
    ]
    sql, values = write_notices(rows)
    with connection.cursor() as database:
        database.execute(sql, values)
    for member in members:
        hint_on_commit(member)

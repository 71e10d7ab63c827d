"""Moves the deadlines of running games, and resolves the turns whose deadlines have passed."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from bench.site.prepare.games import DAY

BOT_DELAY = timedelta(seconds=1)
"""How long the site waits after the start of a turn before bots choose."""


def spread(wanted: Any) -> Any:
    """Spreads the deadlines, and with them the times at which bots choose; returns the deadlines by
    game, in seconds since 1970."""
    from django.utils import timezone

    from games.models import Game

    meant = wanted.get("games")
    running = [
        game
        for game in of_running()
        if turn_seconds_of(game) < DAY and (meant is None or game.public_id in meant)
    ]
    first = timezone.now() + timedelta(seconds=wanted["lead"])
    for number, game in enumerate(running):
        turn = timedelta(seconds=turn_seconds_of(game))
        game.deadline = first + turn * (number / len(running))
        game.bots_due = game.deadline - turn + BOT_DELAY
    Game.objects.bulk_update(running, ["deadline", "bots_due"], batch_size=500)
    return {game.public_id: game.deadline.timestamp() for game in running if game.deadline}


def meet(wanted: Any) -> Any:
    """Makes the turns of all correspondence games end together; returns when, in seconds since
    1970."""
    from django.utils import timezone

    from games.models import Game

    ends = timezone.now() + timedelta(seconds=wanted["in"])
    long = [game.pk for game in of_running() if turn_seconds_of(game) >= DAY]
    Game.objects.filter(pk__in=long).update(deadline=ends)
    return ends.timestamp()


def of_running() -> list[Any]:
    """All running games, in the order in which they were made."""
    from games.models import Game

    return list(Game.objects.filter(status=Game.Status.RUNNING).order_by("pk"))


def turn_seconds_of(game: Any) -> int:
    """How many seconds a turn of this game lasts. In older commits that is a field of the game, not
    of its settings."""
    settings: Any = getattr(game, "settings", game)
    assert settings.turn_seconds is not None
    return int(settings.turn_seconds)


def overdue(wanted: Any) -> Any:
    """Resolves turns in this process instead of the workers, so that only this work is counted."""
    import time

    from django.db import connection
    from django.utils import timezone

    from games.models import Game, Step

    sweep = sweeper()
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        database = (~cursor.fetchone()[0] << 3) | 2  # the backend's clock: clock_getcpuclockid(3)
    own = base = 0.0
    before = 0
    for number in range(wanted["rounds"] + 1):
        past = timezone.now() - timedelta(seconds=1)
        Game.objects.update(deadline=past, bots_due=past)
        if number == 1:  # the first round warms the process up
            before = Step.objects.count()
            own, base = time.process_time(), time.clock_gettime(database)
        while Game.objects.filter(deadline__lte=past).exists():
            sweep()
    return {
        "turns": Step.objects.count() - before,
        "process": time.process_time() - own,
        "PostgreSQL": time.clock_gettime(database) - base,
    }


def sweeper() -> Any:
    """Returns a function that does what a worker does for due games of bots."""
    from django.utils import timezone

    try:
        from games.schedule.jobs import BOTS
        from scheduler.sweeping import sweep
    except ImportError:  # as at 686fa39
        from games import due  # type: ignore[attr-defined]

        return lambda: (
            due.play_due_bots(now=timezone.now()),
            due.resolve_due_turns(now=timezone.now(), sleep=lambda _: None),
        )
    return lambda: sweep([BOTS], ahead=timedelta())

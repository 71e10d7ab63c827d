"""What takes too long for a request, and is asked for by one. Thin: the work is in
:mod:`games.pages.extras`. What is due at some time is in :mod:`games.schedule`."""

from __future__ import annotations

from celery import shared_task
from kombu.exceptions import OperationalError
from redis import RedisError

from games.models import Game
from games.pages import extras
from scheduler.jobs import Queue
from transport.cache import cache
from transport.refusals import Refused

WORKED_SECONDS = 30
"""For so long nobody asks a worker again for the same, and after it nobody waits any longer."""


@shared_task(ignore_result=True)
def work_out_extra(game_id: int, number: int, name: str) -> None:
    """Works out what somebody asked for of a step. One that is lost is asked for again."""
    extras.work_out(Game.objects.get(pk=game_id), number, name)


def ask_for_extra(game: Game, number: int, name: str) -> None:
    """Leaves it to a worker, once however many ask. Raises Refused ``not-now`` where none can be
    reached."""
    try:
        if cache.add(f"asked:{game.public_id}:{number}:{name}", 1, WORKED_SECONDS):
            work_out_extra.apply_async(
                (game.pk, number, name), queue=Queue.BACKGROUND, expires=WORKED_SECONDS, retry=False
            )
    except (RedisError, OperationalError):
        text = "This cannot be calculated now. Try again in a minute."
        raise Refused("not-now", text) from None

"""Tasks for what takes too long within a request. They are thin: the work is in
:mod:`games.pages.extras`. What happens at set times is in :mod:`games.schedule`."""

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
"""How long no worker is asked again for the same extra. Older tasks expire."""


@shared_task(ignore_result=True)
def work_out_extra(game_id: int, number: int, name: str) -> None:
    """Calculates the extra of a step. If the task is lost, the page asks again."""
    extras.work_out(Game.objects.get(pk=game_id), number, name)


def ask_for_extra(game: Game, number: int, name: str) -> None:
    """Leaves the extra to a worker, only once however many ask. Raises Refused ``not-now`` if no
    worker can be reached."""
    try:
        if cache.add(f"asked:{game.public_id}:{number}:{name}", 1, WORKED_SECONDS):
            work_out_extra.apply_async(
                (game.pk, number, name), queue=Queue.BACKGROUND, expires=WORKED_SECONDS, retry=False
            )
    except (RedisError, OperationalError):
        text = "This cannot be calculated now. Try again in a minute."
        raise Refused("not-now", text) from None

"""What workers do: what the beat calls, and what takes too long for a request. Thin: the work is
in :mod:`games.due` and :mod:`games.extras`."""

from __future__ import annotations

import time

from celery import shared_task
from django.conf import settings
from django.utils import timezone
from kombu.exceptions import OperationalError
from redis import RedisError

from games import due, extras, outages
from games.models import Game, Heartbeat
from games.services import pruning
from games.uploads.work import replay_next
from transport.cache import cache
from transport.refusals import Refused

WORKED_SECONDS = 30
"""For so long nobody asks a worker again for the same, and after it nobody waits any longer."""

MORE_SECONDS = 15
"""For what comes before and after the replay of a record."""


@shared_task(ignore_result=True)
def open_due_turns() -> None:
    """Opens the turns whose time is up."""
    outages.beat(Heartbeat.Of.TURNS)
    due.open_due_turns(now=timezone.now(), sleep=time.sleep)


@shared_task(ignore_result=True)
def play_bots() -> None:
    """Chooses for the bots that owe a choice."""
    due.play_due_bots(now=timezone.now())


@shared_task(ignore_result=True)
def take_out_former_members() -> None:
    """Lets the seats leave whose members have deleted their accounts."""
    due.take_out_former_members(now=timezone.now())


@shared_task(ignore_result=True)
def cancel_abandoned_games() -> None:
    """Cancels the games that nobody plays any more."""
    due.cancel_abandoned_games(now=timezone.now())


@shared_task(ignore_result=True)
def prune_events() -> None:
    """Deletes what nobody reads any more of games that are over."""
    pruning.prune_events(now=timezone.now())


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
                (game.pk, number, name), queue="background", expires=WORKED_SECONDS, retry=False
            )
    except (RedisError, OperationalError):
        message = "This cannot be worked out now. Try again in a minute."
        raise Refused("not-now", message) from None


@shared_task(ignore_result=True, time_limit=int(settings.UPLOAD_SECONDS) + MORE_SECONDS)
def replay_uploads() -> None:
    """Replays the next record that somebody uploaded and waits for."""
    replay_next()

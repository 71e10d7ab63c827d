"""What takes too long for a request, and is asked for by one. Thin: the work is in
:mod:`games.extras` and :mod:`games.uploads.work`. What is due at some time is in
:mod:`games.schedule`."""

from __future__ import annotations

from celery import shared_task
from kombu.exceptions import OperationalError
from redis import RedisError

from games import extras
from games.models import Game
from games.uploads import questions
from games.uploads.asked_for import Question
from games.uploads.work import work_out
from scheduler.kinds import Queue
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
        raise _not_now() from None


@shared_task(ignore_result=True)
def answer_question(upload_id: str, name: str, step: int) -> None:
    """Works out what somebody asked for at a step of an uploaded record, and what lies near."""
    work_out(upload_id, Question(name, step))


def ask_about_upload(upload_id: str, asked: Question) -> None:
    """Leaves it to a worker, one question about an upload at a time. Raises Refused ``not-now``
    where none can be reached."""
    try:
        if questions.put(upload_id):
            answer_question.apply_async(
                (upload_id, asked.name, asked.step),
                queue=Queue.BACKGROUND,
                expires=questions.WAITING_SECONDS,
                retry=False,
            )
    except (RedisError, OperationalError):
        raise _not_now() from None


def _not_now() -> Refused:
    return Refused("not-now", "This cannot be calculated now. Try again in a minute.")

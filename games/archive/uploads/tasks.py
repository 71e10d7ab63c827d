"""What a worker does with uploads: replays them and answers questions about them."""

from __future__ import annotations

import logging
from functools import partial
from typing import Any

from celery import Task, shared_task
from django.conf import settings
from kombu.exceptions import OperationalError
from redis import RedisError

from games.archive.uploads import queue, words
from games.archive.uploads.process import Done, Failed, Job, run
from games.models import Upload
from games.pages.pictures import has_board
from scheduler.jobs import Queue
from transport.cache import cache
from transport.refusals import Refused

ASK_AGAIN = 5
"""Seconds until workers are told again that an upload waits, in case one was killed."""

PATIENCE = 30
"""Seconds until a question is asked again, or tried again if it failed."""

State = Upload.State
logger = logging.getLogger(__name__)


def ask_for_replay() -> None:
    """Tells the workers that an upload is waiting. Raises RedisError."""
    if cache.add("uploads:asked", 1, ASK_AGAIN):
        _send(replay_uploads, expires=ASK_AGAIN, time_limit=settings.UPLOAD_SECONDS + 15)


def answer(upload: Upload, extra: str, step: int) -> bytes | None:
    """Returns an extra of a step, as JSON compressed by gzip. None if a worker has been asked for
    it; each upload has one question at a time. Raises Refused if it failed a moment ago, and
    RedisError."""
    body: bytes | None = (upload.part("answers") or {}).get(f"{extra}:{step}")
    if body is None:
        failed = cache.get(upload.key(f"failed:{extra}:{step}"))
        if failed:
            raise Refused("not-now", words.NOT_ANSWERED.get(failed, words.NOT_ANSWERED_NOW))
        if cache.add(upload.key("asked"), 1, PATIENCE):
            _send(answer_question, upload.public_id, extra, step, expires=PATIENCE)
    return body


@shared_task(ignore_result=True)
def replay_uploads() -> None:
    """Replays the next upload; then tells another worker if one more waits."""
    if replay_next():
        cache.delete("uploads:asked")
        if Upload.objects.filter(state=State.WAITING).exists():
            ask_for_replay()


@shared_task(ignore_result=True)
def answer_question(public_id: str, extra: str, step: int) -> None:
    """Calculates an extra of a step of a shown record, and of the steps near it. Does nothing if
    no place is free: the page asks again."""
    upload = queue.claim(Upload.objects.filter(public_id=public_id, state=State.SHOWN), State.SHOWN)
    try:
        if upload is not None:
            queue.finish(upload, State.SHOWN, **_answers(upload, extra, step))
    finally:
        cache.delete(Upload(public_id=public_id).key("asked"))


def replay_next() -> bool:
    """Replays the next upload, members' first. Returns whether there was one and a free place."""
    waiting = Upload.objects.filter(state=State.WAITING)
    upload = queue.claim(waiting.order_by("-by_member", "pk"), State.REPLAYING)
    if upload is None:
        return False
    done = _run(upload)
    if isinstance(done, Done):
        game = done.parts["result"]["head"]["game"]
        if has_board(game["variant"]):
            queue.finish(upload, State.SHOWN, **done.parts)
            return True
        done = Failed("no-board", game["name"])
    if done.end == "left":
        queue.drop(upload)
    else:
        queue.refuse(upload, done.end, done.why)
    return True


def _answers(upload: Upload, extra: str, step: int) -> dict[str, Any]:
    """Returns the part ``answers`` of the content, if a process could calculate it."""
    done = _run(upload, share=0.5, extra=extra, step=step, marks=upload.part("marks"))
    if isinstance(done, Done):
        return done.parts
    if done.end not in ("left", "interrupted"):
        cache.set(upload.key(f"failed:{extra}:{step}"), done.end, PATIENCE)
    return {}


def _run(upload: Upload, share: float = 1, **question: Any) -> Done | Failed:
    """Returns the result of a replay, or of a question, which may take this share of its time. It
    is ``interrupted`` if the record is gone."""
    record = upload.part("record")
    if record is None:
        return Failed("interrupted")
    processor_seconds, seconds = settings.UPLOAD_PROCESSOR_SECONDS, settings.UPLOAD_SECONDS
    budget = share * processor_seconds, share * seconds, settings.UPLOAD_MEGABYTES
    done = run(Job(record, *budget, **question), partial(queue.report, upload))
    if isinstance(done, Failed) and done.end == "failed":
        logger.error("the replay of an uploaded record failed: %s", done.why)
    return done


def _send(task: Task, *arguments: Any, **options: Any) -> None:
    try:
        task.apply_async(arguments, queue=Queue.BACKGROUND, retry=False, **options)
    except OperationalError as error:
        raise RedisError from error

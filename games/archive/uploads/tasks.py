"""What a worker does with uploads: replays them and answers questions about them."""

from __future__ import annotations

import logging
from contextlib import suppress
from functools import partial
from typing import Any

from celery import Task, shared_task
from django.conf import settings
from kombu.exceptions import OperationalError
from redis import RedisError

from games.archive.uploads import content, queue, words
from games.archive.uploads.process import (
    Answers,
    Budget,
    Failed,
    GivenUp,
    Job,
    Question,
    Shown,
    run,
)
from games.models import Upload
from games.pages.boards import has_board
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


def answer(upload: Upload, question: Question) -> bytes | None:
    """Returns the answer, as JSON compressed by gzip. None if a worker has been asked for it; each
    upload has one question at a time. Raises Refused if it failed a moment ago, and RedisError."""
    key = f"{question.extra}:{question.step}"
    body: bytes | None = (content.get(upload.public_id, "answers") or {}).get(key)
    if body is None:
        failed = cache.get(f"upload:{upload.public_id}:failed:{key}")
        if failed:
            raise Refused("not-now", words.not_answered(failed))
        if cache.add(f"upload:{upload.public_id}:asked", 1, PATIENCE):
            arguments = (upload.public_id, question.extra, question.step)
            _send(answer_question, arguments, expires=PATIENCE)
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
    shown = Upload.objects.filter(public_id=public_id, state=State.SHOWN)
    upload = queue.claim(shown, State.SHOWN)
    try:
        if upload is not None:
            _answer(upload, Question(extra, step))
            queue.finish(upload, State.SHOWN)
    finally:
        cache.delete(f"upload:{public_id}:asked")


def replay_next() -> bool:
    """Replays the next upload, members' first. Returns whether there was one and a free place."""
    waiting = Upload.objects.filter(state=State.WAITING)
    upload = queue.claim(waiting.order_by("-by_member", "pk"), State.REPLAYING)
    if upload is None:
        return False
    record = content.get(upload.public_id, "record")
    try:
        done = _run(upload, Job(record, budget())) if record else Failed("interrupted")
    except GivenUp:
        queue.drop(upload)
        return True
    if isinstance(done, Shown) and not has_board(done.head["game"]["variant"]):
        done = Failed("no-board", done.head["game"]["name"])
    if isinstance(done, Shown):
        parts = {"page": done.page, "marks": done.marks, "result": {"head": done.head}}
        queue.finish(upload, State.SHOWN, **parts)
    elif isinstance(done, Failed):
        queue.refuse(upload, done.end, done.why)
    return True


def budget(share: float = 1) -> Budget:
    """Returns what one replay may use, or a ``share`` of its time."""
    processor_seconds, seconds = settings.UPLOAD_PROCESSOR_SECONDS, settings.UPLOAD_SECONDS
    return Budget(share * processor_seconds, share * seconds, settings.UPLOAD_MEGABYTES)


def _answer(upload: Upload, question: Question) -> None:
    record, marks = (content.get(upload.public_id, part) for part in ("record", "marks"))
    if record is None:
        return
    with suppress(GivenUp):
        done = _run(upload, Job(record, budget(share=0.5), question, marks))
        if isinstance(done, Answers):
            bodies = {f"{question.extra}:{step}": body for step, body in done.bodies.items()}
            content.keep(upload.public_id, answers=bodies)
        elif isinstance(done, Failed):
            key = f"upload:{upload.public_id}:failed:{question.extra}:{question.step}"
            cache.set(key, done.end, PATIENCE)


def _run(upload: Upload, job: Job) -> Shown | Answers | Failed:
    done = run(job, partial(queue.report, upload))
    if isinstance(done, Failed) and done.end == "failed":
        logger.error("the replay of an uploaded record failed: %s", done.why)
    return done


def _send(task: Task, arguments: tuple[Any, ...] = (), **options: Any) -> None:
    try:
        task.apply_async(arguments, queue=Queue.BACKGROUND, retry=False, **options)
    except OperationalError as error:
        raise RedisError from error

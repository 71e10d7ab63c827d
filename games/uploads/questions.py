"""What the page of an uploaded record asks for at a step, such as areas, and the answers.

A worker answers one question about an upload at a time, with those for the steps near it. Answers
are kept as long as the upload, as far as there is room for them.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from engines import registry
from games.uploads import words
from games.uploads.asked_for import Question
from games.uploads.store import (
    WORKER_SECONDS,
    bytes_of,
    keep,
    key,
    opens,
    reader_milliseconds,
    server,
    text,
)
from transport.refusals import Refused

MOST_KEPT = 4 * 1024 * 1024
"""Bytes of answers of one upload. When there would be more, those from before are forgotten."""

WAITING_SECONDS = 30
"""For so long nobody asks a worker again while none has taken a question up."""

REFUSED_SECONDS = 30
"""For so long it is not tried again what could not be worked out."""


def find(upload_id: str, token: str, asked: Question) -> bytes | None:
    """The body of the answer, JSON compressed by gzip, to whoever sent the record; None where it
    is still to be worked out.

    Whoever asks waits for it, and the upload lives on. Raises Refused ``not-found`` for what is
    not there or not theirs, ``not-now`` for what cannot be worked out; and RedisError.
    """
    whose, head = map(text, server().hmget(key(upload_id), ("token", "head")))
    if not opens(token, whose) or not head:
        raise Refused("not-found", words.GONE)
    shown = json.loads(head)
    extras = registry.game(shown["game"]["variant"]).extras
    if asked.step > shown["step"]["step"] or asked.name not in [extra.name for extra in extras]:
        raise Refused("not-found", "This game has nothing of that name.")
    with server().pipeline() as pipe:
        pipe.set(key(upload_id, "reader"), 1, px=reader_milliseconds())
        keep(pipe, upload_id)
        pipe.get(_refused(upload_id, asked))
        pipe.hget(key(upload_id, "answers"), _field(asked.name, asked.step))
        *_, refused, body = pipe.execute()
    if refused:
        raise Refused("not-now", words.not_worked_out(text(refused)))
    return bytes_of(body) or None


def put(upload_id: str) -> bool:
    """Whether a worker is to be asked: whether none is at this upload."""
    return bool(server().set(key(upload_id, "question"), 1, nx=True, ex=WAITING_SECONDS))


@contextmanager
def taken_up(upload_id: str) -> Iterator[None]:
    """A worker is at a question; when it is done the next one may be asked."""
    try:
        yield
    finally:
        server().delete(key(upload_id, "question"))


def still_wanted(upload_id: str, in_place: str, _step: int, _steps: int) -> bool:
    """Whether somebody still waits for an answer; the worker that asks lives."""
    with server().pipeline() as pipe:
        pipe.exists(key(upload_id, "reader"))
        pipe.expire(in_place, WORKER_SECONDS)
        pipe.expire(key(upload_id, "question"), WORKER_SECONDS)
        there, *_ = pipe.execute()
    return bool(there)


def record_and_marks(upload_id: str) -> tuple[bytes, dict[int, bytes]] | None:
    """The record and its marks (:mod:`games.uploads.marks`), as long as it is shown."""
    record, marked = server().hmget(key(upload_id), ("record", "marks"))
    if not marked:
        return None
    steps = json.loads(marked)
    states = server().hmget(key(upload_id), [f"mark:{step}" for step in steps]) if steps else []
    return zlib.decompress(bytes_of(record)), dict(zip(steps, map(bytes_of, states)))


def known(upload_id: str, name: str) -> list[int]:
    """The steps for which there is an answer."""
    fields = (text(each).partition(":") for each in server().hkeys(key(upload_id, "answers")))
    return [int(step) for extra, _, step in fields if extra == name and step]


def keep_answers(upload_id: str, name: str, found: Mapping[int, bytes]) -> None:
    """Keeps what was worked out, for as long as the upload."""
    if not server().exists(key(upload_id)):
        return
    answers, size = key(upload_id, "answers"), sum(map(len, found.values()))
    if int(server().hget(answers, "size") or 0) + size > MOST_KEPT:
        server().delete(answers)
    with server().pipeline() as pipe:
        fields = {_field(name, step): body for step, body in found.items()}
        pipe.hset(answers, mapping=fields)  # type: ignore[arg-type]
        pipe.hincrby(answers, "size", size)
        keep(pipe, upload_id)
        pipe.execute()


def refuse(upload_id: str, asked: Question, end: str) -> None:
    """Keeps for a while why it could not be worked out, as
    :class:`games.uploads.limited.NotShown` says it."""
    server().set(_refused(upload_id, asked), end, ex=REFUSED_SECONDS)


def _field(name: str, step: int) -> str:
    return f"{name}:{step}"


def _refused(upload_id: str, asked: Question) -> str:
    return key(upload_id, "refused", _field(asked.name, asked.step))

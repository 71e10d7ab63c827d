"""What was uploaded: in Redis, for a short time, under an id that nobody guesses.

An upload waits, is replayed by a worker, and is then shown or refused. Two keys beside it say who
is still there: its reader, who asks for it again and again, and the worker that replays it. Each
goes by itself a few seconds after it was last written. Members' uploads come first.
"""

from __future__ import annotations

import json
import secrets
import time
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.utils import translation
from redis import Redis

from engines.rules import Json
from games.uploads import words
from games.uploads.allowance import Sender
from games.uploads.limited import Replayed
from games.uploads.store import (
    WORKER_SECONDS,
    bytes_of,
    keep,
    key,
    opens,
    reader_milliseconds,
    server,
    taken,
    text,
)

KEPT = {True: 16, False: 8}
"""How many results are kept at a time, of members and of visitors; those that nobody has looked at
for longest go first."""
UNDER_WAY = ("waiting", "replaying")
LATER = 1e12
"""Added to a visitor's place in the queue: after every member."""


class Refused(Exception):
    """The upload is not taken; the message is for people."""


@dataclass(frozen=True)
class Upload:
    """How an upload stands: ``waiting`` (``before`` come first), ``replaying`` (``step`` of
    ``steps``), ``refused`` with ``words`` for people, or ``shown`` with ``head``."""

    state: str
    before: int = 0
    step: int = 0
    steps: int = 0
    words: str = ""
    head: Json | None = None


def admit(record: bytes, sender: Sender) -> str:
    """Takes a record; returns its id. Raises Refused, and RedisError."""
    redis = server()
    with redis.lock(key("door"), timeout=5, blocking_timeout=5, sleep=0.02):
        senders = [text(redis.hget(key(each), "sender")) for each in _under_way(redis)]
        if senders.count(sender.name) >= sender.at_once:
            raise Refused(str(words.ENOUGH))
        # Visitors take at most half of the places: there is always one for a member.
        places = settings.UPLOADS_WAITING if sender.member else settings.UPLOADS_WAITING // 2
        if len(senders) >= places:
            raise Refused(str(words.BUSY))
        upload_id = secrets.token_urlsafe(24)
        fields = {
            "token": sender.token,
            "sender": sender.name,
            "member": str(int(sender.member)),
            "state": "waiting",
            "record": record,
            "language": translation.get_language() or "",
        }
        with redis.pipeline() as pipe:
            pipe.hset(key(upload_id), mapping=fields)  # type: ignore[arg-type]
            pipe.expire(key(upload_id), settings.UPLOAD_KEPT_SECONDS)
            pipe.set(key(upload_id, "reader"), 1, px=reader_milliseconds())
            pipe.zadd(key("queue"), {upload_id: time.time() + (0 if sender.member else LATER)})
            pipe.execute()
    return upload_id


def look(upload_id: str, token: str) -> Upload | None:
    """The upload, to whoever sent it; None to anybody else and when it is gone.

    Whoever looks waits for it, and looks on at what is shown. Raises RedisError.
    """
    names = ("token", "state", "step", "steps", "words", "head", "member")
    kept = dict(zip(names, map(text, server().hmget(key(upload_id), names))))
    if not opens(token, kept["token"]):
        return None
    if kept["state"] not in UNDER_WAY:
        head = json.loads(kept["head"]) if kept["head"] else None
        with server().pipeline() as pipe:
            keep(pipe, upload_id)
            pipe.zadd(_results(kept["member"] == "1"), {upload_id: time.time()}, xx=True)
            pipe.execute()
        return Upload(kept["state"], words=kept["words"], head=head)
    with server().pipeline() as pipe:
        pipe.set(key(upload_id, "reader"), 1, px=reader_milliseconds())
        pipe.expire(key(upload_id), settings.UPLOAD_KEPT_SECONDS)
        pipe.zrank(key("queue"), upload_id)
        pipe.exists(key(upload_id, "worker"))
        *_, before, worker = pipe.execute()
    if kept["state"] == "replaying" and not worker:
        refuse(upload_id, str(words.INTERRUPTED))
        return Upload("refused", words=str(words.INTERRUPTED))
    return Upload(kept["state"], before or 0, int(kept["step"] or 0), int(kept["steps"] or 0))


def packed(upload_id: str, token: str) -> bytes | None:
    """The rest of what is shown, as :class:`games.uploads.limited.Replayed` has it, to whoever
    sent the record; None else. Raises RedisError."""
    kept, rest = server().hmget(key(upload_id), ("token", "packed"))
    return bytes_of(rest) if opens(token, text(kept)) else None


@contextmanager
def place(kind: str = "place") -> Iterator[str | None]:
    """One of the places in which records are replayed, None where all are taken. It lasts as long
    as :func:`still_wanted` is asked. Each ``kind`` of work has as many places of its own."""
    names = (key(f"{kind}:{number}") for number in range(settings.UPLOADS_AT_ONCE))
    mine = secrets.token_hex(8)
    found = next((name for name in names if taken(name, mine)), None)
    try:
        yield found
    finally:
        if found and text(server().get(found)) == mine:
            server().delete(found)


def claim() -> tuple[str, bytes] | None:
    """The id and the record of the next upload that somebody waits for, now being replayed."""
    redis = server()
    for upload_id in _under_way(redis):
        if not taken(key(upload_id, "worker"), "1"):
            continue
        state, record = redis.hmget(key(upload_id), ("state", "record"))
        if text(state) == "waiting":
            _change(upload_id, {"state": "replaying"})
            redis.hdel(key(upload_id), "record")
            return upload_id, bytes_of(record)
        redis.delete(key(upload_id, "worker"))
    return None


def language_of(upload_id: str) -> str:
    """The language of whoever sent it."""
    return text(server().hget(key(upload_id), "language")) or settings.LANGUAGE_CODE


def still_wanted(upload_id: str, in_place: str, step: int, steps: int) -> bool:
    """Notes how far the replay is; whether somebody still waits for it."""
    with server().pipeline() as pipe:
        pipe.exists(key(upload_id, "reader"))
        pipe.set(key(upload_id, "worker"), 1, ex=WORKER_SECONDS)
        pipe.expire(in_place, WORKER_SECONDS)
        there, *_ = pipe.execute()
    _change(upload_id, {"step": step, "steps": steps})
    return bool(there)


def show(upload_id: str, record: bytes, replayed: Replayed) -> None:
    """Keeps the result for a while, and the record and its marks for what is asked later."""
    redis = server()
    fields = {
        "state": "shown",
        "head": json.dumps(replayed.head),
        "packed": replayed.packed,
        "record": zlib.compress(record),
        "marks": json.dumps(list(replayed.marks)),
        **{f"mark:{step}": state for step, state in replayed.marks.items()},
    }
    _end(upload_id, fields)
    member = text(redis.hget(key(upload_id), "member")) == "1"
    results = _results(member)
    redis.zadd(results, {upload_id: time.time()})
    for oldest in redis.zrange(results, 0, -KEPT[member] - 1):
        drop(text(oldest))
        redis.zrem(results, text(oldest))


def refuse(upload_id: str, why: str) -> None:
    """Keeps for a while why the record is not shown, in words for people."""
    _end(upload_id, {"state": "refused", "words": why})


def drop(upload_id: str) -> None:
    """Forgets the upload."""
    parts = ("reader", "worker", "answers", "question")
    server().delete(key(upload_id), *(key(upload_id, part) for part in parts))
    server().zrem(key("queue"), upload_id)


def _results(member: bool) -> str:
    return key("results:members" if member else "results:visitors")


def _under_way(redis: Redis) -> list[str]:
    """The uploads that wait or are being replayed, in their order; those that nobody waits for
    and no worker has are forgotten."""
    found = []
    for upload_id in map(text, redis.zrange(key("queue"), 0, -1)):
        alive = redis.exists(key(upload_id, "reader"), key(upload_id, "worker"))
        if alive and redis.exists(key(upload_id)):
            found.append(upload_id)
        else:
            drop(upload_id)
    return found


def _end(upload_id: str, fields: dict[str, Any]) -> None:
    """Changes an upload for the last time. All at once: whoever reads that one has ended may send
    another."""
    with server().pipeline() as pipe:
        pipe.hset(key(upload_id), mapping=fields)  # type: ignore[arg-type]
        pipe.expire(key(upload_id), settings.UPLOAD_KEPT_SECONDS)
        pipe.zrem(key("queue"), upload_id)
        pipe.delete(key(upload_id, "reader"), key(upload_id, "worker"))
        pipe.execute()


def _change(upload_id: str, fields: dict[str, Any]) -> None:
    """Changes an upload, and lets it live on from now."""
    with server().pipeline() as pipe:
        pipe.hset(key(upload_id), mapping=fields)  # type: ignore[arg-type]
        pipe.expire(key(upload_id), settings.UPLOAD_KEPT_SECONDS)
        pipe.execute()

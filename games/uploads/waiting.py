"""What was uploaded: in Redis, for a short time, under an id that nobody guesses.

An upload waits, is replayed by a worker, and is then shown or refused. Two keys beside it say who
is still there: its reader, who asks for it again and again, and the worker that replays it. Each
goes by itself a few seconds after it was last written. Members' uploads come first.
"""

from __future__ import annotations

import functools
import json
import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.utils import translation
from redis import Redis

from engines.game import Json
from games.uploads import words
from games.uploads.allowance import Sender
from games.uploads.limited import Replayed

WORKER_SECONDS = 10
"""After which a worker that has not said anything counts as gone."""
KEPT = {True: 16, False: 8}
"""How many results are kept at a time, of members and of visitors; the oldest go first."""
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
    with redis.lock(_key("door"), timeout=5, blocking_timeout=5, sleep=0.02):
        senders = [_text(redis.hget(_key(each), "sender")) for each in _under_way(redis)]
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
            pipe.hset(_key(upload_id), mapping=fields)  # type: ignore[arg-type]
            pipe.expire(_key(upload_id), settings.UPLOAD_KEPT_SECONDS)
            pipe.set(_key(upload_id, "reader"), 1, px=_reader_milliseconds())
            pipe.zadd(_key("queue"), {upload_id: time.time() + (0 if sender.member else LATER)})
            pipe.execute()
    return upload_id


def look(upload_id: str, token: str) -> Upload | None:
    """The upload, to whoever sent it; None to anybody else and when it is gone.

    Whoever looks waits for it. Raises RedisError.
    """
    names = ("token", "state", "step", "steps", "words", "head")
    kept = dict(zip(names, map(_text, server().hmget(_key(upload_id), names))))
    if not _opens(token, kept["token"]):
        return None
    if kept["state"] not in UNDER_WAY:
        head = json.loads(kept["head"]) if kept["head"] else None
        return Upload(kept["state"], words=kept["words"], head=head)
    with server().pipeline() as pipe:
        pipe.set(_key(upload_id, "reader"), 1, px=_reader_milliseconds())
        pipe.expire(_key(upload_id), settings.UPLOAD_KEPT_SECONDS)
        pipe.zrank(_key("queue"), upload_id)
        pipe.exists(_key(upload_id, "worker"))
        *_, before, worker = pipe.execute()
    if kept["state"] == "replaying" and not worker:
        refuse(upload_id, str(words.INTERRUPTED))
        return Upload("refused", words=str(words.INTERRUPTED))
    return Upload(kept["state"], before or 0, int(kept["step"] or 0), int(kept["steps"] or 0))


def packed(upload_id: str, token: str) -> bytes | None:
    """The rest of what is shown, as :class:`games.uploads.limited.Replayed` has it, to whoever
    sent the record; None else. Raises RedisError."""
    kept, rest = server().hmget(_key(upload_id), ("token", "packed"))
    return _bytes(rest) if _opens(token, _text(kept)) else None


@contextmanager
def place() -> Iterator[str | None]:
    """One of the places in which records are replayed, None where all are taken. It lasts as long
    as :func:`still_wanted` is asked."""
    names = (_key(f"place:{number}") for number in range(settings.UPLOADS_AT_ONCE))
    mine = secrets.token_hex(8)
    found = next((name for name in names if _taken(name, mine)), None)
    try:
        yield found
    finally:
        if found and _text(server().get(found)) == mine:
            server().delete(found)


def claim() -> tuple[str, bytes] | None:
    """The id and the record of the next upload that somebody waits for, now being replayed."""
    redis = server()
    for upload_id in _under_way(redis):
        if not _taken(_key(upload_id, "worker"), "1"):
            continue
        state, record = redis.hmget(_key(upload_id), ("state", "record"))
        if _text(state) == "waiting":
            _change(upload_id, {"state": "replaying"})
            redis.hdel(_key(upload_id), "record")
            return upload_id, _bytes(record)
        redis.delete(_key(upload_id, "worker"))
    return None


def language_of(upload_id: str) -> str:
    """The language of whoever sent it."""
    return _text(server().hget(_key(upload_id), "language")) or settings.LANGUAGE_CODE


def still_wanted(upload_id: str, in_place: str, step: int, steps: int) -> bool:
    """Notes how far the replay is; whether somebody still waits for it."""
    with server().pipeline() as pipe:
        pipe.exists(_key(upload_id, "reader"))
        pipe.set(_key(upload_id, "worker"), 1, ex=WORKER_SECONDS)
        pipe.expire(in_place, WORKER_SECONDS)
        there, *_ = pipe.execute()
    _change(upload_id, {"step": step, "steps": steps})
    return bool(there)


def show(upload_id: str, replayed: Replayed) -> None:
    """Keeps the result for a while."""
    redis = server()
    head = json.dumps(replayed.head)
    _end(upload_id, {"state": "shown", "head": head, "packed": replayed.packed})
    member = _text(redis.hget(_key(upload_id), "member")) == "1"
    results = _key("results:members" if member else "results:visitors")
    redis.zadd(results, {upload_id: time.time()})
    for oldest in redis.zrange(results, 0, -KEPT[member] - 1):
        drop(_text(oldest))
        redis.zrem(results, _text(oldest))


def refuse(upload_id: str, why: str) -> None:
    """Keeps for a while why the record is not shown, in words for people."""
    _end(upload_id, {"state": "refused", "words": why})


def drop(upload_id: str) -> None:
    """Forgets the upload."""
    server().delete(_key(upload_id), _key(upload_id, "reader"), _key(upload_id, "worker"))
    server().zrem(_key("queue"), upload_id)


@functools.cache
def server() -> Redis:
    """The site's Redis."""
    return Redis.from_url(settings.REDIS_URL, socket_timeout=5, socket_connect_timeout=5)


def _under_way(redis: Redis) -> list[str]:
    """The uploads that wait or are being replayed, in their order; those that nobody waits for
    and no worker has are forgotten."""
    found = []
    for upload_id in map(_text, redis.zrange(_key("queue"), 0, -1)):
        alive = redis.exists(_key(upload_id, "reader"), _key(upload_id, "worker"))
        if alive and redis.exists(_key(upload_id)):
            found.append(upload_id)
        else:
            drop(upload_id)
    return found


def _end(upload_id: str, fields: dict[str, Any]) -> None:
    """Changes an upload for the last time. All at once: whoever reads that one has ended may send
    another."""
    with server().pipeline() as pipe:
        pipe.hset(_key(upload_id), mapping=fields)  # type: ignore[arg-type]
        pipe.expire(_key(upload_id), settings.UPLOAD_KEPT_SECONDS)
        pipe.zrem(_key("queue"), upload_id)
        pipe.delete(_key(upload_id, "reader"), _key(upload_id, "worker"))
        pipe.execute()


def _change(upload_id: str, fields: dict[str, Any]) -> None:
    """Changes an upload, and lets it live on from now."""
    with server().pipeline() as pipe:
        pipe.hset(_key(upload_id), mapping=fields)  # type: ignore[arg-type]
        pipe.expire(_key(upload_id), settings.UPLOAD_KEPT_SECONDS)
        pipe.execute()


def _taken(name: str, by: str) -> bool:
    """Whether the key was free, and is now taken for a few seconds."""
    return bool(server().set(name, by, nx=True, ex=WORKER_SECONDS))


def _opens(token: str, kept: str) -> bool:
    return bool(kept) and secrets.compare_digest(kept.encode(), token.encode())


def _reader_milliseconds() -> int:
    return int(settings.UPLOAD_LEFT_SECONDS * 1000)


def _bytes(value: Any) -> bytes:
    """What Redis kept; empty where there is nothing."""
    return value if isinstance(value, bytes) else b""


def _text(value: Any) -> str:
    """What Redis kept; empty where there is nothing."""
    return _bytes(value).decode()


def _key(*names: str) -> str:
    return ":".join((settings.REDIS_PREFIX, "upload", *names))

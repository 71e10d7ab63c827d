"""Where uploads are kept: keys of the site's Redis that all go by themselves."""

from __future__ import annotations

import secrets
from typing import Any

from django.conf import settings
from redis import Redis
from redis.client import Pipeline

from transport.store import process_singleton

WORKER_SECONDS = 10
"""After which a worker that has not said anything counts as gone."""


@process_singleton
def server() -> Redis:
    """The site's Redis."""
    return Redis.from_url(settings.REDIS_URL, socket_timeout=5, socket_connect_timeout=5)


def key(*names: str) -> str:
    """The key of something of uploads: of one the first name is its id."""
    return ":".join((settings.REDIS_PREFIX, "upload", *names))


def keep(pipe: Pipeline, upload_id: str) -> None:
    """Lets an upload live on from now, with what has been answered about it."""
    pipe.expire(key(upload_id), settings.UPLOAD_KEPT_SECONDS)
    pipe.expire(key(upload_id, "answers"), settings.UPLOAD_KEPT_SECONDS)


def taken(name: str, by: str) -> bool:
    """Whether the key was free, and is now taken for a few seconds."""
    return bool(server().set(name, by, nx=True, ex=WORKER_SECONDS))


def opens(token: str, kept: str) -> bool:
    """Whether ``token`` is that of the upload, as it is kept; nothing opens one that is gone."""
    return bool(kept) and secrets.compare_digest(kept.encode(), token.encode())


def reader_milliseconds() -> int:
    """How long somebody who has just asked counts as being there."""
    return int(settings.UPLOAD_LEFT_SECONDS * 1000)


def bytes_of(value: Any) -> bytes:
    """What Redis kept; empty where there is nothing."""
    return value if isinstance(value, bytes) else b""


def text(value: Any) -> str:
    """What Redis kept; empty where there is nothing."""
    return bytes_of(value).decode()

"""The content of uploads, in Redis, until nobody has looked at it for some minutes.

People who upload a record are promised that it is not stored, so it is never in the database or in
a backup. All functions raise RedisError.
"""

from __future__ import annotations

from typing import Any

from django.conf import settings

from transport.cache import cache

PARTS = ("record", "result", "page", "marks", "answers")
"""``record``: the file. ``result``: how the replay ended, with the head of the page or the reason.
``page``: all that the page shows, as JSON compressed by gzip. ``marks``: states from which steps
can be reached again. ``answers``: the extras calculated last, by name and step."""


def keep(public_id: str, **parts: Any) -> None:
    """Stores these parts of an upload."""
    values = {_key(public_id, part): value for part, value in parts.items()}
    cache.set_many(values, settings.UPLOAD_KEPT_SECONDS)


def get(public_id: str, part: str) -> Any:
    """Returns a part of an upload; None if there is none."""
    return cache.get(_key(public_id, part))


def keep_longer(public_id: str) -> None:
    """Restarts the storage time of all parts of an upload."""
    for part in PARTS:
        cache.touch(_key(public_id, part), settings.UPLOAD_KEPT_SECONDS)


def drop(public_id: str) -> None:
    """Deletes all parts of an upload."""
    cache.delete_many([_key(public_id, part) for part in PARTS])


def _key(public_id: str, part: str) -> str:
    return f"upload:{public_id}:{part}"

"""An uploaded record: its row, and its content in Redis."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models

from games.models.game import new_public_id
from transport.cache import cache

PARTS = ("record", "result", "page", "marks", "answers")
"""What the content consists of. ``record``: the file. ``result``: how the replay ended, with the
head of the page or the reason. ``page``: all that the page shows, as JSON compressed by gzip.
``marks``: states from which steps can be reached again. ``answers``: the extras calculated last, by
name and step."""


class Upload(models.Model):
    """An uploaded record, and how far its replay has got.

    People who upload a record are promised that it is not stored, so it is never in the database or
    in a backup: its content is in Redis, until nobody has looked at it for some minutes. Methods
    raise RedisError. The row does not name the sender, either: ``owner`` and ``sender`` are keyed
    hashes, of the browser that may see the record, and of the member or address whose uploads are
    counted together.
    """

    class State(models.TextChoices):
        """How far the upload has got."""

        WAITING = "waiting"
        REPLAYING = "replaying"
        SHOWN = "shown"
        REFUSED = "refused"

    public_id = models.CharField(max_length=32, unique=True, default=new_public_id)
    owner = models.CharField(max_length=64)
    sender = models.CharField(max_length=64)
    by_member = models.BooleanField()
    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    step = models.PositiveIntegerField(default=0)
    steps = models.PositiveIntegerField(default=0)
    seen_at = models.DateTimeField()
    """When its page last asked for it."""
    worked_at = models.DateTimeField(null=True)
    """When a worker that replays it or answers a question about it last reported."""

    def __str__(self) -> str:
        return f"{self.public_id}: {self.state}"

    def key(self, name: str) -> str:
        """Returns the key in Redis of a part of the content, or of something else about it."""
        return f"upload:{self.public_id}:{name}"

    def keep(self, **parts: Any) -> None:
        """Stores these parts of the content."""
        values = {self.key(name): part for name, part in parts.items()}
        cache.set_many(values, settings.UPLOAD_KEPT_SECONDS)

    def part(self, name: str) -> Any:
        """Returns a part of the content; None if it is not there."""
        return cache.get(self.key(name))

    def keep_longer(self) -> None:
        """Restarts the storage time of the content."""
        for name in PARTS:
            cache.touch(self.key(name), settings.UPLOAD_KEPT_SECONDS)

    def forget(self) -> None:
        """Deletes the content."""
        cache.delete_many([self.key(name) for name in PARTS])

"""The row of an uploaded record."""

from __future__ import annotations

from django.db import models

from games.models.game import new_public_id


class Upload(models.Model):
    """An uploaded record, and how far its replay has got.

    The record itself is not stored here (:mod:`games.archive.uploads.content`), nor is its sender.
    ``owner`` and ``sender`` are keyed hashes: of the browser that may see it, and of the member or
    address whose uploads are counted together.
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

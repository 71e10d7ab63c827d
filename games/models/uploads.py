"""The row of an upload."""

from __future__ import annotations

import secrets

from django.db import models


def new_public_id() -> str:
    """The part of an upload's address that nobody guesses."""
    return secrets.token_urlsafe(24)


class Upload(models.Model):
    """A record that somebody uploaded, and how far its replay is.

    Nothing of the record is here (:mod:`games.archive.uploads.content`), nor who sent it: ``owner``
    and ``sender`` are keyed hashes, of the browser that may see it and of the member or address
    whose uploads are counted together.
    """

    class State(models.TextChoices):
        """What has been done with it."""

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
    """When its page last asked about it."""
    worked_at = models.DateTimeField(null=True)
    """When the worker that replays it, or answers a question about it, last reported."""

    def __str__(self) -> str:
        return f"{self.public_id}: {self.state}"

"""Members' bots: whether their programs are connected, and what they take."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import models

from accounts.models.members import User

CONNECTED_FOR = timedelta(seconds=45)
"""A bot is connected if its stream was last noted to be open so recently."""


class ConnectionQuerySet(models.QuerySet["BotConnection"]):
    """Connections, with a filter for those that are open."""

    def open(self, now: datetime) -> ConnectionQuerySet:
        """Those of bots that are there at ``now`` and whose owners' accounts are active."""
        there = self.filter(seen_at__gt=now - CONNECTED_FOR, bot__is_active=True)
        return there.filter(bot__owner__is_active=True)


class BotConnection(models.Model):
    """The last connection of a member's bot. ``key``: tells it from earlier ones, which may end
    later. ``takes``: as the bot said when it connected (:mod:`games.pages.members_bots`)."""

    bot = models.OneToOneField(
        User, primary_key=True, on_delete=models.CASCADE, related_name="connection"
    )
    key = models.CharField(max_length=32)
    takes = models.JSONField()
    seen_at = models.DateTimeField(null=True)
    """When its stream was last noted to be open; None once it has ended."""

    objects = ConnectionQuerySet.as_manager()

    def __str__(self) -> str:
        return f"connection of {self.bot_id}"

    def is_open(self, now: datetime) -> bool:
        """Whether the bot is there at ``now``."""
        return self.seen_at is not None and self.seen_at > now - CONNECTED_FOR

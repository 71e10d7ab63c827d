"""Members' bots: whether their programs are connected, and what they play."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import models

from accounts.models.members import User

CONNECTED_FOR = timedelta(seconds=45)
"""How long a bot counts as connected after its stream was last noted to be open."""


class ConnectionQuerySet(models.QuerySet["BotConnection"]):
    """Connections, with a filter for those that are open."""

    def open(self, now: datetime) -> ConnectionQuerySet:
        """The connections that are open at ``now``, of bots that are active and whose owners are,
        too."""
        connected = self.filter(seen_at__gt=now - CONNECTED_FOR, bot__is_active=True)
        return connected.filter(bot__owner__is_active=True)


class BotConnection(models.Model):
    """The last connection of a member's bot. ``key`` identifies it, because an earlier one may be
    noticed as closed only later. ``takes``: what the bot said it plays when it connected
    (:mod:`games.pages.members_bots`)."""

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
        """Whether the connection is open at ``now``."""
        return self.seen_at is not None and self.seen_at > now - CONNECTED_FOR

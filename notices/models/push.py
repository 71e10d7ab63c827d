"""Browsers that show notices while no page of the site is open."""

from __future__ import annotations

from django.db import models

from accounts.models import User


class PushDevice(models.Model):
    """A browser that shows a member their notices even when no page of the site is open.

    ``endpoint``: its address at its push service. ``p256dh``, ``auth``: its keys, as the browser
    writes them. ``language``: of the page on which it was turned on, for members who have not
    chosen one. ``session``: the handle of the session in which it was turned on; when that is
    ended, other than by expiring, the device is removed. ``password``: a mark that changes with the
    member's password; a device with another mark is ignored.

    While its push service does not accept messages: ``failing_since``, ``again_at`` (the next
    attempt) and ``waiting`` (keys of the notices to send then).
    """

    member = models.ForeignKey(User, on_delete=models.CASCADE, related_name="push_devices")
    endpoint = models.CharField(max_length=1000, unique=True)
    p256dh = models.CharField(max_length=90)
    auth = models.CharField(max_length=30)
    language = models.CharField(max_length=10)
    session = models.CharField(max_length=24, db_index=True)
    password = models.CharField(max_length=24)
    created_at = models.DateTimeField()
    failing_since = models.DateTimeField(null=True)
    again_at = models.DateTimeField(null=True, db_index=True)
    waiting = models.JSONField(default=list)

    class Meta:
        ordering = ["-created_at", "-pk"]

    def __str__(self) -> str:
        """Without the address: anyone with it and the keys could send to the browser."""
        return f"a device of {self.member_id}"


class PushOffer(models.Model):
    """A member has answered the offer of push notifications, which is made once."""

    member = models.OneToOneField(
        User, primary_key=True, on_delete=models.CASCADE, related_name="push_offer"
    )
    answered_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"answer of {self.member_id}"

"""Where else the site tells what happens: webhooks, and calendars of deadlines."""

from __future__ import annotations

from urllib.parse import urlsplit

from django.db import models
from django.utils.translation import gettext_lazy

from accounts.models import User
from accounts.models.tokens import digest_of
from games.models import Game
from lobby.models import Table


class Webhook(models.Model):
    """The address of another server that the site tells what happens. A member's webhook is told of
    their notices. Without a ``member`` it is the club's, and is told of public games that begin
    (``tells_began``) or end (``tells_ended``) and of listed tables that open (``tells_opened``).

    ``address``: anyone who knows it can send there. ``secret``: the key that signs requests, as its
    owner sees it. ``sent_at``: when the server last accepted something. ``failing_since``: since
    when it has accepted nothing, and ``status``: its last answer then (None if there was none).
    ``stopped_at``: since then, only tests are sent. ``password_digest``: of the member's password
    when they set or confirmed it; after a new password nothing is sent until they confirm it again.
    """

    member = models.OneToOneField(
        User, null=True, on_delete=models.CASCADE, related_name="webhook", editable=False
    )
    address = models.CharField(gettext_lazy("address"), max_length=1000)
    secret = models.CharField(gettext_lazy("secret"), max_length=60, editable=False)
    password_digest = models.CharField(max_length=64, default="", db_default="", editable=False)
    tells_began = models.BooleanField(gettext_lazy("public games that begin"), default=False)
    tells_ended = models.BooleanField(gettext_lazy("public games that end"), default=False)
    tells_opened = models.BooleanField(gettext_lazy("listed tables that open"), default=False)
    made_at = models.DateTimeField(gettext_lazy("set at"), editable=False)
    sent_at = models.DateTimeField(gettext_lazy("last accepted at"), null=True, editable=False)
    failing_since = models.DateTimeField(null=True, editable=False)
    status = models.PositiveSmallIntegerField(null=True, editable=False)
    stopped_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        verbose_name = gettext_lazy("webhook")
        verbose_name_plural = gettext_lazy("webhooks")

    def __str__(self) -> str:
        """Only the server, as the rest of the address may be a secret."""
        return urlsplit(self.address).hostname or ""

    @property
    def is_confirmed(self) -> bool:
        """Whether the member's password is the one with which they set or confirmed it."""
        return self.member is None or self.password_digest == digest_of(self.member.password)


class HookCall(models.Model):
    """A request that still has to be sent to a webhook: an event of the club, or a test.
    ``due_at``: when to try next; ``tries``: how often that has failed."""

    class What(models.TextChoices):
        """What is told."""

        BEGAN = "game.began", "a game has begun"
        ENDED = "game.ended", "a game has ended"
        OPENED = "table.opened", "a table is open"
        TEST = "test", "a test"

    hook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="calls")
    what = models.CharField(max_length=12, choices=What)
    game = models.ForeignKey(Game, null=True, on_delete=models.CASCADE, related_name="+")
    table = models.ForeignKey(Table, null=True, on_delete=models.CASCADE, related_name="+")
    made_at = models.DateTimeField()
    due_at = models.DateTimeField(db_index=True)
    tries = models.PositiveSmallIntegerField(default=0, db_default=0)

    def __str__(self) -> str:
        return f"{self.what} for {self.hook_id}"


class CalendarFeed(models.Model):
    """The secret address at which a member's deadlines can be read as a calendar. ``digest``: of
    its secret part. ``password_digest``: of the member's password then, with which it ends."""

    member = models.OneToOneField(
        User, primary_key=True, on_delete=models.CASCADE, related_name="calendar_feed"
    )
    digest = models.CharField(max_length=64, unique=True)
    password_digest = models.CharField(max_length=64, default="", db_default="")
    made_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"calendar of {self.member_id}"

    @property
    def works(self) -> bool:
        """Whether the member is active and has the same password as when the address was made."""
        return self.member.is_active and self.password_digest == digest_of(self.member.password)

"""Reports, with the chat around them and the moderators' decisions."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy

from accounts.models import User
from games.models import ChatMessage, Game
from lobby.models import Table, TableMessage


class Why(models.TextChoices):
    """The reasons for a report."""

    INSULT = "insult", gettext_lazy("Insults, threats or hate")
    SPAM = "spam", gettext_lazy("Advertising or spam")
    SPOILING = "spoiling", gettext_lazy("Cheating or spoiling the game on purpose")
    NAME = "name", gettext_lazy("An offensive name")
    OTHER = "other", gettext_lazy("Something else")


class ReportOutcome(models.TextChoices):
    """What a moderator decided; empty while the report waits."""

    WAITS = "", gettext_lazy("waits for a moderator")
    NOTHING = "nothing", gettext_lazy("nothing had to be done")
    WARNED = "warned", gettext_lazy("the member was warned")
    CHAT_BANNED = "chat-banned", gettext_lazy("the member was banned from chats")
    SUSPENDED = "suspended", gettext_lazy("the member was suspended")


class Report(models.Model):
    """A member's report of a message or, if ``said_at`` is None, of a player in a game or at a
    table.

    ``context``: the messages around it, oldest first, as ``{"id", "author", "text", "at"}`` with
    the author's key. Names are looked up when the report is shown, so that the name of a deleted
    account is gone here too.
    """

    Why, Outcome = Why, ReportOutcome

    by = models.ForeignKey(
        User,
        verbose_name=gettext_lazy("reported by"),
        null=True,
        on_delete=models.SET_NULL,
        related_name="reports",
    )
    about = models.ForeignKey(
        User,
        verbose_name=gettext_lazy("reported member"),
        null=True,
        on_delete=models.SET_NULL,
        related_name="reports_about",
    )
    why = models.CharField(gettext_lazy("what is wrong"), max_length=10, choices=Why)
    game = models.ForeignKey(
        Game,
        verbose_name=gettext_lazy("game"),
        null=True,
        on_delete=models.SET_NULL,
        related_name="+",
    )
    table = models.ForeignKey(
        Table,
        verbose_name=gettext_lazy("table"),
        null=True,
        on_delete=models.SET_NULL,
        related_name="+",
    )
    game_message = models.ForeignKey(
        ChatMessage, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    table_message = models.ForeignKey(
        TableMessage, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    text = models.CharField(gettext_lazy("reported message"), max_length=500, blank=True)
    said_at = models.DateTimeField(gettext_lazy("said at"), null=True)
    context = models.JSONField(default=list)
    reported_at = models.DateTimeField(gettext_lazy("reported at"), default=timezone.now)
    outcome = models.CharField(
        gettext_lazy("outcome"),
        max_length=12,
        choices=ReportOutcome,
        blank=True,
        default=ReportOutcome.WAITS,
    )
    told = models.CharField(gettext_lazy("what the member was told"), max_length=300, blank=True)
    decided_by = models.ForeignKey(
        User,
        verbose_name=gettext_lazy("decided by"),
        null=True,
        on_delete=models.SET_NULL,
        related_name="+",
    )
    decided_at = models.DateTimeField(gettext_lazy("decided at"), null=True)
    taken_down = models.BooleanField(gettext_lazy("message taken down"), default=False)

    class Meta:
        verbose_name = gettext_lazy("report")
        verbose_name_plural = gettext_lazy("reports")
        ordering = ["-reported_at", "-pk"]
        indexes = [
            models.Index("reported_at", name="waiting_reports", condition=Q(decided_at=None)),
            models.Index(
                "decided_at", name="decided_reports", condition=Q(decided_at__isnull=False)
            ),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["by", "game_message"], name="a_message_of_a_game_is_reported_once"
            ),
            models.UniqueConstraint(
                fields=["by", "table_message"], name="a_message_at_a_table_is_reported_once"
            ),
            models.UniqueConstraint(
                fields=["by", "about", "game"],
                condition=Q(said_at=None),
                name="a_player_of_a_game_is_reported_once",
            ),
            models.UniqueConstraint(
                fields=["by", "about", "table"],
                condition=Q(said_at=None),
                name="a_player_at_a_table_is_reported_once",
            ),
        ]

    def __str__(self) -> str:
        if self.about is None:
            return gettext("report about a former member")
        return gettext("report about %(name)s") % {"name": self.about}

    @property
    def message(self) -> ChatMessage | TableMessage | None:
        """The reported message; None if a player was reported or the message was deleted."""
        return self.game_message or self.table_message

    @property
    def waits(self) -> bool:
        """Whether no moderator has decided yet."""
        return self.decided_at is None

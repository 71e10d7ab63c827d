"""What members are told, what they want to be told, and when they are warned."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy

from accounts.models import User
from games.models import Game
from lobby.models import Table


class Kind(models.TextChoices):
    """What a notice is about, as members choose what they want to be told."""

    TURN = "turn", gettext_lazy("It is your turn")
    TIME = "time", gettext_lazy("Your time is running out")
    COURSE = "course", gettext_lazy("A game of yours begins, ends, is paused, resumed or cancelled")
    MODERATION = "moderation", gettext_lazy("A moderator does something that affects you")
    TABLE = "table", gettext_lazy("Somebody asks for a seat at your table, or a host answers you")
    MENTION = "mention", gettext_lazy("Somebody writes your name in a chat, as in @Name")


class What(models.TextChoices):
    """What happened; which kinds have which is in :mod:`notices.words`."""

    YOUR_TURN = "your-turn", "a turn of theirs began"
    BEGAN = "began", "the game began"
    RUNS_OUT = "runs-out", "their time runs out"
    ENDED = "ended", "the game ended"
    PAUSED = "paused", "the game was paused"
    RESUMED = "resumed", "the game was resumed"
    CANCELLED = "cancelled", "the game was cancelled"
    STOPPED = "stopped", "the server stopped the game"
    ABSENT = "absent", "they left by missing turns"
    AWAY = "away", "they left by being away"
    REMOVED = "removed", "a moderator removed them"
    ENDED_TURN = "ended-turn", "a moderator ended the turn"
    ASKED = "asked", "somebody asks for a seat"
    LET_IN = "let-in", "the host let them in"
    REFUSED = "refused", "the host said no"
    MENTIONED = "mentioned", "somebody wrote their name"


class Notice(models.Model):
    """The last thing of its kind that a member was told of a game, or of a table.

    ``step``: the one that a choice is awaited for. ``who``: whoever did it, where that is somebody.
    """

    Kind, What = Kind, What

    # Without constraints: a game that goes on does not wait for rows of members, nor fails where
    # one has just been deleted.
    member = models.ForeignKey(
        User, on_delete=models.CASCADE, db_constraint=False, db_index=False, related_name="notices"
    )  # the constraints' indexes serve
    kind = models.CharField(max_length=12, choices=Kind)
    what = models.CharField(max_length=12, choices=What)
    game = models.ForeignKey(Game, null=True, on_delete=models.CASCADE, related_name="+")
    table = models.ForeignKey(Table, null=True, on_delete=models.CASCADE, related_name="+")
    who = models.ForeignKey(
        User, null=True, on_delete=models.SET_NULL, db_constraint=False, related_name="+"
    )
    step = models.PositiveIntegerField(null=True)
    at = models.DateTimeField()
    read_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-at", "-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["member", "kind", "game"], name="one_notice_a_member_kind_and_game"
            ),
            models.UniqueConstraint(
                fields=["member", "kind", "table"], name="one_notice_a_member_kind_and_table"
            ),
        ]
        indexes = [
            models.Index("member", name="unread_notices", condition=Q(read_at__isnull=True)),
            models.Index("read_at", name="read_notices", condition=Q(read_at__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"{self.what} for {self.member_id}"


class Wish(models.Model):
    """Whether a member wants to be told of a kind; without a row they do."""

    member = models.ForeignKey(
        User, on_delete=models.CASCADE, db_index=False, related_name="wishes"
    )  # the constraint's index serves
    kind = models.CharField(max_length=12, choices=Kind)
    in_site = models.BooleanField(default=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["member", "kind"], name="one_wish_a_member_and_kind")
        ]

    def __str__(self) -> str:
        return f"{self.kind} for {self.member_id}: {'yes' if self.in_site else 'no'}"


class TurnWarning(models.Model):
    """When the players of a game who have not chosen by then are warned that its turn ends."""

    game = models.OneToOneField(
        Game, primary_key=True, on_delete=models.CASCADE, related_name="turn_warning"
    )
    step = models.PositiveIntegerField()
    due_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"step {self.step} of {self.game_id} at {self.due_at}"

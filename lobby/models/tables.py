"""Tables, at which players gather for a game."""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta
from typing import Any

from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy

from accounts.models import User
from accounts.names import LONGEST_NAME
from engines.registry import game as engine_for
from engines.rules import Rules
from games.models import FORMER_MEMBER, Game, Message, new_public_id
from games.store.columns import ListedColumn, SettingsField

INVITED_FOR = timedelta(days=1)
"""How long an invitation to a table is valid."""
LONGEST_TITLE = 80
"""In characters."""


def new_join_key() -> str:
    """A key for the link of a table that can be joined only by link: 96 bits."""
    return secrets.token_urlsafe(12)


class Table(models.Model):
    """Players gathering for a game, until it starts (``game``) or the table closes
    (``closed_at``)."""

    class Joining(models.TextChoices):
        ANYONE = "anyone", gettext_lazy("anyone")
        APPROVAL = "approval", gettext_lazy("anyone the host accepts")
        LINK = "link", gettext_lazy("anyone with the link")

    class Starts(models.TextChoices):
        """What starts the countdown at a full table."""

        READY = "ready", gettext_lazy("when everybody says that they are ready")
        FULL = (
            "full",
            gettext_lazy(
                "automatically when all seats are taken, or three minutes after the last player "
                "took one"
            ),
        )

    public_id = models.CharField(max_length=30, unique=True, default=new_public_id, editable=False)
    join_key = models.CharField(max_length=30, default=new_join_key, editable=False)
    host = models.ForeignKey(
        User,
        verbose_name=gettext_lazy("host"),
        null=True,
        on_delete=models.SET_NULL,
        related_name="tables",
    )
    title = models.CharField(gettext_lazy("title"), max_length=LONGEST_TITLE)
    variant = models.CharField(gettext_lazy("variant"), max_length=40)
    options = models.JSONField(gettext_lazy("options"), default=dict)
    seats = models.PositiveSmallIntegerField(gettext_lazy("seats"))
    settings = SettingsField(gettext_lazy("settings"))
    joining = models.CharField(
        gettext_lazy("joining"), max_length=10, choices=Joining, default=Joining.ANYONE
    )
    listed = ListedColumn()
    starts = models.CharField(
        gettext_lazy("starts"), max_length=10, choices=Starts, default=Starts.READY
    )
    players_run = models.BooleanField(gettext_lazy("players run"), default=True)
    """Whether anyone seated may seat bots and start with fewer players while the host is away."""
    players_seat_bots = models.BooleanField(gettext_lazy("players seat bots"), default=True)
    """Whether everyone seated may seat a bot of their own."""
    bots_join = models.BooleanField(gettext_lazy("bots join"), default=False)
    """Whether bots of members may sit down by themselves; else somebody has to add them."""
    players_invite = models.BooleanField(gettext_lazy("players invite"), default=True)
    """Whether everyone seated may invite members by name; else only the host may."""
    bots_after = models.PositiveSmallIntegerField(gettext_lazy("bots after"), null=True, blank=True)
    """Minutes after the last person took a seat until bots fill the free ones; None: never."""
    fills_at = models.DateTimeField(gettext_lazy("fills at"), null=True, blank=True)
    """When bots fill the free seats; None if they do not, or not yet."""
    here_by = models.DateTimeField(gettext_lazy("here by"), null=True, blank=True)
    """By when those who sat down a while ago must say that they are here; None: nobody is asked."""
    host_seen_at = models.DateTimeField(gettext_lazy("host seen at"), default=timezone.now)
    """When the host last had the table's page open or did something at the table."""
    created_at = models.DateTimeField(gettext_lazy("created at"), default=timezone.now)
    touched_at = models.DateTimeField(gettext_lazy("touched at"), default=timezone.now)
    starts_at = models.DateTimeField(gettext_lazy("starts at"), null=True, blank=True)
    """When the countdown ends and the game starts; None while somebody is not ready."""
    closed_at = models.DateTimeField(gettext_lazy("closed at"), null=True, blank=True)
    game = models.OneToOneField(
        Game,
        verbose_name=gettext_lazy("game"),
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="table",
    )
    rematch_of = models.OneToOneField(
        Game,
        verbose_name=gettext_lazy("rematch of"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="rematch",
    )
    """The game that is to be played again; a game has at most one rematch."""
    closes_at = models.DateTimeField(gettext_lazy("closes at"), null=True, blank=True)
    """When the table of a rematch closes unless its game starts; None at other tables."""

    class Meta:
        verbose_name = gettext_lazy("table")
        verbose_name_plural = gettext_lazy("tables")
        ordering = ["-created_at"]
        indexes = [
            models.Index("starts_at", name="by_start", condition=Q(starts_at__isnull=False)),
            models.Index(
                "closes_at",
                name="offers_by_end",
                condition=Q(closes_at__isnull=False, closed_at__isnull=True, game__isnull=True),
            ),
            models.Index(
                "fills_at",
                name="filled_by_time",
                condition=Q(fills_at__isnull=False, closed_at__isnull=True, game__isnull=True),
            ),
            models.Index("here_by", name="by_here", condition=Q(here_by__isnull=False)),
            models.Index(
                "touched_at",
                name="open_by_touch",
                condition=Q(closed_at__isnull=True, game__isnull=True),
            ),
            models.Index(
                fields=["-created_at", "-id"],
                name="open_by_creation",
                condition=Q(closed_at__isnull=True, game__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        """The table's stable address."""
        return reverse("table", args=[self.public_id])

    @property
    def engine(self) -> Rules[Any]:
        """The rules of the game."""
        return engine_for(self.variant)

    @property
    def picks_seats(self) -> bool:
        """Whether people pick their seats. If not, they get the numbers that bots leave free, in
        the order in which they joined. Bots are put on chosen seats either way."""
        return self.engine.seats_differ or bool(self.engine.fixed_colours)

    @property
    def is_open(self) -> bool:
        """Whether the table still gathers players."""
        return self.closed_at is None and self.game_id is None


class Place(models.Model):
    """Somebody at a table: on the seat ``number``, or asking the host for a seat (``number``
    None)."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="places")
    number = models.PositiveSmallIntegerField(gettext_lazy("number"), null=True, blank=True)
    user = models.ForeignKey(
        User, verbose_name=gettext_lazy("member"), on_delete=models.CASCADE, related_name="places"
    )
    engine_plays = models.BooleanField(default=False)
    """Whether the game's bot plays here."""
    bot_name = models.CharField(gettext_lazy("bot name"), max_length=LONGEST_NAME, blank=True)
    """The name given to the bot; empty if it keeps its usual name."""
    seated_by = models.ForeignKey(
        User,
        verbose_name=gettext_lazy("seated by"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="bots_seated",
    )
    """Who seated the bot."""
    stone_colour = models.CharField(gettext_lazy("stone colour"), max_length=20)
    mark_colour = models.CharField(max_length=20)
    ready = models.BooleanField(gettext_lazy("ready"), default=False)
    swap_with = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="asked_by"
    )
    """The place with which this one asks to swap seats."""
    joined_at = models.DateTimeField(gettext_lazy("joined at"), default=timezone.now)
    here_at = models.DateTimeField(default=timezone.now)
    """When the member sat down, or last said whether they are ready."""

    class Meta:
        verbose_name = gettext_lazy("place")
        verbose_name_plural = gettext_lazy("places")
        ordering = ["number", "joined_at"]
        indexes = [models.Index("joined_at", name="not_ready", condition=Q(ready=False))]
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="one_place_a_number"),
            models.UniqueConstraint(fields=["table", "user"], name="one_place_a_user_and_table"),
        ]

    def __str__(self) -> str:
        return f"{self.name} at {self.table_id}"

    @property
    def name(self) -> str:
        """The name of the member or bot here."""
        return self.bot_name or str(self.user)

    @property
    def is_bot(self) -> bool:
        """Whether a bot sits here: the game's own, or a member's."""
        return self.engine_plays or self.user.is_bot


class TableInvitationQuerySet(models.QuerySet["TableInvitation"]):
    """Invitations, with a filter for those still open."""

    def open(self, now: datetime) -> TableInvitationQuerySet:
        """Those that can still be accepted at ``now``, if the table has a free seat."""
        return self.filter(answer=TableInvitation.Answer.NONE, invited_at__gt=now - INVITED_FOR)


class TableInvitation(models.Model):
    """A member was invited to a table by name, and may sit down without the link and without
    asking. The invitation is deleted when they do.

    ``number``, ``stone_colour``, ``mark_colour``: the seat kept for the member, in a rematch.
    """

    class Answer(models.TextChoices):
        """What happened to the invitation."""

        NONE = "", gettext_lazy("no answer yet")
        DECLINED = "declined", gettext_lazy("declined")
        WITHDRAWN = "withdrawn", gettext_lazy("withdrawn")

    table = models.ForeignKey(
        Table, on_delete=models.CASCADE, db_index=False, related_name="invitations"
    )  # the constraint's index is enough
    member = models.ForeignKey(User, on_delete=models.CASCADE, related_name="invited_to")
    by = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    answer = models.CharField(max_length=10, choices=Answer, blank=True, default=Answer.NONE)
    invited_at = models.DateTimeField()
    number = models.PositiveSmallIntegerField(null=True)
    stone_colour = models.CharField(max_length=20, blank=True)
    mark_colour = models.CharField(max_length=20, blank=True)

    objects = TableInvitationQuerySet.as_manager()

    class Meta:
        ordering = ["invited_at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["table", "member"], name="a_member_is_invited_once_to_a_table"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.member_id} to {self.table_id}"

    def stands(self, now: datetime) -> bool:
        """Whether it can still be accepted."""
        return not self.answer and not self.has_lapsed(now)

    def has_lapsed(self, now: datetime) -> bool:
        """Whether it expired without an answer."""
        return not self.answer and self.invited_at <= now - INVITED_FOR


class TableMessage(Message):
    """A chat message at a table before its game; deleted along with the table."""

    table = models.ForeignKey(
        Table, verbose_name=gettext_lazy("table"), on_delete=models.CASCADE, related_name="chat"
    )

    class Meta(Message.Meta):
        abstract = False
        verbose_name = gettext_lazy("table message")
        verbose_name_plural = gettext_lazy("table messages")

    def __str__(self) -> str:
        return f"{self.author or FORMER_MEMBER} at {self.table_id}"

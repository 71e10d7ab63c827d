"""What members are told, what they want to be told, and when they are warned."""

from __future__ import annotations

from datetime import datetime

from django.db import models
from django.db.models import Q
from django.utils.text import Truncator
from django.utils.translation import gettext_lazy

from accounts.models import User
from games.models import Game
from lobby.models import Table
from notices.kinds import Kind, Way, What

__all__ = [
    "Announcement",
    "Kind",
    "Notice",
    "PushDevice",
    "PushOffer",
    "Sending",
    "Timing",
    "TurnWarning",
    "Way",
    "What",
    "Wish",
]


class AnnouncementQuerySet(models.QuerySet["Announcement"]):
    """Announcements, by whether they are shown."""

    def running(self, now: datetime) -> AnnouncementQuerySet:
        """Those that are shown to everybody who has not read them."""
        return self.filter(ended_at=None, until__gt=now)


class Announcement(models.Model):
    """A word from the moderators to all members: shown on every page until it is read, it is
    ``until``, or a moderator ends it."""

    text = models.TextField(gettext_lazy("text"), max_length=500)
    by = models.ForeignKey(
        User,
        verbose_name=gettext_lazy("by"),
        null=True,
        on_delete=models.SET_NULL,
        related_name="+",
    )
    created_at = models.DateTimeField(gettext_lazy("created at"), editable=False)
    until = models.DateTimeField(gettext_lazy("until"))
    ended_at = models.DateTimeField(gettext_lazy("ended at"), null=True, editable=False)

    objects = AnnouncementQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at", "-pk"]
        verbose_name = gettext_lazy("announcement")
        verbose_name_plural = gettext_lazy("announcements")
        permissions = [("end_announcement", "Can end an announcement")]

    def __str__(self) -> str:
        return Truncator(" ".join(self.text.split())).chars(60)


class Notice(models.Model):
    """The last thing of its kind that a member was told of a game, or of a table; and what
    moderators did about the member, which is of neither, each by itself.

    ``step``: the one that a choice is awaited for. ``who``: whoever did it, where that is somebody.
    ``last_chance``: missing one more turn puts the member out of the game.
    ``reason``, ``until``: of what a moderator did about the member. ``announcement``: the word to
    all members that it tells.

    For each way out, ``…_due_at`` is when it is to be sent, None where it is not, or not any more:
    because it was, because it is not to be, or because nobody took it for too long. ``…_sent_at``
    is when the notice, or an earlier one in its place, was sent last.
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
    announcement = models.ForeignKey(
        Announcement, null=True, on_delete=models.CASCADE, related_name="notices"
    )
    step = models.PositiveIntegerField(null=True)
    last_chance = models.BooleanField(default=False, db_default=False)
    reason = models.CharField(max_length=300, blank=True, db_default="")
    until = models.DateTimeField(null=True)
    at = models.DateTimeField()
    read_at = models.DateTimeField(null=True)
    push_due_at = models.DateTimeField(null=True)
    push_sent_at = models.DateTimeField(null=True)
    mail_due_at = models.DateTimeField(null=True)
    mail_sent_at = models.DateTimeField(null=True)

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
        # None for what is due: a row whose index entries stay is replaced in place, by a run that
        # nobody should wait for; whatever looks every few seconds goes through what is unread.

    def __str__(self) -> str:
        return f"{self.what} for {self.member_id}"


class Wish(models.Model):
    """Whether a member wants to be told of a kind by a way; without a row, what is usual for it
    counts (:mod:`notices.wishes`)."""

    member = models.ForeignKey(
        User, on_delete=models.CASCADE, db_index=False, related_name="wishes"
    )  # the constraint's index serves
    kind = models.CharField(max_length=12, choices=Kind)
    way = models.CharField(max_length=4, choices=Way, default=Way.SITE)
    wanted = models.BooleanField(default=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["member", "kind", "way"], name="one_wish_a_member_kind_and_way"
            )
        ]

    def __str__(self) -> str:
        return f"{self.kind} by {self.way} for {self.member_id}: {'yes' if self.wanted else 'no'}"


class Timing(models.Model):
    """When a member is sent notices, and warned. Everybody else has the defaults."""

    member = models.OneToOneField(
        User, primary_key=True, on_delete=models.CASCADE, related_name="timing"
    )
    quiet_from = models.TimeField(null=True)
    """Nothing is sent from then on, in the member's own zone; None: there are no quiet hours."""
    quiet_until = models.TimeField(null=True)
    warn_before = models.DurationField(null=True)
    """How long before a turn ends; None: as :func:`notices.events.warned_at` has it."""

    def __str__(self) -> str:
        return f"timing of {self.member_id}"


class Sending(models.Model):
    """Where sending a member's notices by one way stands. Whoever sends holds this row, and no
    notice's: a game that tells something waits for nobody.

    ``held_until``: nothing is sent before, because somebody is sending, tries again later, or the
    member is not to be disturbed. ``busy_until``: of these reasons the first two, which hold back
    even what costs a seat or a game (:mod:`notices.stakes`).
    ``claimed_at``: what was told by then is being sent, or may have been; None: nothing is.
    ``failures``: attempts since one succeeded.
    """

    member = models.ForeignKey(
        User, on_delete=models.CASCADE, db_index=False, related_name="sendings"
    )  # the constraint's index serves
    way = models.CharField(max_length=4, choices=Way)
    held_until = models.DateTimeField()
    busy_until = models.DateTimeField(null=True)
    claimed_at = models.DateTimeField(null=True)
    failures = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["member", "way"], name="one_sending_a_member_and_way")
        ]

    def __str__(self) -> str:
        return f"{self.way} to {self.member_id}"


class TurnWarning(models.Model):
    """When the players of a game who have not chosen by then are warned that its turn ends.

    ``planned``: whether ``due_at`` minds those who want to be warned earlier than is usual: a turn
    that begins does not ask who does.
    """

    game = models.OneToOneField(
        Game, primary_key=True, on_delete=models.CASCADE, related_name="turn_warning"
    )
    step = models.PositiveIntegerField()
    due_at = models.DateTimeField(db_index=True)
    planned = models.BooleanField(default=False)

    class Meta:
        indexes = [models.Index("game", name="unplanned_warnings", condition=Q(planned=False))]

    def __str__(self) -> str:
        return f"step {self.step} of {self.game_id} at {self.due_at}"


class PushDevice(models.Model):
    """A browser that shows its member's notices though no page of the site is open.

    ``endpoint``: the address at its push service that reaches it. ``p256dh``, ``auth``: its keys,
    as the browser writes them. ``language``: that of the page on which it was turned on, for a
    member who has chosen none. ``session``: the handle of the session in which it was; it ends with
    that, unless that ends by itself. ``password``: a mark of the member's password, with whose
    change it ends.

    While its service takes nothing, ``failing_since`` says since when, ``again_at`` when it is
    tried again, and ``waiting`` which notices there are to be sent then.
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
        """Not the address: anyone who has it and the keys could write to the browser."""
        return f"a device of {self.member_id}"


class PushOffer(models.Model):
    """That a member has answered when the site offered to push: it offers it once."""

    member = models.OneToOneField(
        User, primary_key=True, on_delete=models.CASCADE, related_name="push_offer"
    )
    answered_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"answer of {self.member_id}"

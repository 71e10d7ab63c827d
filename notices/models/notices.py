"""Notices and announcements, which notices members want, and when they are sent."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import models
from django.db.models import Q
from django.utils.text import Truncator
from django.utils.translation import gettext_lazy

from accounts.models import User
from games.models import Game
from lobby.models import Table, Wish
from notices.kinds import Channel, Kind, What


class AnnouncementQuerySet(models.QuerySet["Announcement"]):
    """Queries for announcements."""

    def running(self, now: datetime) -> AnnouncementQuerySet:
        """Announcements that are shown to members who have not read them."""
        return self.filter(ended_at=None, until__gt=now)


class Announcement(models.Model):
    """A message from the moderators to all members, shown on every page until the member has read
    it, ``until`` has passed, or a moderator ends it."""

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
    """A notice for a member.

    About each game and each table a member has at most one notice of each kind: a new one replaces
    the last. Notices of what moderators did about the member belong to no game or table and are
    never replaced.

    ``step``: the step that the member has to choose for. ``who``: the person who did it, if any.
    ``last_chance``: missing one more turn puts the member out of the game. ``reason``, ``until``:
    of a moderator's measure. ``announcement``: the announcement that the notice shows. ``wish``:
    for which somebody looks for a game; there may be no such row any more.

    For each outgoing channel, ``…_due_at`` is when the notice is to be sent; None if it is not, or
    no longer: it was sent, is not wanted, or could not be sent for too long. ``…_sent_at`` is when
    the notice, or an earlier one that it replaced, was last sent.
    """

    Kind, What = Kind, What

    # Without constraints, so that a turn neither waits for a lock on a member's row nor fails
    # because the member has just been deleted.
    member = models.ForeignKey(
        User, on_delete=models.CASCADE, db_constraint=False, db_index=False, related_name="notices"
    )  # needs no index beside the constraints'
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
    # Stays when the wish is deleted: the row says when the member was last told of one.
    wish = models.ForeignKey(
        Wish,
        null=True,
        on_delete=models.DO_NOTHING,
        db_constraint=False,
        db_index=False,
        related_name="+",
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
    hook_due_at = models.DateTimeField(null=True)
    hook_sent_at = models.DateTimeField(null=True)

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
            models.Index("wish", name="notices_of_wishes", condition=Q(kind=Kind.LOOKING)),
        ]
        # No index on the due times: without one, a turn can update a notice in place (HOT). The
        # job that looks for due notices goes through the unread ones.

    def __str__(self) -> str:
        return f"{self.what} for {self.member_id}"


class Preference(models.Model):
    """Whether a member wants notices of a kind by a channel. Without a row the channel's default
    holds (:mod:`notices.preferences`)."""

    member = models.ForeignKey(
        User, on_delete=models.CASCADE, db_index=False, related_name="notice_preferences"
    )  # needs no index beside the constraint's
    kind = models.CharField(max_length=12, choices=Kind)
    channel = models.CharField(max_length=4, choices=Channel, default=Channel.SITE, db_column="way")
    wanted = models.BooleanField(default=True)

    class Meta:
        db_table = "notices_wish"
        constraints = [
            models.UniqueConstraint(
                fields=["member", "kind", "channel"], name="one_wish_a_member_kind_and_way"
            )
        ]

    def __str__(self) -> str:
        return (
            f"{self.kind} by {self.channel} for {self.member_id}: {'yes' if self.wanted else 'no'}"
        )


class Timing(models.Model):
    """A member's quiet hours and time of warning. Without a row the defaults hold."""

    member = models.OneToOneField(
        User, primary_key=True, on_delete=models.CASCADE, related_name="timing"
    )
    quiet_from = models.TimeField(null=True)
    """When quiet hours begin, in the member's time zone; None: no quiet hours."""
    quiet_until = models.TimeField(null=True)
    warn_before = models.DurationField(null=True)
    """How long before the end of a turn; None: as :func:`notices.events.warned_at` says."""

    def __str__(self) -> str:
        return f"timing of {self.member_id}"


SEEN_EVERY = timedelta(minutes=1)
"""How often it is stored that somebody who likes to step in has a page open."""


class StepInQuerySet(models.QuerySet["StepIn"]):
    """Queries of :class:`StepIn`, with the update that open pages make."""

    def note_seen(self, member_id: int, now: datetime) -> None:
        """Stores that the member has a page open, if they have such a row; at most once in
        :data:`SEEN_EVERY`."""
        lately = Q(seen_at=None) | Q(seen_at__lte=now - SEEN_EVERY)
        self.filter(lately, member=member_id).update(seen_at=now)


class StepIn(models.Model):
    """In which games a member likes to take over a seat whose player has left; whether they are
    told at all is a :class:`Preference`. Without a row: in any.

    ``games``: slugs; empty for any game. ``live``, ``correspondence``: at which pace. ``seen_at``:
    when they last had a page of the site open.
    """

    member = models.OneToOneField(
        User, primary_key=True, on_delete=models.CASCADE, related_name="step_in"
    )
    games = models.JSONField(default=list)
    live = models.BooleanField(default=True)
    correspondence = models.BooleanField(default=True)
    seen_at = models.DateTimeField(null=True)

    objects = StepInQuerySet.as_manager()

    def __str__(self) -> str:
        return f"stepping in of {self.member_id}"

    def wants(self, variant: str, *, live: bool) -> bool:
        """Whether the member likes to step into such a game."""
        pace = self.live if live else self.correspondence
        return pace and (not self.games or variant in self.games)


class Sending(models.Model):
    """The state of sending a member's notices by one channel. A worker that sends locks this row,
    not the notices, so that games can write notices meanwhile.

    ``held_until``: nothing is sent before this time, because a worker is sending, because an
    attempt failed, or because of quiet hours or a rest. ``busy_until``: the same for the first two
    reasons alone, which hold back even urgent notices (:mod:`notices.stakes`).
    ``claimed_at``: notices written until then are being sent, or may have been; None: no attempt is
    under way. ``failures``: failed attempts since the last success.
    """

    member = models.ForeignKey(
        User, on_delete=models.CASCADE, db_index=False, related_name="sendings"
    )  # needs no index beside the constraint's
    channel = models.CharField(max_length=4, choices=Channel, db_column="way")
    held_until = models.DateTimeField()
    busy_until = models.DateTimeField(null=True)
    claimed_at = models.DateTimeField(null=True)
    failures = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["member", "channel"], name="one_sending_a_member_and_way"
            )
        ]

    def __str__(self) -> str:
        return f"{self.channel} to {self.member_id}"


class TurnWarning(models.Model):
    """When to warn the players of a game who have not chosen that the turn is about to end.

    ``planned``: whether ``due_at`` considers players who want to be warned earlier than usual. The
    run that begins a turn only looks whether there are any; a job then plans for them.

    There is a row for each running game with long turns, written anew with each turn. An index on a
    time would cost every turn more than it saves a job that reads all rows four times a minute.
    """

    game = models.OneToOneField(
        Game, primary_key=True, on_delete=models.CASCADE, related_name="turn_warning"
    )
    step = models.PositiveIntegerField()
    due_at = models.DateTimeField()
    planned = models.BooleanField(default=False)

    def __str__(self) -> str:
        return f"step {self.step} of {self.game_id} at {self.due_at}"

"""Wishes for a game, and the matches that members are asked about. Both are deleted when they are
over, and only the member sees their wish."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy

from accounts.models import User
from engines.registry import game as engine_for
from engines.rules import Rules
from games.play.settings import LetsIn


class Pace(models.TextChoices):
    """When a member wants to play, and how fast."""

    NOW = "now", gettext_lazy("now")
    EVENING = "evening", gettext_lazy("this evening")
    DAILY = "daily", gettext_lazy("a turn a day")


def matching_paces(pace: str) -> tuple[str, ...]:
    """The paces whose wishes can be matched with a wish of this pace."""
    live = (Pace.NOW, Pace.EVENING)
    return live if pace in live else (pace,)


class Match(models.Model):
    """Members whose wishes fit are asked whether they play ``variant`` together. It is deleted when
    their game begins, or when too few want to play."""

    variant = models.CharField(max_length=40)
    pace = models.CharField(max_length=10, choices=Pace)
    asked = models.PositiveSmallIntegerField()
    """How many members were asked."""
    asked_at = models.DateTimeField()
    answer_by = models.DateTimeField(db_index=True)
    """Whoever has not answered by then is no longer in the match."""
    others_from = models.DateTimeField(null=True)
    """From when on those who have said yes are matched with others as well, rather than wait for
    those who have not answered; None: they wait until ``answer_by``."""

    class Meta:
        ordering = ["asked_at", "pk"]

    def __str__(self) -> str:
        return f"{self.variant} for {self.asked}, {self.pace}"

    @property
    def engine(self) -> Rules[Any]:
        """The rules of the game."""
        return engine_for(self.variant)


class WishQuerySet(models.QuerySet["Wish"]):
    """Wishes."""

    def looking(self) -> WishQuerySet:
        """Those whose members are still looking for a game."""
        return self.filter(missed_at=None)

    def free(self, now: datetime) -> WishQuerySet:
        """Those whose members can be matched now."""
        return self.filter(is_free(now))


def is_free(now: datetime) -> Q:
    """Wishes whose members can be matched now: they are not asked about a game, or have said yes
    and waited long enough for those who have not answered."""
    waited = Q(says_yes=True, match__others_from__lte=now, match__answer_by__gt=now)
    return Q(missed_at=None) & (Q(match=None) | waited)


class Wish(models.Model):
    """A member wants to play, at most one wish for each pace.

    ``games``: slugs; empty for any game. ``least``, ``most``: how many players the game may have,
    the member included. ``near_only``: only with players of about the same strength. ``lets_in``:
    only with members who are as reliable as this asks for. ``keep``: how many games of this kind
    the wish keeps going; 0: the wish ends when it is met.
    """

    member = models.ForeignKey(
        User, on_delete=models.CASCADE, db_index=False, related_name="game_wishes"
    )  # the constraint's index is enough
    pace = models.CharField(max_length=10, choices=Pace)
    games = models.JSONField(default=list)
    least = models.PositiveSmallIntegerField()
    most = models.PositiveSmallIntegerField()
    near_only = models.BooleanField(default=False)
    lets_in = models.CharField(
        max_length=10, choices=[(each.value, each.value) for each in LetsIn], default=LetsIn.ANYONE
    )
    keep = models.PositiveSmallIntegerField(default=0)
    since = models.DateTimeField()
    begins_at = models.DateTimeField()
    """From when on the member wants to be asked."""
    until = models.DateTimeField(null=True)
    """When the wish ends; None: when it is met or withdrawn."""
    seen_at = models.DateTimeField()
    """When the member last had the page open, for a wish to play now."""
    due_at = models.DateTimeField(null=True)
    """When matching next compares it with other wishes. While its member is being asked about a
    match this is the match's ``others_from``, and None if the match has none. It is also None once
    the wish was missed."""
    tell_at = models.DateTimeField(null=True)
    """When members who like to know are told that somebody looks for a game; None: they have been,
    or are not told of wishes for this pace."""
    match = models.ForeignKey(Match, null=True, on_delete=models.SET_NULL, related_name="wishes")
    """The match about which the member is being asked."""
    says_yes = models.BooleanField(default=False)
    """Whether the member wants to play in ``match``; a no deletes the wish. Before there is a
    match: whether the member was at the page when they wished; if a match is found at once, this
    counts as their yes."""

    has_rested = models.BooleanField(default=False, db_default=False)
    """Whether the member of a wish for this evening has once let the time to answer pass. Such a
    wish rests for a while, and its member is asked once more; not a third time."""
    missed_at = models.DateTimeField(null=True)
    """When the member let the time to answer pass. The wish is over then, and is shown to them for
    a while with a button that looks again; None as long as they are looking."""

    objects = WishQuerySet.as_manager()

    class Meta:
        ordering = ["since", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["member", "pace"], name="one_wish_a_member_and_pace"),
            models.CheckConstraint(
                condition=Q(least__gte=2, least__lte=F("most")), name="a_wish_for_players"
            ),
        ]
        indexes = [
            models.Index("due_at", name="wishes_that_are_due", condition=Q(due_at__isnull=False)),
            models.Index("tell_at", name="wishes_to_tell_of", condition=Q(tell_at__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"{self.pace} for {self.member_id}"

    @property
    def is_live(self) -> bool:
        """Whether the member wants to sit at the board until the game ends."""
        return self.pace != Pace.DAILY

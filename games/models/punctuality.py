"""How punctual members were in their last games with other people."""

from __future__ import annotations

from datetime import datetime

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext, gettext_lazy

from accounts.models import User
from games.play.reliability import GAMES_LOOKED_AT, Part, Punctuality, Reliability


class MemberPunctuality(models.Model):
    """One member's :class:`games.play.reliability.Punctuality`, written in the transaction in which
    their part in a game ends. Which games these were, and what was missed, is not stored.

    ``leaves_tables``: the member has just abandoned a live game, and has yet to leave the live
    tables and wishes at which they wait.
    """

    # No constraint: the end of a game must not wait for locks on members' rows.
    member = models.OneToOneField(
        User,
        verbose_name=gettext_lazy("member"),
        primary_key=True,
        on_delete=models.CASCADE,
        db_constraint=False,
        related_name="punctuality",
    )
    games = models.CharField(max_length=GAMES_LOOKED_AT, blank=True)
    abandoned: models.Field[list[datetime], list[datetime]] = ArrayField(
        models.DateTimeField(), default=list
    )
    leaves_tables = models.BooleanField(default=False)

    class Meta:
        verbose_name = gettext_lazy("reliability")
        verbose_name_plural = gettext_lazy("reliability")
        permissions = [("end_wait", "Can end a member's wait after an abandoned game")]
        indexes = [
            models.Index("member", name="leaves_tables", condition=Q(leaves_tables=True)),
        ]

    def __str__(self) -> str:
        return gettext("reliability of %(name)s") % {"name": self.member}

    @property
    def value(self) -> Punctuality:
        """The row as a value."""
        return Punctuality(self.games, self.abandoned)

    @property
    def word(self) -> Reliability:
        """How reliable the member is."""
        return self.value.word

    @property
    def late(self) -> int:
        """How many of the last games were late."""
        return self.games.count(Part.LATE)

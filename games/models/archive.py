"""The columns by which the archive searches finished games."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from accounts.models import User
from games.models.game import Game


class ArchivedGame(models.Model):
    """The columns by which the archive searches finished games. Written once, when the game ends
    (:mod:`games.archive.noting`). A table of its own, because the games' other columns would make
    its indexes large."""

    class Result(models.TextChoices):
        """Whether one player came first or several tied; empty if all players left."""

        NONE = "", "nobody was first"
        WON = "won", "won"
        DRAW = "draw", "drawn"

    game = models.OneToOneField(
        Game, primary_key=True, on_delete=models.CASCADE, related_name="archived"
    )
    variant = models.CharField(max_length=40)
    public = models.BooleanField()
    finished_at = models.DateTimeField()
    result = models.CharField(max_length=4, choices=Result, blank=True)
    by_leaving = models.BooleanField()
    """Whether the game ended because players left."""

    class Meta:
        ordering = ["-finished_at", "-game_id"]
        indexes = [
            models.Index(
                fields=["-finished_at", "-game"],
                include=["variant", "result", "by_leaving"],
                name="archive_by_date",
                condition=Q(public=True),
            ),
            models.Index(
                fields=["variant", "-finished_at", "-game"],
                include=["result", "by_leaving"],
                name="archive_by_variant",
                condition=Q(public=True),
            ),
            models.Index(
                fields=["result", "-finished_at", "-game"],
                include=["variant"],
                name="archive_by_result",
                condition=Q(public=True),
            ),
            models.Index(
                fields=["-finished_at", "-game"],
                include=["variant"],
                name="archive_by_leaving",
                condition=Q(public=True, by_leaving=True),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game_id}, {self.finished_at}"


class ArchivedPlayer(models.Model):
    """A member who had a seat in a finished game, with the columns by which their games are
    searched. ``first``: they held, to the end, a seat that came first, alone or tied. ``place``:
    lower is better, equal is a tie; players who left are behind those who stayed, and leaving
    later is better; None if all players left."""

    game = models.ForeignKey(
        Game, on_delete=models.CASCADE, db_index=False, related_name="archived_players"
    )  # no index: the constraint's serves
    # No constraint: the end of a game must not wait for locks on members' rows.
    member = models.ForeignKey(
        User,
        on_delete=models.CASCADE,
        db_constraint=False,
        db_index=False,
        related_name="archived_games",
    )
    variant = models.CharField(max_length=40)
    public = models.BooleanField()
    finished_at = models.DateTimeField()
    result = models.CharField(max_length=4, choices=ArchivedGame.Result, blank=True)
    by_leaving = models.BooleanField()
    first = models.BooleanField()
    place = models.IntegerField(null=True)

    class Meta:
        ordering = ["-finished_at", "-game_id"]
        constraints = [
            models.UniqueConstraint(fields=["game", "member"], name="one_archived_player_a_member"),
        ]
        indexes = [
            models.Index(
                fields=["member", "-finished_at", "-game"],
                include=["variant", "public", "result", "by_leaving", "first", "place"],
                name="archive_of_member",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.member_id} in {self.game_id}"

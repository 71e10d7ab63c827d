"""Games that are rated, what each told of its players, and where they stand."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy

from accounts.models import User
from games.models import Game
from ratings.skill import PROVISIONAL, Skill

LONGEST_SLUG = 60


class LadderState(models.Model):
    """A ladder's lock: whoever rates its games, or changes which count, holds this row.

    ``is_again``: earlier games of it are being rated again, so that all standings are written
    anew once none waits."""

    slug = models.CharField(max_length=LONGEST_SLUG, primary_key=True)
    is_again = models.BooleanField(default=False)

    def __str__(self) -> str:
        return self.slug


class RatedGame(models.Model):
    """A rated game that has ended, written in the transaction in which it did.

    The games of a ladder are rated in the order of their ends, then of their keys. ``waits``: it is
    still to be rated, or to be rated again. Struck games stay, with why, and count for nobody.
    """

    game = models.OneToOneField(
        Game, verbose_name=gettext_lazy("game"), primary_key=True, on_delete=models.CASCADE
    )
    ladder = models.CharField(gettext_lazy("ladder"), max_length=LONGEST_SLUG)
    ended_at = models.DateTimeField(gettext_lazy("ended at"))
    waits = models.BooleanField(default=True)
    struck_at = models.DateTimeField(gettext_lazy("struck at"), null=True, blank=True)
    struck_by = models.ForeignKey(
        User,
        verbose_name=gettext_lazy("struck by"),
        null=True,
        on_delete=models.SET_NULL,
        related_name="+",
    )
    struck_why = models.CharField(gettext_lazy("why"), max_length=300, blank=True)

    class Meta:
        verbose_name = gettext_lazy("rated game")
        verbose_name_plural = gettext_lazy("rated games")
        ordering = ["-ended_at", "-game"]
        permissions = [("strike_game", "Can strike a game from the ratings")]
        indexes = [
            models.Index(fields=["ladder", "ended_at", "game"], name="rated_in_order"),
            models.Index(
                fields=["ladder", "ended_at", "game"],
                name="waits_to_be_rated",
                condition=Q(waits=True),
            ),
        ]

    def __str__(self) -> str:
        return str(self.game)


class Result(models.Model):
    """What one player's place in a rated game was, and what is known of them after it: ``mu`` and
    ``sigma``, None until it is rated.

    The member's key stays when the account is deleted, and then says no more than that some games
    were of the same player: without it the others' ratings could not be worked out again. It is
    None where the account was gone before.
    """

    rated_game = models.ForeignKey(
        RatedGame, on_delete=models.CASCADE, related_name="results", db_index=False
    )  # the constraint's index serves
    seat = models.PositiveSmallIntegerField()
    member = models.ForeignKey(
        User,
        null=True,
        on_delete=models.DO_NOTHING,
        db_constraint=False,
        db_index=False,
        related_name="results",
    )
    place = models.PositiveSmallIntegerField()
    points = models.PositiveSmallIntegerField()
    mu = models.FloatField(null=True)
    sigma = models.FloatField(null=True)
    # Of the game, for the indexes.
    ladder = models.CharField(max_length=LONGEST_SLUG)
    ended_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["rated_game", "seat", "member"], name="one_result_a_game_and_player"
            ),
        ]
        indexes = [
            models.Index(
                fields=["member", "ladder", "ended_at", "rated_game"], name="results_of_member"
            ),
            models.Index(fields=["ended_at"], name="results_by_end"),
        ]

    def __str__(self) -> str:
        return f"place {self.place} in {self.rated_game_id}"

    @property
    def skill(self) -> Skill | None:
        """What is known of the player after the game; None: it is not rated yet."""
        if self.mu is None or self.sigma is None:
            return None
        return Skill(self.mu, self.sigma)


class Standing(models.Model):
    """Where a member stands on a ladder, after ``games`` rated games. ``rating`` is what is shown
    of ``mu``."""

    # Without a constraint: a game that is rated waits for no row of a member.
    member = models.ForeignKey(
        User,
        on_delete=models.CASCADE,
        db_constraint=False,
        db_index=False,
        related_name="standings",
    )  # the constraint's index serves
    ladder = models.CharField(max_length=LONGEST_SLUG)
    mu = models.FloatField()
    sigma = models.FloatField()
    rating = models.IntegerField()
    games = models.PositiveIntegerField()
    last_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["member", "ladder"], name="one_standing_a_ladder"),
        ]
        indexes = [models.Index(fields=["ladder", "-rating"], name="standings_by_rating")]

    def __str__(self) -> str:
        return f"{self.rating} on {self.ladder}"

    @property
    def uncertainty(self) -> int:
        """How far the skill may be from the rating."""
        return Skill(self.mu, self.sigma).uncertainty

    @property
    def is_provisional(self) -> bool:
        """Whether there are too few games to say much."""
        return self.games < PROVISIONAL

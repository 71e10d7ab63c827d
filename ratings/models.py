"""Rated games, their results and the members' standings."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy

from accounts.models import User
from games.models import Game
from ratings.skill import PROVISIONAL, Skill

LONGEST_SLUG = 60


class LadderState(models.Model):
    """A ladder's lock: rating its games, or changing which of them count, locks this row.

    ``is_again``: earlier games of the ladder are being rated again. Once no game waits, the
    standings of all its members are written, not only of those who played in the last batch.
    """

    slug = models.CharField(max_length=LONGEST_SLUG, primary_key=True)
    is_again = models.BooleanField(default=False)

    def __str__(self) -> str:
        return self.slug


class RatedGame(models.Model):
    """A rated game that has ended; created in the transaction that ends the game.

    The games of a ladder are rated in the order in which they ended, then by key. ``waits``: the
    game is still to be rated, for the first time or again. Struck games stay here with the reason,
    but count for nobody.
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
    """A player's place in a rated game and skill after it: ``mu`` and ``sigma``, None until the
    game is rated.

    The member's key stays when the account is deleted; it then tells only that some games had the
    same player. Without it, the other players' ratings could not be recalculated. The key is None
    if the account was deleted before the result was stored.
    """

    rated_game = models.ForeignKey(
        RatedGame, on_delete=models.CASCADE, related_name="results", db_index=False
    )  # the constraint's index is enough
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
    # Copied from the game, for the indexes.
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
        """The player's skill after the game; None if the game is not rated yet."""
        if self.mu is None or self.sigma is None:
            return None
        return Skill(self.mu, self.sigma)


class Standing(models.Model):
    """A member's standing on a ladder after ``games`` rated games. ``rating``: ``mu`` as the number
    shown."""

    # No database constraint, so that rating a game never waits for a locked row of a member.
    member = models.ForeignKey(
        User,
        on_delete=models.CASCADE,
        db_constraint=False,
        db_index=False,
        related_name="standings",
    )  # the constraint's index is enough
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
        """How far the skill may be from the rating, in points (one sigma)."""
        return Skill(self.mu, self.sigma).uncertainty

    @property
    def is_provisional(self) -> bool:
        """Whether the rating is still provisional, after few games."""
        return self.games < PROVISIONAL


class BotGameToRate(models.Model):
    """A game of people and bots that has ended and is not part of the bots' ratings yet; created in
    the transaction that ends the game, deleted when it is rated."""

    game = models.OneToOneField(Game, primary_key=True, on_delete=models.CASCADE)
    ended_at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["ended_at", "game"], name="bot_games_in_order")]

    def __str__(self) -> str:
        return str(self.game)


class BotStanding(models.Model):
    """The rating of a game's bot of one ``level`` (``engines.bots.Level``), or of a member's
    ``bot`` in a game, after ``games`` games with people, live and by correspondence together."""

    variant = models.CharField(max_length=LONGEST_SLUG)
    level = models.PositiveSmallIntegerField(null=True)
    # No database constraint, so that rating a game never waits for a locked row of a member.
    bot = models.ForeignKey(
        User,
        null=True,
        on_delete=models.CASCADE,
        db_constraint=False,
        related_name="standings_as_bot",
    )
    mu = models.FloatField()
    sigma = models.FloatField()
    games = models.PositiveIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["variant", "level"], name="one_standing_a_bot"),
            models.UniqueConstraint(
                fields=["variant", "bot"], name="one_standing_a_bot_of_a_member"
            ),
            models.CheckConstraint(
                condition=Q(level=None, bot__isnull=False) | Q(level__isnull=False, bot=None),
                name="of_a_level_or_a_members_bot",
            ),
        ]

    def __str__(self) -> str:
        whose = f"bot {self.bot_id}" if self.level is None else f"level {self.level}"
        return f"{self.rating} of {whose} in {self.variant}"

    @property
    def skill(self) -> Skill:
        """The bot's skill."""
        return Skill(self.mu, self.sigma)

    @property
    def rating(self) -> int:
        """The skill as the number shown."""
        return self.skill.rating

    @property
    def uncertainty(self) -> int:
        """How far the skill may be from the rating, in points (one sigma)."""
        return self.skill.uncertainty

    @property
    def is_provisional(self) -> bool:
        """Whether the rating is still provisional, after few games."""
        return self.games < PROVISIONAL

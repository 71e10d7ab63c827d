"""What is stored of the figures: sums by week, none of which names anybody."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy


class Pace(models.TextChoices):
    """The pace of a game: with turns of less than an hour, or of an hour or more."""

    LIVE = "live", gettext_lazy("Live")
    CORRESPONDENCE = "daily", gettext_lazy("By correspondence")


class Way(models.TextChoices):
    """How somebody asked for a game: by a wish, or by taking a seat at a table."""

    NOW = "now"
    EVENING = "evening"
    DAILY = "daily"
    TABLE = "table"
    DAILY_TABLE = "slow-table"

    @property
    def pace(self) -> Pace:
        """The pace of its games."""
        is_slow = self in (Way.DAILY, Way.DAILY_TABLE)
        return Pace.CORRESPONDENCE if is_slow else Pace.LIVE


class WeekOfGames(models.Model):
    """One game at one pace in one week; with ``variant`` and ``pace`` empty, all games.

    ``week``: its Monday, by UTC. ``against_bots``: the games of one person against bots alone are
    counted apart. ``begun``: how many games began in the week; of these, how many have been
    ``finished``, ``given_up`` (a player was gone, and too few were left) or ``cancelled``.
    ``chosen``, ``missed``: turns of people in the week. ``members``: how many different members
    began a game or chose in one; ``came_back``: of these, how many chose again in the week after,
    whatever they played; None until that week is over.
    """

    week = models.DateField()
    variant = models.CharField(max_length=40, blank=True)
    pace = models.CharField(max_length=10, choices=Pace, blank=True)
    against_bots = models.BooleanField()
    begun = models.PositiveIntegerField(default=0)
    finished = models.PositiveIntegerField(default=0)
    given_up = models.PositiveIntegerField(default=0)
    cancelled = models.PositiveIntegerField(default=0)
    chosen = models.PositiveIntegerField(default=0)
    missed = models.PositiveIntegerField(default=0)
    members = models.PositiveIntegerField(default=0)
    came_back = models.PositiveIntegerField(null=True)
    counted_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["week", "variant", "pace", "against_bots"], name="one_row_a_week_and_game"
            )
        ]

    def __str__(self) -> str:
        return f"{self.variant or 'all games'} {self.pace} in the week of {self.week}"


class Waiting(models.Model):
    """How many people waited about equally long, in one week, from asking for a game until its
    first turn.

    ``within``: the most seconds that they waited, one of :data:`figures.waiting.BOUNDS`; None: no
    game began, and ``variant`` is empty.
    """

    week = models.DateField()
    variant = models.CharField(max_length=40, blank=True)
    way = models.CharField(max_length=10, choices=Way)
    within = models.PositiveIntegerField(null=True)
    count = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["week", "variant", "way", "within"],
                name="one_row_a_week_and_wait",
                nulls_distinct=False,
            ),
            models.CheckConstraint(
                condition=Q(within=None, variant="") | (Q(within__gt=0) & ~Q(variant="")),
                name="a_game_or_no_wait",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.count} waited {self.within} s in the week of {self.week}"

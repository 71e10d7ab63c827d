"""A game that has begun, and the club's heartbeats and outages, which affect its clock."""

from __future__ import annotations

import secrets
from datetime import timedelta
from typing import Any

from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy, pgettext_lazy

from engines.registry import game as engine_for
from engines.rules import Rules
from games.pages.words import rated_in_words
from games.play import rows
from games.play.rating import Unrated, why_unrated_now
from games.store.columns import ListedColumn, SettingsField

FORMER_MEMBER = "former member"


STATUS_IN_WORDS = [
    (rows.Status.RUNNING.value, gettext_lazy("running")),
    (rows.Status.PAUSED.value, gettext_lazy("paused")),
    (rows.Status.FINISHED.value, gettext_lazy("finished")),
    (rows.Status.CANCELLED.value, gettext_lazy("cancelled")),
]


def new_public_id() -> str:
    """Returns a random public id of 96 bits for an address that nobody should guess."""
    return secrets.token_hex(12)


def new_numbers() -> dict[str, int]:
    """Returns the event numbers, by audience, of a game in which nothing has happened."""
    return {}


def timed_turns(game: str = "", **length: timedelta) -> Q:
    """Chooses games whose turns have a timer of this length, such as ``lt=timedelta(hours=1)``.
    ``game``: the lookup that leads to the game, such as ``game__``.

    For PostgreSQL null in JSON, which stands for no timer, is less than any number. So the length
    is compared with zero, too.
    """
    compared = {"gt": timedelta(), **length}
    turn = f"{game}settings__turn_seconds"
    return Q(**{f"{turn}__{how}": int(than.total_seconds()) for how, than in compared.items()})


class Game(models.Model):
    """A game that has begun. ``step`` counts the resolved steps; choices are sealed for the next.

    ``awaiting``: the seats that owe an action. ``deadline``: when the time of the next step is up
    (None: paused or over); without a timer, when the step stops waiting for players who do nothing.
    ``time_left``: what a paused game has left of that time.

    PostgreSQL logs a changed row from its first to its last changed byte. So in the table what
    never changes is at the beginning or, as ``settings`` and ``listed``, at the end.
    """

    Status = rows.Status

    public_id = models.CharField(max_length=30, unique=True, default=new_public_id, editable=False)
    title = models.CharField(gettext_lazy("title"), max_length=80)
    variant = models.CharField(gettext_lazy("variant"), max_length=40)
    options = models.JSONField(gettext_lazy("options"), default=dict)
    seed = models.BigIntegerField(gettext_lazy("seed"), default=0)
    settings = SettingsField(gettext_lazy("settings"))
    listed = ListedColumn(verbose_name=pgettext_lazy("a game", "public"))

    status = models.CharField(
        gettext_lazy("status"), max_length=10, choices=STATUS_IN_WORDS, default=Status.RUNNING
    )
    step = models.PositiveIntegerField(gettext_lazy("step"), default=0)
    awaiting = models.JSONField(default=list)
    deadline = models.DateTimeField(gettext_lazy("deadline"), null=True, blank=True)
    clock_since = models.DateTimeField(null=True, editable=False)
    """When the next step's clock started; None in rows older than this column."""
    time_left = models.DurationField(gettext_lazy("time left"), null=True, blank=True)
    paused_at = models.DateTimeField(null=True, blank=True)
    answers = models.PositiveSmallIntegerField(default=0)
    """How many answers in the current count have added to its time."""
    excused = models.BooleanField(default=False)
    """Whether the club was unavailable during part of this turn: then nobody counts as absent."""
    extended = models.BooleanField(default=False)
    """Whether the time of this turn was extended for players who had not chosen."""
    waited = models.BooleanField(default=False)
    """Whether the deadline was postponed because a player is on a day off."""
    bots_due = models.DateTimeField(null=True, blank=True)
    plans_due = models.DateTimeField(null=True, blank=True, editable=False)
    numbers = models.JSONField(default=new_numbers, editable=False)
    """The number of the last event to each audience."""
    outcome = models.JSONField(gettext_lazy("outcome"), null=True, blank=True)
    started_at = models.DateTimeField(gettext_lazy("started at"), default=timezone.now)
    finished_at = models.DateTimeField(gettext_lazy("finished at"), null=True, blank=True)
    bots_alone = models.BooleanField(default=False)
    """Whether only bots are left in the game."""
    last_person_step = models.PositiveIntegerField(default=0)
    """The last step that played a person's choice; 0 if none did."""
    last_person_at = models.DateTimeField(default=timezone.now)
    """When that was, or the start, moved on by the time of pauses since."""
    votes = models.JSONField(null=True, editable=False)
    """The players' votes (:mod:`games.play.ballot`); None if there were none."""
    given = models.JSONField(null=True, editable=False)
    """Each page's last choice carried out for the next step (:mod:`games.play.seal`)."""
    turns_chosen = models.JSONField(null=True, editable=False)
    """In how many turns people chose, by seat (:mod:`games.play.rating`); None: in none yet."""
    turns_missed = models.JSONField(null=True, editable=False)
    """How many turns people missed, by seat (:class:`games.play.rows.GameRow`); None: none yet."""
    unrated = models.CharField(max_length=10, blank=True, default="", db_default="", editable=False)
    """Why the game is not rated, if a member's bot plays or that became clear only at its end or
    later: an :class:`Unrated`."""
    vote_ends_at = models.DateTimeField(null=True, editable=False)
    resumes_at = models.DateTimeField(null=True, editable=False)
    """When a game paused by its players resumes by itself."""

    class Meta:
        verbose_name = gettext_lazy("game")
        verbose_name_plural = gettext_lazy("games")
        ordering = ["-started_at"]
        indexes = [
            models.Index("deadline", name="running_by_deadline", condition=Q(status="running")),
            models.Index("bots_due", name="by_bots_due", condition=Q(bots_due__isnull=False)),
            models.Index("plans_due", name="by_plans_due", condition=Q(plans_due__isnull=False)),
            models.Index(
                "vote_ends_at", name="by_end_of_vote", condition=Q(vote_ends_at__isnull=False)
            ),
            models.Index(
                "resumes_at", name="by_end_of_pause", condition=Q(resumes_at__isnull=False)
            ),
            models.Index(
                fields=["-started_at", "-id"],
                name="listed_by_start",
                condition=Q(listed=True, finished_at__isnull=True),
            ),
            models.Index(
                fields=["-finished_at", "-id"],
                name="finished_by_date",
                condition=Q(finished_at__isnull=False),
            ),
            models.Index(
                "last_person_at",
                name="of_bots_alone",
                condition=Q(bots_alone=True, status__in=["running", "paused"]),
            ),
        ]
        permissions = [("moderate_game", "Can pause, resume, end turns, remove seats and cancel")]

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        """Returns the game's permanent address, the same for players, spectators and replay."""
        return reverse("game", args=[self.public_id])

    @property
    def engine(self) -> Rules[Any]:
        """The rules of this game."""
        return engine_for(self.variant)

    @property
    def board(self) -> str:
        """Its board in two or three words, such as ``13×13``."""
        return self.engine.board(self.options)

    @property
    def next_step(self) -> int:
        """The number of the step that choices are sealed for."""
        return self.step + 1

    @property
    def everyone_left(self) -> bool:
        """Whether all players left the game; by the rules they then share the first place."""
        by_leaving = self.outcome is not None and self.outcome["reason"] == "leave"
        return by_leaving and all(seat.left_why for seat in self.seats.all())

    @property
    def is_draw(self) -> bool:
        """Whether several players share the first place."""
        return sum(seat.rank == 1 for seat in self.seats.all()) > 1

    @property
    def is_over(self) -> bool:
        """Whether nothing more will be played."""
        return self.status in (self.Status.FINISHED, self.Status.CANCELLED)

    @property
    def why_unrated(self) -> Unrated | None:
        """Why the game is not rated; None if it is."""
        return why_unrated_now(self, self.seats.all())

    @property
    def rated(self) -> str:
        """Whether it is rated, in words; if not, why."""
        return rated_in_words(self.why_unrated)


class Heartbeat(models.Model):
    """When the club was last known to do one of two things: take choices, or resolve turns. Clocks
    are fair only while it does both."""

    class Of(models.TextChoices):
        CHOICES = "choices", "choices are taken"
        TURNS = "turns", "turns are resolved"

    of = models.CharField(max_length=10, choices=Of, primary_key=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.get_of_display()}, {self.at}"


class Outage(models.Model):
    """A time when the club could not take choices or resolve turns. Clocks were given it back."""

    began = models.DateTimeField()
    ended = models.DateTimeField(db_index=True)

    class Meta:
        ordering = ["-ended"]

    def __str__(self) -> str:
        return f"{self.began} to {self.ended}"

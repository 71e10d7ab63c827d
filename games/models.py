"""Games: seats, sealed actions, resolved steps, chat, and what moderators did."""

from __future__ import annotations

import secrets
from typing import Any

from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy, pgettext_lazy

from accounts.models import User
from accounts.names import LONGEST_NAME
from engines.registry import game as engine_for
from engines.rules import Rules
from games.archive.uploads.models import Upload  # noqa: F401 Django finds models from here
from games.pages.words import rated_in_words
from games.play import rows
from games.play.rating import Unrated, why_unrated
from games.store.columns import ListedColumn, PackedJSONField, SettingsField

FORMER_MEMBER = "former member"

STATUS_IN_WORDS = [
    (rows.Status.RUNNING.value, gettext_lazy("running")),
    (rows.Status.PAUSED.value, gettext_lazy("paused")),
    (rows.Status.FINISHED.value, gettext_lazy("finished")),
    (rows.Status.CANCELLED.value, gettext_lazy("cancelled")),
]


def new_public_id() -> str:
    """The part of a game's address that nobody guesses: 90 bits, so that it is the link."""
    return secrets.token_hex(12)


def new_numbers() -> dict[str, int]:
    """The number of the last event to each audience of a game in which nothing has happened."""
    return {}


class Game(models.Model):
    """A game that has begun. ``step`` counts the resolved steps; choices are sealed for the next.

    ``awaiting``: the seats that owe an action. ``deadline`` is when the timer resolves the next
    step (None: paused or over), or, without a timer, when it waits no longer for anyone who does
    nothing; ``time_left`` is what a paused game has left of it.
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
    """Since when the clock of the next step runs; None: since before it was noted."""
    time_left = models.DurationField(gettext_lazy("time left"), null=True, blank=True)
    paused_at = models.DateTimeField(null=True, blank=True)
    answers = models.PositiveSmallIntegerField(default=0)
    """How many answers have added to the time of the count that goes on."""
    excused = models.BooleanField(default=False)
    """Whether the club was away for a part of this turn: then it makes nobody absent."""
    extended = models.BooleanField(default=False)
    """Whether the time of this turn was up before, and goes on for some who had not chosen."""
    waited = models.BooleanField(default=False)
    """Whether it was, and waits for some who were off."""
    bots_due = models.DateTimeField(null=True, blank=True)
    plans_due = models.DateTimeField(null=True, blank=True, editable=False)
    numbers = models.JSONField(default=new_numbers, editable=False)
    """The number of the last event to each audience."""
    outcome = models.JSONField(gettext_lazy("outcome"), null=True, blank=True)
    started_at = models.DateTimeField(gettext_lazy("started at"), default=timezone.now)
    finished_at = models.DateTimeField(gettext_lazy("finished at"), null=True, blank=True)
    bots_alone = models.BooleanField(default=False)
    """Whether nobody but bots is left in it."""
    last_person_step = models.PositiveIntegerField(default=0)
    """The last step that played a choice of a person, and when; 0 and the start before that."""
    last_person_at = models.DateTimeField(default=timezone.now)
    votes = models.JSONField(null=True, editable=False)
    """Of its players (:mod:`games.play.ballot`); None: there were none."""
    given = models.JSONField(null=True, editable=False)
    """The last choices carried out for the next step (:mod:`games.play.page_sequence`)."""
    turns_chosen = models.JSONField(null=True, editable=False)
    """In how many turns people chose, by seat (:mod:`games.play.rating`); None: in none yet."""
    unrated = models.CharField(max_length=10, blank=True, default="", db_default="", editable=False)
    """Why it is not rated, where that showed at its end or since: an :class:`Unrated`."""
    vote_ends_at = models.DateTimeField(null=True, editable=False)
    resumes_at = models.DateTimeField(null=True, editable=False)
    """When a game that its players have paused goes on by itself."""

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
        """The game's stable address, for players, spectators and replay alike."""
        return reverse("game", args=[self.public_id])

    @property
    def engine(self) -> Rules[Any]:
        """The rules that this game is played by."""
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
        """Whether all players left the game together: by the rules they share the first place."""
        by_leaving = self.outcome is not None and self.outcome["reason"] == "leave"
        return by_leaving and all(seat.left_why for seat in self.seats.all())

    @property
    def is_draw(self) -> bool:
        """Whether several share the first place."""
        return sum(seat.rank == 1 for seat in self.seats.all()) > 1

    @property
    def is_over(self) -> bool:
        """Whether nothing more will be played."""
        return self.status in (self.Status.FINISHED, self.Status.CANCELLED)

    @property
    def why_unrated(self) -> Unrated | None:
        """Why its result counts for no rating; None: it does."""
        why = why_unrated(self.settings, self.seats.all())
        if why is None and self.status == self.Status.CANCELLED:
            return Unrated.CANCELLED
        return why or (Unrated(self.unrated) if self.unrated else None)

    @property
    def rated(self) -> str:
        """Whether it is rated; else why not."""
        return rated_in_words(self.why_unrated)


class Seat(models.Model):
    """A seat in a game. Its user is gone when the member has deleted the account.

    Who has the seat and who chooses for it are two things: ``engine_plays`` says that the game's
    own bot does, and was set when the seat was taken; an account that is no person's may choose
    for itself.
    """

    LeftWhy = rows.LeftWhy

    game = models.ForeignKey(
        Game, on_delete=models.CASCADE, related_name="seats", db_index=False
    )  # the constraint's index serves
    number = models.PositiveSmallIntegerField(gettext_lazy("number"))
    user = models.ForeignKey(
        User,
        verbose_name=gettext_lazy("member"),
        null=True,
        on_delete=models.SET_NULL,
        related_name="seats",
    )
    engine_plays = models.BooleanField(default=False)
    bot_name = models.CharField(gettext_lazy("bot name"), max_length=LONGEST_NAME, blank=True)
    """What the game's own bot is called here by whoever seated it; else it has its usual name."""
    stone_colour = models.CharField(gettext_lazy("stone colour"), max_length=20)
    mark_colour = models.CharField(max_length=20)
    absences = models.PositiveSmallIntegerField(gettext_lazy("turns missed in a row"), default=0)
    left_at_step = models.PositiveIntegerField(null=True, blank=True)
    left_why = models.CharField(
        gettext_lazy("why the player left"),
        max_length=10,
        choices=[
            (rows.LeftWhy.RESIGNED.value, gettext_lazy("resigned")),
            (rows.LeftWhy.ABSENT.value, gettext_lazy("missed too many turns")),
            (rows.LeftWhy.AWAY.value, gettext_lazy("away for too long")),
            (rows.LeftWhy.REMOVED.value, gettext_lazy("removed by a moderator")),
            (rows.LeftWhy.GONE.value, gettext_lazy("the account is gone")),
            (rows.LeftWhy.VOTED_OUT.value, gettext_lazy("removed by the other players")),
        ],
        blank=True,
    )
    rank = models.PositiveSmallIntegerField(gettext_lazy("rank"), null=True, blank=True)
    extensions = models.PositiveSmallIntegerField(default=0)
    """How often its time is still extended where it has not chosen."""
    off_until = models.DateField(null=True, blank=True)
    """The turn waits for its player, who is off until that day."""
    former = models.ForeignKey(
        User, null=True, blank=True, editable=False, on_delete=models.SET_NULL, related_name="+"
    )
    """Who had the seat, while it is offered to others."""
    offered_until = models.DateTimeField(null=True, editable=False)
    offered_why = models.CharField(max_length=10, blank=True, editable=False)
    """Why its player has left it, while it is offered: a :class:`LeftWhy`."""
    was_offered = models.BooleanField(default=False, db_default=False, editable=False)
    """Its player left it to others, whatever became of it since."""

    class Meta:
        verbose_name = gettext_lazy("seat")
        verbose_name_plural = gettext_lazy("seats")
        ordering = ["game", "number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="one_seat_a_number"),
            models.UniqueConstraint(fields=["game", "user"], name="one_seat_a_user_and_game"),
        ]
        indexes = [
            models.Index(
                "offered_until", name="by_end_of_offer", condition=Q(offered_until__isnull=False)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} in {self.game_id}"

    @property
    def name(self) -> str:
        """The player's name, that of whoever had the seat while it is offered, or what stands for a
        deleted account."""
        return self.bot_name or (self.player.username if self.player else FORMER_MEMBER)

    @property
    def player(self) -> User | None:
        """Whose name it has: that of its user, or of whoever had it while it is offered."""
        return self.user or self.former

    @property
    def score(self) -> float | None:
        """What it came to, where the game is over and has scores."""
        scores: list[float] | None = (self.game.outcome or {}).get("scores")
        return None if scores is None else scores[self.number]

    @property
    def is_bot(self) -> bool:
        """Whether the account is no person's."""
        return self.user is not None and self.user.is_bot

    @property
    def is_person(self) -> bool:
        """Whether a person chooses here."""
        return not (self.is_bot or self.engine_plays)

    @property
    def is_away(self) -> bool:
        """Whether its player has had no page of the game open for a while."""
        presence: Presence | None = getattr(self, "presence", None)
        return presence is not None and presence.away


class Presence(models.Model):
    """Whether the person who plays on a seat has a page of the game open; not of bots.

    ``away``: not for a minute, and so it is told. ``due_at``: when it is looked at next, unless a
    page that is open has put it off by then; None: when the player comes back.
    """

    seat = models.OneToOneField(
        Seat, primary_key=True, on_delete=models.CASCADE, related_name="presence"
    )
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="presences")
    away = models.BooleanField(default=False)
    due_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [
            models.Index("due_at", name="by_look", condition=Q(due_at__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"seat {self.pk}: {'away' if self.away else 'there'}"


class Tenure(models.Model):
    """How long a member has had a seat: from the end of step ``from_step`` (0: the start) to that
    of ``to_step``; None and no reason while it goes on. The member is gone with the account."""

    Why = rows.TenureEnd

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="tenures")
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="tenures")
    member = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="tenures")
    from_step = models.PositiveIntegerField(default=0)
    to_step = models.PositiveIntegerField(null=True, blank=True)
    why = models.CharField(
        max_length=10,
        choices=[
            (rows.TenureEnd.RESIGNED.value, gettext_lazy("resigned")),
            (rows.TenureEnd.ABSENT.value, gettext_lazy("missed too many turns")),
            (rows.TenureEnd.AWAY.value, gettext_lazy("away for too long")),
            (rows.TenureEnd.REMOVED.value, gettext_lazy("removed by a moderator")),
            (rows.TenureEnd.GONE.value, gettext_lazy("the account is gone")),
            (rows.TenureEnd.VOTED_OUT.value, gettext_lazy("removed by the other players")),
            (rows.TenureEnd.OVER.value, gettext_lazy("the game was over")),
        ],
        blank=True,
    )

    class Meta:
        ordering = ["game", "seat", "from_step"]
        constraints = [
            models.UniqueConstraint(
                fields=["seat"], condition=Q(to_step__isnull=True), name="one_tenure_at_a_time"
            ),
        ]
        indexes = [
            models.Index("member", name="held_by_member", condition=Q(why="")),
        ]

    def __str__(self) -> str:
        return f"{self.member or FORMER_MEMBER} after step {self.from_step}"


class ArchivedGame(models.Model):
    """What the archive searches finished games by. Written once, when the game ends
    (:mod:`games.archive.noting`); the games' other columns would make its indexes large."""

    class Result(models.TextChoices):
        """Whether somebody finished first, or several did; empty if all players left."""

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
    """The game ended because players left."""

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
    """A member who had a seat in a finished game, with the game's columns by which their games are
    searched. ``first``: they held a seat that came first, alone or with others, to the end.
    ``place``: less is better, equal is a tie; of those who left, whoever left later is better, and
    all are behind those who stayed; None if all players left."""

    game = models.ForeignKey(
        Game, on_delete=models.CASCADE, db_index=False, related_name="archived_players"
    )  # the constraint's index serves
    # Without a constraint: a game that ends must not wait for rows of members.
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


class SealedAction(models.Model):
    """What a seat has chosen for a step that is not resolved yet.

    Nothing but the services and the seat's own messages may read ``action``.
    """

    game = models.ForeignKey(
        Game, on_delete=models.CASCADE, related_name="sealed_actions", db_index=False
    )  # the constraint's index serves
    step = models.PositiveIntegerField()
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="sealed_actions")
    action = models.JSONField()
    sealed_at = models.DateTimeField()
    planned_at = models.DateTimeField(null=True)
    """When it was planned, where the clock sealed it out of a plan."""

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["game", "step", "seat"], name="one_sealed_action_a_step_and_seat"
            ),
        ]

    def __str__(self) -> str:
        return f"seat {self.seat_id} has chosen for step {self.step}"


class Plan(models.Model):
    """What a seat has sealed ahead for the steps to come, in order; without one there is no row.

    As secret as what is sealed: nothing but the services and the seat's own messages may read it.
    """

    seat = models.OneToOneField(
        Seat, primary_key=True, on_delete=models.CASCADE, related_name="plan"
    )
    actions = models.JSONField()
    kept_at = models.DateTimeField(null=True)
    """When the player changed it last; None: before this was noted."""

    def __str__(self) -> str:
        return f"seat {self.seat_id} has planned"


class Step(models.Model):
    """A resolved step, never changed again; number 0 is the starting position.

    ``actions`` or ``leave`` is what a record's step holds, ``events`` what it brought about;
    ``turn`` and ``sealed`` are of the state that it led to. ``state`` is what is held of that
    state, from step ``whole`` on (:mod:`games.play.states`); only the server may know it.
    """

    Cause = rows.Cause

    game = models.ForeignKey(
        Game, on_delete=models.CASCADE, related_name="steps", db_index=False
    )  # the constraint's index serves
    number = models.PositiveIntegerField()
    actions = PackedJSONField(null=True)
    leave = models.JSONField(null=True, blank=True)
    events = PackedJSONField()
    turn = models.PositiveIntegerField()
    sealed = models.BooleanField()
    state = models.BinaryField()
    whole = models.PositiveIntegerField()
    missed = models.JSONField(null=True)
    """The seats that were awaited until the time was up and had chosen nothing; None: of a time
    when that was not noted."""
    cause = models.CharField(
        max_length=10,
        choices=[
            (rows.Cause.START.value, "start"),
            (rows.Cause.COMPLETE.value, "everybody had chosen"),
            (rows.Cause.TIMER.value, "the time was up"),
            (rows.Cause.MODERATOR.value, "ended by a moderator"),
        ],
    )
    resolved_at = models.DateTimeField()

    class Meta:
        ordering = ["game", "number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="a_step_is_resolved_once"),
        ]

    def __str__(self) -> str:
        return f"step {self.number} of {self.game_id}"


class GameEvent(models.Model):
    """Something that happened in a game, numbered among all that its audience was told.

    Written with what it tells of. ``data`` names the rows that hold more: a step, a message, a
    moderator's act. What is sealed is never in it.
    """

    game = models.ForeignKey(
        Game, on_delete=models.CASCADE, related_name="game_events", db_index=False
    )  # the constraint's index serves
    audience = models.CharField(max_length=12)
    seq = models.PositiveIntegerField()
    kind = models.CharField(max_length=20)
    data = models.JSONField()
    at = models.DateTimeField()

    class Meta:
        ordering = ["game", "audience", "seq"]
        constraints = [
            models.UniqueConstraint(
                fields=["game", "audience", "seq"], name="events_are_numbered_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.seq} of {self.game_id}"


class Heartbeat(models.Model):
    """When the club was last seen to do one of the two things without which a clock is unfair."""

    class Of(models.TextChoices):
        CHOICES = "choices", "choices are taken"
        TURNS = "turns", "turns are resolved"

    of = models.CharField(max_length=10, choices=Of, primary_key=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.get_of_display()}, {self.at}"


class Outage(models.Model):
    """A time in which the club could not take choices or resolve turns; clocks got it back."""

    began = models.DateTimeField()
    ended = models.DateTimeField(db_index=True)

    class Meta:
        ordering = ["-ended"]

    def __str__(self) -> str:
        return f"{self.began} to {self.ended}"


class Message(models.Model):
    """Something said in a chat, wherever that is. The author is gone with the account."""

    author = models.ForeignKey(
        User,
        verbose_name=gettext_lazy("author"),
        null=True,
        on_delete=models.SET_NULL,
        related_name="+",
    )
    text = models.CharField(gettext_lazy("text"), max_length=500)
    said_at = models.DateTimeField(gettext_lazy("said at"))

    class Meta:
        abstract = True
        ordering = ["said_at", "pk"]


class ChatMessage(Message):
    """Something said beside a game."""

    Room = rows.Room

    game = models.ForeignKey(
        Game, verbose_name=gettext_lazy("game"), on_delete=models.CASCADE, related_name="chat"
    )
    room = models.CharField(
        gettext_lazy("room"),
        max_length=10,
        choices=[
            (rows.Room.TABLE.value, gettext_lazy("everybody")),
            (rows.Room.SPECTATORS.value, gettext_lazy("spectators")),
        ],
    )

    class Meta(Message.Meta):
        abstract = False
        verbose_name = gettext_lazy("chat message")
        verbose_name_plural = gettext_lazy("chat messages")

    def __str__(self) -> str:
        return f"{self.author or FORMER_MEMBER} in {self.room}"


class ModeratorAct(models.Model):
    """What a moderator, the players by a vote, or the server did to a game, and why; shown to
    everybody in the game's log. ``vote``: the vote that it belongs to, as it was then
    (:class:`games.play.messages.VoteEntry`)."""

    What, Reason = rows.ActKind, rows.AbandonedWhy

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="moderator_acts")
    what = models.CharField(
        gettext_lazy("what"),
        max_length=15,
        choices=[
            (rows.ActKind.PAUSED.value, gettext_lazy("paused the game")),
            (rows.ActKind.RESUMED.value, gettext_lazy("resumed the game")),
            (rows.ActKind.ENDED_TURN.value, gettext_lazy("ended the turn")),
            (rows.ActKind.REMOVED_SEAT.value, gettext_lazy("removed a player")),
            (rows.ActKind.CANCELLED.value, gettext_lazy("cancelled the game")),
            (rows.ActKind.STOPPED.value, gettext_lazy("could not resolve the turn")),
            (rows.ActKind.AWAY.value, gettext_lazy("was away")),
            (
                rows.ActKind.ABANDONED.value,
                gettext_lazy("cancelled the game, as nobody played any more"),
            ),
            (rows.ActKind.EXTENDED.value, gettext_lazy("extended the time for a player")),
            (rows.ActKind.WAITS.value, gettext_lazy("waits for a player who is off")),
            (rows.ActKind.VOTE_ASKED.value, gettext_lazy("asked the players to vote")),
            (rows.ActKind.VOTE_CARRIED.value, gettext_lazy("vote passed")),
            (rows.ActKind.VOTE_FAILED.value, gettext_lazy("vote failed")),
            (rows.ActKind.VOTE_OVERTAKEN.value, gettext_lazy("vote overtaken by the game")),
            (rows.ActKind.SEAT_OFFERED.value, gettext_lazy("left an empty seat")),
            (rows.ActKind.SEAT_TAKEN.value, gettext_lazy("took a seat over")),
            (rows.ActKind.PAUSE_OVER.value, gettext_lazy("the pause was over")),
            (rows.ActKind.STRUCK.value, gettext_lazy("struck the game from the ratings")),
            (rows.ActKind.COUNTS.value, gettext_lazy("let the game count for the ratings again")),
        ],
    )
    seat = models.ForeignKey(
        Seat, verbose_name=gettext_lazy("seat"), null=True, blank=True, on_delete=models.CASCADE
    )
    by = models.ForeignKey(
        User,
        verbose_name=gettext_lazy("by"),
        null=True,
        on_delete=models.SET_NULL,
        related_name="+",
    )
    why = models.CharField(gettext_lazy("why"), max_length=300, blank=True)
    """A moderator's own words."""
    reason = models.CharField(
        gettext_lazy("reason"),
        max_length=18,
        choices=[
            (rows.AbandonedWhy.BOTS_ALONE.value, gettext_lazy("turns played by bots only")),
            (
                rows.AbandonedWhy.NOBODY_CHOSE_TURNS.value,
                gettext_lazy("turns without a human choice"),
            ),
            (
                rows.AbandonedWhy.NOBODY_CHOSE_DAYS.value,
                gettext_lazy("days without a human choice"),
            ),
            (rows.AbandonedWhy.ENOUGH_OF_BOTS.value, gettext_lazy("too many bots-only games")),
        ],
        blank=True,
    )
    """The server's, which the page words in the language of whoever reads the log."""
    count = models.PositiveIntegerField(gettext_lazy("count"), null=True, blank=True)
    """How many turns or days the reason speaks of."""
    vote = models.JSONField(gettext_lazy("vote"), null=True, blank=True)
    step = models.PositiveIntegerField(gettext_lazy("step"))
    at = models.DateTimeField(gettext_lazy("at"))
    until = models.DateField(gettext_lazy("until"), null=True, blank=True)
    """The day on which the player is back for whom the turn waits."""

    class Meta:
        verbose_name = gettext_lazy("moderator act")
        verbose_name_plural = gettext_lazy("moderator acts")
        ordering = ["at", "pk"]
        indexes = [models.Index("until", name="by_day", condition=Q(until__isnull=False))]

    def __str__(self) -> str:
        return f"{self.what} at step {self.step}"

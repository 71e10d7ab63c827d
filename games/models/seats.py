"""The seats of a game: who has them, who had them, and who has a page of the game open."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy

from accounts.models import User
from accounts.names import LONGEST_NAME
from games.models.game import FORMER_MEMBER, Game
from games.play import rows


class Seat(models.Model):
    """A seat in a game. Its user is None once the member has deleted the account.

    Who has the seat and who chooses for it are separate: ``engine_plays``, set when the seat was
    taken, says that the game's own bot chooses. A bot account may also choose for itself.
    """

    LeftWhy = rows.LeftWhy

    game = models.ForeignKey(
        Game, on_delete=models.CASCADE, related_name="seats", db_index=False
    )  # no index: the constraint's serves
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
    """The name given to the game's own bot when it was seated; if empty, it has its usual name."""
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
    """How many times its time can still be extended if it has not chosen."""
    off_until = models.DateField(null=True, blank=True)
    """The day until which its player is off; the turn waits for them."""
    former = models.ForeignKey(
        User, null=True, blank=True, editable=False, on_delete=models.SET_NULL, related_name="+"
    )
    """Who had the seat before it was offered to others; None unless it is offered."""
    offered_until = models.DateTimeField(null=True, editable=False)
    offered_why = models.CharField(max_length=10, blank=True, editable=False)
    """Why its player left, while the seat is offered: a :class:`LeftWhy`."""
    was_offered = models.BooleanField(default=False, db_default=False, editable=False)
    """Whether its player ever left it to others, whatever happened to it since."""

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
        """The player's name; while the seat is offered, the former player's; :data:`FORMER_MEMBER`
        for a deleted account."""
        return self.bot_name or (self.player.username if self.player else FORMER_MEMBER)

    @property
    def player(self) -> User | None:
        """The member whose name the seat shows: its user, or its former player while it is
        offered."""
        return self.user or self.former

    @property
    def score(self) -> float | None:
        """Its score; None if the game is not over or has no scores."""
        scores: list[float] | None = (self.game.outcome or {}).get("scores")
        return None if scores is None else scores[self.number]

    @property
    def is_bot(self) -> bool:
        """Whether the account is a bot's."""
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
    """Whether the person on a seat has a page of the game open. Bots have no such row.

    ``away``: no page was open for a minute, and the others have been told. ``due_at``: when the
    seat is checked next, unless an open page postpones it; None: not until the player is back.
    ``is_checked``: whether there is such a time.

    Open pages change ``due_at`` of all their rows three times a minute. As no index has that
    column, PostgreSQL changes the row in place (HOT) and writes to no index.
    """

    seat = models.OneToOneField(
        Seat, primary_key=True, on_delete=models.CASCADE, related_name="presence"
    )
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="presences")
    away = models.BooleanField(default=False)
    due_at = models.DateTimeField(null=True)
    is_checked = models.GeneratedField(
        expression=models.ExpressionWrapper(Q(due_at__isnull=False), models.BooleanField()),
        output_field=models.BooleanField(),
        db_persist=True,
    )

    class Meta:
        indexes = [
            models.Index("game", name="checked_presences", condition=Q(is_checked=True)),
        ]

    def __str__(self) -> str:
        return f"seat {self.pk}: {'away' if self.away else 'there'}"


class Tenure(models.Model):
    """How long a member has had a seat: from the end of step ``from_step`` (0: the start) to the
    end of ``to_step``. While it lasts, ``to_step`` is None and ``why`` is empty. ``member`` is None
    once the account is deleted."""

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
            # Prepared statements can use the index because "is null" has no parameter. It has what
            # lists of a member's games need, so that the rows are not read for them.
            models.Index(
                fields=["member"],
                include=["game", "seat"],
                name="seats_held_by_member",
                condition=Q(to_step__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.member or FORMER_MEMBER} after step {self.from_step}"

"""What is sealed and planned in a game, its resolved steps, and its events."""

from __future__ import annotations

from django.db import models

from games.models.game import Game
from games.models.seats import Seat
from games.play import rows
from games.store.columns import PackedJSONField


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

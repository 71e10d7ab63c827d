"""The sealed and planned choices of a game, its resolved steps, and its events."""

from __future__ import annotations

from django.db import models

from games.models.game import Game
from games.models.seats import Seat
from games.play import rows
from games.store.columns import PackedJSONField


class SealedAction(models.Model):
    """A seat's choice for a step that is not resolved yet.

    Only the services and the messages to the seat itself may read ``action``.
    """

    game = models.ForeignKey(
        Game, on_delete=models.CASCADE, related_name="sealed_actions", db_index=False
    )  # no index: the constraint's serves
    step = models.PositiveIntegerField()
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="sealed_actions")
    action = models.JSONField()
    sealed_at = models.DateTimeField()
    planned_at = models.DateTimeField(null=True)
    """When it was planned; None unless it was sealed from a plan."""

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["game", "step", "seat"], name="one_sealed_action_a_step_and_seat"
            ),
        ]

    def __str__(self) -> str:
        return f"seat {self.seat_id} has chosen for step {self.step}"


class Plan(models.Model):
    """A seat's planned choices for the coming steps, in order. A seat without a plan has no row.

    As secret as a sealed choice: only the services and the messages to the seat itself may read it.
    """

    seat = models.OneToOneField(
        Seat, primary_key=True, on_delete=models.CASCADE, related_name="plan"
    )
    actions = models.JSONField()
    kept_at = models.DateTimeField(null=True)
    """When the player last changed it; None in rows older than this column."""

    def __str__(self) -> str:
        return f"seat {self.seat_id} has planned"


class Step(models.Model):
    """A resolved step; it never changes. Number 0 is the starting position.

    ``actions`` or ``leave`` is what the record holds of the step, ``events`` is what happened in
    it. ``turn`` and ``sealed`` belong to the resulting state. ``state`` is that state, stored whole
    or as changes since step ``whole`` (:mod:`games.play.states`); only the server may know it.
    """

    Cause = rows.Cause

    game = models.ForeignKey(
        Game, on_delete=models.CASCADE, related_name="steps", db_index=False
    )  # no index: the constraint's serves
    number = models.PositiveIntegerField()
    actions = PackedJSONField(null=True)
    leave = models.JSONField(null=True, blank=True)
    events = PackedJSONField()
    turn = models.PositiveIntegerField()
    sealed = models.BooleanField()
    state = models.BinaryField()
    whole = models.PositiveIntegerField()
    missed = models.JSONField(null=True)
    """The awaited seats that had chosen nothing when the time was up; None in rows older than this
    column."""
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
    """Something that happened in a game. Events are numbered by audience.

    Written in the same transaction as what it reports. ``data`` names the rows that hold more: a
    step, a message, a moderator's act. It never holds anything that is sealed.

    ``id`` only gives events to several audiences an order. It has no index, because that would be a
    tenth of what a choice adds to PostgreSQL's log; an event is found by the constraint's.
    """

    game = models.ForeignKey(
        Game, on_delete=models.CASCADE, related_name="game_events", db_index=False
    )  # no index: the constraint's serves
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

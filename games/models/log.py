"""The chats of a game, and what moderators, votes and the server did to the game."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy

from accounts.models import User
from games.models.game import FORMER_MEMBER, Game
from games.models.seats import Seat
from games.play import rows


class Message(models.Model):
    """A message in any chat. Its author is None once the account is deleted."""

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
    """A message in the chat of a game."""

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
    """What a moderator, a vote of the players, or the server did to a game, and why; the game's log
    shows it to everybody. ``vote``: the vote that it belongs to, as it stood then
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
    """In the moderator's own words."""
    reason = models.CharField(
        gettext_lazy("reason"),
        max_length=18,
        choices=[
            (rows.AbandonedWhy.BOTS_ALONE.value, gettext_lazy("steps played by bots only")),
            (
                rows.AbandonedWhy.NOBODY_CHOSE_TURNS.value,
                gettext_lazy("steps without a human choice"),
            ),
            (
                rows.AbandonedWhy.NOBODY_CHOSE_DAYS.value,
                gettext_lazy("days without a human choice"),
            ),
            (rows.AbandonedWhy.ENOUGH_OF_BOTS.value, gettext_lazy("too many bots-only games")),
        ],
        blank=True,
    )
    """The server's reason; the page words it in the reader's language."""
    count = models.PositiveIntegerField(gettext_lazy("count"), null=True, blank=True)
    """The number of steps or days in the reason."""
    vote = models.JSONField(gettext_lazy("vote"), null=True, blank=True)
    step = models.PositiveIntegerField(gettext_lazy("step"))
    at = models.DateTimeField(gettext_lazy("at"))
    until = models.DateField(gettext_lazy("until"), null=True, blank=True)
    """The day on which the player for whom the turn waits is back."""

    class Meta:
        verbose_name = gettext_lazy("moderator act")
        verbose_name_plural = gettext_lazy("moderator acts")
        ordering = ["at", "pk"]
        indexes = [models.Index("until", name="by_day", condition=Q(until__isnull=False))]

    def __str__(self) -> str:
        return f"{self.what} at step {self.step}"

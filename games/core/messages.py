"""Every message of the protocol as a type; docs/protocol.md shows each with an example."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from msgspec import UNSET, Struct, UnsetType

from transport.messages import Command, CommandId, Error, Event


class SealAction(Command, tag="action.seal", kw_only=True):
    """Seal ``action`` for the step in preparation, in place of an earlier choice."""

    step: int
    action: dict[str, Any]


class WithdrawAction(Command, tag="action.withdraw", kw_only=True):
    """Take the sealed choice back."""

    step: int


class Say(Command, tag="chat.say", kw_only=True):
    """Say something in a room."""

    room: str
    text: str


class AskSnapshot(Command, tag="snapshot.ask"):
    """Send the whole current state."""


COMMANDS: dict[str, type[Command]] = {
    "action.seal": SealAction,
    "action.withdraw": WithdrawAction,
    "chat.say": Say,
    "snapshot.ask": AskSnapshot,
}


class Clock(Struct):
    """When the step in preparation is opened. ``time_left``: seconds, while paused."""

    deadline: datetime | None
    time_left: float | None
    paused: bool


class SeatInfo(Struct):
    """What everybody may know about a seat."""

    number: int
    name: str
    bot: bool
    stone: str
    mark: str
    absences: int
    left: str | None
    rank: int | None


class ChatLine(Struct):
    """One message of a chat."""

    id: int
    room: str
    author: str
    text: str
    said_at: datetime


class Snapshot(Event, tag="game.snapshot", kw_only=True):
    """The whole current state, for one viewer."""

    game: dict[str, Any]
    seats: list[SeatInfo]
    step: dict[str, Any]
    clock: Clock
    chosen: list[int]
    newest: dict[str, int]
    watching: int
    you: dict[str, Any] | None
    chat: list[ChatLine] | UnsetType = UNSET


class ActionSealed(Event, tag="action.sealed", kw_only=True):
    """A seat has chosen."""

    seat: int
    step: int


class ActionWithdrawn(Event, tag="action.withdrawn", kw_only=True):
    """A seat has taken its choice back."""

    seat: int
    step: int


class ActionKept(Event, tag="action.kept", kw_only=True):
    """To the seat's own sockets only: what the server holds for it."""

    step: int
    action: dict[str, Any] | None


class StepResolved(Event, tag="step.resolved", kw_only=True):
    """A step was opened."""

    step: dict[str, Any]
    seats: list[SeatInfo]
    clock: Clock
    status: str
    chosen: list[int]


class GamePaused(Event, tag="game.paused", kw_only=True):
    """A moderator stopped the clock."""

    clock: Clock
    status: str


class GameResumed(Event, tag="game.resumed", kw_only=True):
    """The clock runs again, with the time that was left."""

    clock: Clock
    status: str


class ClockChanged(Event, tag="clock.changed", kw_only=True):
    """The step's time is up at another moment than was told."""

    clock: Clock
    status: str


class GameCancelled(Event, tag="game.cancelled", kw_only=True):
    """The game is over without a result."""

    clock: Clock
    status: str


class LogAdded(Event, tag="log.added", kw_only=True):
    """A moderator's act, for the log."""

    entry: dict[str, Any]


class ChatSaid(Event, tag="chat.said", kw_only=True):
    """Somebody said something."""

    message: ChatLine


class WatchingChanged(Event, tag="watching.changed", kw_only=True):
    """How many people watch now."""

    watching: int


class NewestEvents(Event, tag="events.newest", kw_only=True):
    """The number of the last event to an audience, said every few seconds: a page that knows of
    fewer has missed something."""

    newest: dict[str, int]


class CommandDone(Event, tag="command.done", kw_only=True):
    """The command was carried out; to its sender only."""

    id: CommandId


EVENTS: tuple[type[Event], ...] = (
    Snapshot,
    ActionSealed,
    ActionWithdrawn,
    ActionKept,
    StepResolved,
    GamePaused,
    GameResumed,
    ClockChanged,
    GameCancelled,
    LogAdded,
    ChatSaid,
    WatchingChanged,
    NewestEvents,
    CommandDone,
    Error,
)

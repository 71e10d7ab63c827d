"""The messages that the server sends."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import UNSET, UnsetType

from games.play.messages.commands import Order
from games.play.messages.parts import (
    ActEntry,
    Action,
    AnyStep,
    ChatLine,
    Clock,
    GameInfo,
    Holder,
    Leaving,
    Outcome,
    SeatInfo,
    ToldStatus,
    ToldStep,
    VoteInfo,
    You,
)
from transport.messages import CommandId, ConnectionWaits, Error, Event

VERSION = 4
"""The version of this protocol. A page from before a change of version cannot follow the game."""


class Snapshot(Event, tag="game.snapshot", kw_only=True):
    """The whole current state, for one viewer. ``holders``: all holders of seats that were taken
    over, in order. ``away``, for members: the seats whose players have had no page of the game open
    for a minute; ``leaving``: when these leave, if the table says that they do."""

    version: int = VERSION
    game: GameInfo
    seats: list[SeatInfo]
    step: AnyStep
    clock: Clock
    chosen: list[int]
    newest: dict[str, int]
    watching: int
    you: You | None
    vote: VoteInfo | None
    holders: list[Holder] | UnsetType = UNSET
    away: list[int] | UnsetType = UNSET
    leaving: list[Leaving] | UnsetType = UNSET
    chat: list[ChatLine] | UnsetType = UNSET


class EventsMissed(Event, tag="events.missed", kw_only=True):
    """Sent instead of a snapshot: what happened after the numbers ``after``, in order, up to
    ``newest`` and to step ``step``. The other fields are as in the snapshot, and current."""

    after: dict[str, int]
    events: list[Annotated[Any, "ServerEvent"]]
    newest: dict[str, int]
    step: int
    watching: int
    you: You | None


class ActionSealed(Event, tag="action.sealed", kw_only=True):
    """A seat has chosen."""

    seat: int
    step: int


class ActionWithdrawn(Event, tag="action.withdrawn", kw_only=True):
    """A seat has taken its choice back."""

    seat: int
    step: int


class ActionKept(Event, tag="action.kept", kw_only=True):
    """Sent only to the seat's own sockets: the choice that the server holds for it."""

    step: int
    action: Action | None


class PlanKept(Event, tag="plan.kept", kw_only=True):
    """Sent only to the seat's own sockets: its plan, first choice first. ``order``: if a page made
    the change, that page's sequence number for it."""

    actions: list[Action]
    order: Order | UnsetType = UNSET


class StepResolved(Event, tag="step.resolved", kw_only=True):
    """A step was resolved. It is sent as changes to the position before it. ``unrated``, as in the
    snapshot, is sent if the game is over."""

    step: ToldStep[dict[str, Any]]
    seats: list[SeatInfo]
    clock: Clock
    status: ToldStatus
    chosen: list[int]
    unrated: str | UnsetType | None = UNSET


class GamePaused(Event, tag="game.paused", kw_only=True):
    """A moderator, the players by a vote, or the server after a fault stopped the clock."""

    clock: Clock
    status: ToldStatus


class GameResumed(Event, tag="game.resumed", kw_only=True):
    """The clock runs again, with the time that was left."""

    clock: Clock
    status: ToldStatus


class ClockChanged(Event, tag="clock.changed", kw_only=True):
    """The time at which the step's time is up has changed. ``seats`` is sent if they have changed,
    too."""

    clock: Clock
    status: ToldStatus
    seats: list[SeatInfo] | UnsetType = UNSET


class GameCancelled(Event, tag="game.cancelled", kw_only=True):
    """The game is over without a result."""

    clock: Clock
    status: ToldStatus


class GameEnded(Event, tag="game.ended", kw_only=True):
    """The game is over, though not by its rules: the players agreed to end it, or the last person
    left it to bots. The ranks are as they stand, behind them those who left. ``unrated``: as in
    the snapshot."""

    outcome: Outcome
    seats: list[SeatInfo]
    clock: Clock
    status: ToldStatus
    unrated: str | None


class SeatsChanged(Event, tag="seats.changed", kw_only=True):
    """A seat whose player has left is offered to others, or somebody has taken one over.
    ``holders``, as in the snapshot, is sent if somebody has."""

    seats: list[SeatInfo]
    chosen: list[int]
    holders: list[Holder] | UnsetType = UNSET


class VoteChanged(Event, tag="vote.changed", kw_only=True):
    """The vote in progress, with the votes cast so far; None if there is none."""

    vote: VoteInfo | None


class LogAdded(Event, tag="log.added", kw_only=True):
    """A new act in the log."""

    entry: ActEntry


class ChatSaid(Event, tag="chat.said", kw_only=True):
    """Somebody said something."""

    message: ChatLine


class ChatRemoved(Event, tag="chat.removed", kw_only=True):
    """A moderator removed a chat message."""

    id: int
    room: str


class WatchingChanged(Event, tag="watching.changed", kw_only=True):
    """How many people are watching now."""

    watching: int


class PresenceChanged(Event, tag="presence.changed", kw_only=True):
    """Sent to members. ``away``: the seats whose players have had no page of the game open for a
    minute; ``leaving``: as in the snapshot."""

    away: list[int]
    leaving: list[Leaving]


class NewestEvents(Event, tag="events.newest", kw_only=True):
    """The number of the last event to an audience: sent when a push may have been lost, and every
    half minute in a silent game. A page that knows only lower numbers has missed something."""

    newest: dict[str, int]


class CommandDone(Event, tag="command.done", kw_only=True):
    """The command was carried out. Sent only to its sender."""

    id: CommandId


EVENTS: tuple[type[Event], ...] = (
    Snapshot,
    EventsMissed,
    ActionSealed,
    ActionWithdrawn,
    ActionKept,
    PlanKept,
    StepResolved,
    GamePaused,
    GameResumed,
    ClockChanged,
    GameCancelled,
    GameEnded,
    SeatsChanged,
    VoteChanged,
    LogAdded,
    ChatSaid,
    ChatRemoved,
    WatchingChanged,
    PresenceChanged,
    NewestEvents,
    ConnectionWaits,
    CommandDone,
    Error,
)

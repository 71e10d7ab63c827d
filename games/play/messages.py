"""Every message of the protocol as a type; docs/protocol.md shows each with an example."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, Any, Generic, Literal, NotRequired, TypedDict, TypeVar

from msgspec import UNSET, Meta, Struct, UnsetType

from games.play.settings import GameSettings, VoteOn
from transport.messages import Command, CommandId, Error, Event

Action = Annotated[dict[str, Any], "Action"]
"""What a player chooses, in the game's own form."""
Position = TypeVar("Position")
Happening = TypeVar("Happening")


class Order(Struct, kw_only=True, forbid_unknown_fields=True):
    """The page's sequence number for a choice, so that no choice is carried out after a later one,
    whatever connection each uses. ``page``: a text that no other page has; ``number``: grows with
    each choice that is sealed or taken back, and stays the same when one is sent again."""

    # Databases cannot store the null character.
    page: Annotated[str, "string", Meta(min_length=1, max_length=40, pattern=r"\A[^\x00]+\Z")]
    number: Annotated[int, "number", Meta(ge=0, lt=2**53)]


class SealAction(Command, tag="action.seal", kw_only=True):
    """Seal ``action`` for the next step, in place of an earlier choice."""

    step: int
    action: Action
    order: Order | None = None


class CheckAction(Command, tag="action.check", kw_only=True):
    """Check whether ``action`` could be sealed for the next step; nothing is sealed, and nobody is
    told."""

    step: int
    action: Action


class SetPlan(Command, tag="plan.set", kw_only=True):
    """Seal ``actions`` ahead for the steps after the next one, in this order, in place of ``was``,
    the plan as the page knows it. ``step``: the next step as the page knows it; ``order``: the
    sequence number for this change, whose ``page`` differs from that of the page's choices."""

    was: list[Action]
    actions: list[Action]
    step: int | None = None
    order: Order | None = None


class WithdrawAction(Command, tag="action.withdraw", kw_only=True):
    """Take the sealed choice back."""

    step: int
    order: Order | None = None


class Say(Command, tag="chat.say", kw_only=True):
    """Say something in a chat room."""

    room: str
    text: str


class AskSnapshot(Command, tag="snapshot.ask", kw_only=True):
    """Send the whole current state or, if that is less, what happened after the last events that
    the page knows: ``after`` holds their numbers by audience."""

    after: dict[str, int] | None = None


class Resign(Command, tag="seat.resign"):
    """Leave the game with one's own seat."""


class AskVote(Command, tag="vote.ask", kw_only=True):
    """Ask the players to vote. ``seconds``: how long the pause lasts; ``seat``: the seat that a bot
    is to take over, or whose player, who is away, is to be removed."""

    about: str
    seconds: int | None = None
    seat: int | None = None


class CastVote(Command, tag="vote.cast", kw_only=True):
    """Vote yes or no in the vote with this number; a later vote replaces an earlier one."""

    vote: int
    yes: bool


class TakeSeat(Command, tag="seat.take", kw_only=True):
    """Take over a seat whose player has left."""

    seat: int


class Pause(Command, tag="game.pause", kw_only=True):
    """Stop the clock. This command and those below are for moderators; ``why`` goes into the
    log."""

    why: str = ""


class Resume(Command, tag="game.resume", kw_only=True):
    """Let the clock go on."""

    why: str = ""


class EndTurn(Command, tag="turn.end", kw_only=True):
    """Resolve the next step now; ``step``, if given, must be that step."""

    why: str = ""
    step: int | None = None


class RemoveSeat(Command, tag="seat.remove", kw_only=True):
    """Take a seat out of the game."""

    seat: int
    why: str = ""


class Cancel(Command, tag="game.cancel", kw_only=True):
    """End the game without a result."""

    why: str = ""


COMMANDS: tuple[type[Command], ...] = (
    SealAction,
    WithdrawAction,
    CheckAction,
    SetPlan,
    Say,
    AskSnapshot,
    Resign,
    TakeSeat,
    AskVote,
    CastVote,
    Pause,
    Resume,
    EndTurn,
    RemoveSeat,
    Cancel,
)


GameStatus = Literal["running", "paused", "finished", "cancelled"]
ToldStatus = Annotated[str, "Status"]
"""A :data:`GameStatus` as a column holds it."""


class GameInfo(TypedDict):
    """A game's status, and what does not change while it is played. A record that is shown but not
    stored has no ``id``, no settings and no times."""

    id: str | None
    title: str
    variant: str
    name: str
    board: str
    options: dict[str, Any]
    status: GameStatus
    settings: GameSettings | None
    started_at: datetime | None
    finished_at: datetime | None


class Outcome(TypedDict):
    """How a game ended, by seat: rank 1 is the best."""

    ranks: list[int]
    scores: list[float] | None
    reason: Literal["score", "goal", "blocked", "leave", "agreement"]


class StepFacts(TypedDict, Generic[Happening]):
    """A step without its position. ``leave``: the seats that left with it, if any."""

    step: int
    turn: int
    phase: str
    sealed: bool
    awaiting: list[int]
    events: list[Happening]
    outcome: Outcome | None
    resolved_at: NotRequired[datetime | None]
    cause: NotRequired[str | None]
    leave: NotRequired[list[int] | None]


class StepInfo(StepFacts[Happening], Generic[Position, Happening]):
    """A step as a reader of the record prints it, with the extras that the game pushes. ``leave``:
    the seats that left with it, if any."""

    position: Position


class ToldStep(StepFacts[Happening], Generic[Happening]):
    """A step as it is sent to a page that has the one before. ``changes``: what turns the position
    of that one into this one's (docs/protocol.md, "Changes")."""

    changes: list[list[Any]]


AnyStep = StepInfo[dict[str, Any], dict[str, Any]]


class ToldChatBan(TypedDict):
    """A chat ban of the viewer: until when, and why."""

    until: datetime
    reason: str


class You(TypedDict):
    """The viewer. ``left``: they had a seat and left it, and it is now on offer or somebody else's.
    ``earlier``: what the seat sealed earlier in this turn, if that stands while others choose
    again. ``plan``: what the seat has sealed ahead; None if the game has no plans or the viewer
    does not play. ``rooms``: the chat rooms that the viewer may read. ``muted``: the names of
    members whose messages the viewer does not want to read."""

    name: str
    seat: int | None
    left: bool
    action: Action | None
    earlier: Action | None
    plan: list[Action] | None
    may: list[str]
    rooms: list[str]
    chat_ban: ToldChatBan | None
    muted: list[str]


class StepEntry(TypedDict):
    """A step in the log. ``sealed``: whether its choices were secret."""

    step: int
    turn: int
    sealed: bool
    at: datetime | None
    cause: str | None
    leave: list[int] | None
    events: list[dict[str, Any]]


class VoteEntry(TypedDict):
    """A vote in the log: its subject, the ``seconds`` that it names, and the seats for it and
    against it."""

    about: VoteOn
    seconds: int | None
    seat: NotRequired[int | None]
    yes: list[int]
    no: list[int]


class ActEntry(TypedDict):
    """An act in the log: by a moderator, with the ``why`` in their own words; by the players, in a
    vote; or by the server. If the server cancelled a game, ``reason`` is a code, and ``count`` the
    number of turns or days that it speaks of. ``until``: the day until which the turn waits for the
    seat's player. ``vote``: the vote that it belongs to, with the votes cast by then."""

    step: int
    at: datetime
    what: str
    by: str | None
    seat: int | None
    why: str
    reason: str | None
    count: int | None
    until: date | None
    vote: VoteEntry | None


LogEntry = StepEntry | ActEntry


class Clock(Struct):
    """When the next step is resolved at the latest. ``time_left``: seconds, while paused.
    ``put_off``: the time was up before, and goes on until everybody has chosen. ``resumes_at``:
    when a game that its players paused resumes by itself."""

    deadline: datetime | None
    time_left: float | None
    paused: bool
    put_off: bool = False
    resumes_at: datetime | None = None


class VoteInfo(Struct):
    """A vote in progress. ``by``: the seat that asked for it; ``yes``, ``no``: the seats that voted
    so; ``turn``: the turn in which it was asked for."""

    number: int
    about: VoteOn
    by: int
    seconds: int | None
    seat: int | None
    turn: int
    yes: list[int]
    no: list[int]
    ends_at: datetime


class SeatInfo(Struct):
    """What everybody may know about a seat. ``extensions``: how often its time can still be
    extended. ``off_until``: the turn waits for its player, who is off until then.
    ``offered_until``: its player, whose name it keeps, has left, and others may take it over until
    then."""

    number: int
    name: str
    bot: bool
    stone: str
    mark: str
    absences: int
    extensions: int
    off_until: date | None
    left: Literal["resigned", "absent", "away", "removed", "gone", "voted-out"] | None
    rank: int | None
    offered_until: datetime | None = None


class Holder(Struct):
    """A holder of a seat that was taken over, from the end of step ``since`` until the seat's next
    holder; the last one has it now. What happened in a step was played by the last holder with a
    smaller ``since``."""

    seat: int
    name: str
    bot: bool
    since: int


class Leaving(Struct):
    """A seat whose player is away leaves ``at`` that time, unless the player comes back before."""

    seat: int
    at: datetime


class ChatLine(Struct):
    """A chat message."""

    id: int
    room: str
    author: str
    text: str
    said_at: datetime


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
    """Sent only to the seat's own sockets: what it has sealed ahead, in order."""

    actions: list[Action]


class StepResolved(Event, tag="step.resolved", kw_only=True):
    """A step was resolved. It is sent as changes to the position before it."""

    step: ToldStep[dict[str, Any]]
    seats: list[SeatInfo]
    clock: Clock
    status: ToldStatus
    chosen: list[int]


class GamePaused(Event, tag="game.paused", kw_only=True):
    """A moderator, or the players by a vote, stopped the clock."""

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
    """The players agreed to end the game with the ranks as they stand."""

    outcome: Outcome
    seats: list[SeatInfo]
    clock: Clock
    status: ToldStatus


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
    """The number of the last event to each audience, sent every few seconds. A page that has fewer
    has missed something."""

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
    CommandDone,
    Error,
)

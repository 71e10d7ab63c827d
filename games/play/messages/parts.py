"""What messages are made of: a game, its steps, seats, clock, votes, log and chat."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, Any, Generic, Literal, NotRequired, TypedDict, TypeVar

from msgspec import Struct

from games.play.settings import GameSettings, VoteOn

Action = Annotated[dict[str, Any], "Action"]
"""What a player chooses, in the game's own form."""


Position = TypeVar("Position")


Happening = TypeVar("Happening")


GameStatus = Literal["running", "paused", "finished", "cancelled"]


ToldStatus = Annotated[str, "Status"]
"""A :data:`GameStatus` as a column holds it."""


class GameInfo(TypedDict):
    """A game's status, and what does not change while it is played. A record that is shown but not
    stored has no ``id``, no settings and no times. ``unrated``: why the game is not rated, None if
    it is; whether enough was played is known only at its end."""

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
    unrated: NotRequired[str | None]


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
    number of steps or days that it speaks of. ``until``: the day until which the turn waits for the
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
    """``deadline``: the latest time at which the next step is resolved. ``time_left``: seconds,
    while the game is paused. ``put_off``: the time was up, and was extended until everybody has
    chosen. ``resumes_at``: when a game that its players paused resumes by itself."""

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
    """What everybody may know about a seat. ``owner``: the member whose bot plays there; None for
    people and the site's own bots. ``extensions``: how often its time can still be
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
    owner: str | None = None


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

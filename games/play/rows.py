"""A game's rows as plain values, and the enumerations that their columns hold."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from enum import StrEnum
from typing import Any

from engines.changes import Change
from engines.rules import Json
from games.play.messages import VoteEntry
from games.play.settings import GameSettings
from games.play.states import StoredState


class Status(StrEnum):
    """Whether a game is running, paused or over."""

    RUNNING = "running"
    PAUSED = "paused"
    FINISHED = "finished"
    CANCELLED = "cancelled"


class Cause(StrEnum):
    """Why a step was resolved."""

    START = "start"
    COMPLETE = "complete"
    TIMER = "timer"
    MODERATOR = "moderator"


class LeftWhy(StrEnum):
    """Why a seat has left its game. ``gone``: its account was deleted or deactivated;
    ``removed``: by a moderator; ``voted-out``: by a vote of the others."""

    RESIGNED = "resigned"
    ABSENT = "absent"
    AWAY = "away"
    REMOVED = "removed"
    GONE = "gone"
    VOTED_OUT = "voted-out"


class Room(StrEnum):
    """The chat rooms of a game."""

    TABLE = "table"
    SPECTATORS = "spectators"


class TenureEnd(StrEnum):
    """Why a member no longer has a seat: the seat left for one of the reasons above, or the game
    ended."""

    RESIGNED = "resigned"
    ABSENT = "absent"
    AWAY = "away"
    REMOVED = "removed"
    GONE = "gone"
    VOTED_OUT = "voted-out"
    OVER = "over"


GOING_ON = (Status.RUNNING, Status.PAUSED)
OVER = (Status.FINISHED, Status.CANCELLED)


@dataclass(slots=True)
class GameRow:
    """A game. ``step`` counts the resolved steps; choices are sealed for ``step + 1``.

    ``state``: the engine's state after ``step``; ``awaiting``: the seats that owe an action.

    ``deadline``: when the time of the next step is up (None: paused, or over); without a timer,
    when the step stops waiting for players who do nothing. ``clock_since``: when the step's clock
    started, if known. ``time_left``: what a paused game has left of the time. ``paused_at``: when
    it was paused. ``resumes_at``: when a game that its players paused resumes by itself; None if
    anybody else paused it. ``answers``: how many answers in a count have added to its time.
    ``excused``: during this turn the club could not take choices or resolve turns for a while, so
    nobody counts as absent. ``extended``: the next step's time was extended for players who had not
    chosen; ``waited``: its deadline was postponed because a player is off. ``plans_due``: when
    planned choices are sealed.

    ``numbers``: the number of the last event to each audience. ``bots_alone``: only bots are left
    in the game. ``last_person_step``, ``last_person_at``: when a person's choice was last played,
    moved on by the time of pauses since; 0 and the start if none was. ``votes``: the players' votes
    (:mod:`games.play.ballot`); ``vote_ends_at``: when the open one ends. ``given``: each page's
    last choice carried out for the next step (:mod:`games.play.seal`). ``turns_chosen``: for each
    seat, by its number as text, in how many turns a person has chosen there, and the last such
    turn. ``turns_missed``: for seats whose player missed turns or came later: how many they missed,
    and how many of ``turns_chosen`` are others'. ``unrated``: why a
    game that began as a rated one is not rated in the end (:class:`games.play.rating.Unrated`), or
    why one that a member's bot plays never is; empty if nothing speaks against it.
    """

    id: int
    public_id: str
    variant: str
    settings: GameSettings
    status: str
    step: int
    state: StoredState
    last_person_at: datetime
    last_person_step: int = 0
    awaiting: list[int] = field(default_factory=list)
    bots_alone: bool = False
    deadline: datetime | None = None
    clock_since: datetime | None = None
    time_left: timedelta | None = None
    bots_due: datetime | None = None
    plans_due: datetime | None = None
    paused_at: datetime | None = None
    answers: int = 0
    excused: bool = False
    extended: bool = False
    waited: bool = False
    numbers: dict[str, int] = field(default_factory=dict)
    outcome: Json | None = None
    finished_at: datetime | None = None
    votes: Json | None = None
    vote_ends_at: datetime | None = None
    resumes_at: datetime | None = None
    given: dict[str, list[list[Any]]] | None = None
    turns_chosen: dict[str, list[int]] | None = None
    turns_missed: dict[str, list[int]] | None = None
    unrated: str = ""

    @property
    def next_step(self) -> int:
        """The number of the step that choices are sealed for."""
        return self.step + 1

    @property
    def is_over(self) -> bool:
        """Whether nothing more will be played."""
        return self.status in OVER


@dataclass(slots=True)
class SeatRow:
    """A seat in a game, with what everybody may know about its player.

    ``is_bot``: the account is not a person's. ``owner``: the name of the member whose bot it is.
    ``engine_plays``: the game's own bot chooses here.
    ``gone``: the account was deleted or deactivated, so nobody will ever choose here. ``presence``:
    whether the player has a page of the game open; None for bots. ``extensions``: how many it has
    left. ``off_until``: the turn waits for the player, who is off until that day.
    ``offered_until``: the seat's player has left for ``offered_why``, and others may take the seat
    over until then; meanwhile it belongs to nobody. ``former_id``: the player who left, whose name
    the seat keeps. ``was_offered``: the seat is or was on offer, whatever became of it.
    """

    id: int
    number: int
    user_id: int | None
    name: str
    is_bot: bool
    engine_plays: bool
    stone: str
    mark: str
    gone: bool = False
    owner: str | None = None
    presence: PresenceRow | None = None
    absences: int = 0
    left_at_step: int | None = None
    left_why: str = ""
    rank: int | None = None
    extensions: int = 0
    off_until: date | None = None
    former_id: int | None = None
    offered_until: datetime | None = None
    offered_why: str = ""
    was_offered: bool = False

    @property
    def is_person(self) -> bool:
        """Whether a person chooses here."""
        return not (self.is_bot or self.engine_plays)

    @property
    def away(self) -> bool:
        """Whether the player has had no page of the game open for a while."""
        return self.presence is not None and self.presence.away

    @property
    def is_held(self) -> bool:
        """Whether it belongs to somebody who is still playing."""
        return not (self.left_why or self.offered_why)


@dataclass(frozen=True, slots=True)
class EndedTenure:
    """The member on the seat ``seat`` loses it with step ``to_step``, and why. ``chosen``,
    ``missed``: in how many turns they chose there, and how many they missed."""

    seat: int
    to_step: int
    why: TenureEnd
    member: int | None = None
    chosen: int = 0
    missed: int = 0


class ActKind(StrEnum):
    """What an entry of the log says was done: by a moderator, by the players in a vote, or by the
    server."""

    PAUSED = "paused"
    RESUMED = "resumed"
    ENDED_TURN = "ended-turn"
    REMOVED_SEAT = "removed-seat"
    CANCELLED = "cancelled"
    STOPPED = "stopped"
    """The server paused the game because resolving the turn failed."""
    AWAY = "away"
    """The club was unavailable for a while, and the clock got that time back."""
    ABANDONED = "abandoned"
    """The server cancelled the game because nobody played any more."""
    EXTENDED = "extended"
    """The time was up before the seat had chosen, and it had an extension left."""
    WAITS = "waits"
    """The time was up before the seat had chosen, and its player was off."""
    VOTE_ASKED = "vote-asked"
    VOTE_CARRIED = "vote-carried"
    VOTE_FAILED = "vote-failed"
    VOTE_OVERTAKEN = "vote-overtaken"
    SEAT_OFFERED = "seat-offered"
    SEAT_TAKEN = "seat-taken"
    PAUSE_OVER = "pause-over"
    """The pause that the players had agreed on was over."""
    STRUCK = "struck"
    COUNTS = "counts"


class AbandonedWhy(StrEnum):
    """Why the server cancelled a game."""

    BOTS_ALONE = "bots-alone"
    NOBODY_CHOSE_TURNS = "nobody-chose-turns"
    NOBODY_CHOSE_DAYS = "nobody-chose-days"
    ENOUGH_OF_BOTS = "enough-of-bots"


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody whom the log names."""

    user_id: int
    name: str


@dataclass(frozen=True, slots=True)
class LoggedAct:
    """A log entry for something that was done after step ``step``.

    ``seat``: the seat that it was done to. ``by``: the person who did it; None: no single person
    did. ``why``: the person's reason; ``reason``, ``count``: why the server did it. ``until``: the
    day until which a turn waits. ``vote``: the vote that it is about.
    """

    what: ActKind
    step: int
    at: datetime
    seat: SeatRow | None = None
    by: Person | None = None
    why: str = ""
    reason: str = ""
    count: int | None = None
    until: date | None = None
    vote: VoteEntry | None = None


@dataclass(frozen=True, slots=True)
class ChatRow:
    """A chat message with its key."""

    id: int
    room: Room
    author: Person
    text: str
    said_at: datetime


@dataclass(frozen=True, slots=True)
class PresenceRow:
    """Whether a person has a page of the game open. ``away``: not for a minute, and members have
    been told. ``due_at``: when that is checked next, unless an open page postpones it; None: when
    the player comes back."""

    away: bool
    due_at: datetime | None


@dataclass(frozen=True, slots=True)
class BegunTenure:
    """The new holder of the seat ``seat``, from the end of step ``from_step``."""

    seat: int
    user_id: int
    from_step: int


@dataclass(slots=True)
class ChoiceRow:
    """What a seat has sealed for the next step. ``sealed_at``: when it reached the server.
    ``planned_at``: when it was planned, if it was sealed from a plan."""

    action: Json
    sealed_at: datetime
    planned_at: datetime | None = None


@dataclass(slots=True)
class StepRow:
    """A resolved step: ``actions`` by seat, or the seats that ``leave``; and what it led to.

    ``line``: what a reader of the record prints for it, without the position. ``changes``: what
    turns the position that pages were shown before into the new one. ``state``: what is stored of
    the engine's state, building on the whole state of step ``whole``. ``missed``: the seats that
    were awaited until the time was up and had not chosen.
    """

    number: int
    actions: dict[str, Any] | None
    leave: list[int] | None
    line: Json
    changes: list[Change]
    state: bytes
    whole: int
    cause: str
    resolved_at: datetime
    missed: list[int] = field(default_factory=list)

"""A transaction on one game: its rows while something happens to it, called a run."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING, Any

from msgspec import to_builtins

from engines.registry import game as engine_for
from engines.rules import Json, Rules
from games.play.clock import Awaited
from games.play.events import EVERYONE, OutgoingEvent
from games.play.messages import ActEntry, Holder, LogAdded, VoteEntry
from games.play.permissions import Actor
from games.play.rows import (
    ActKind,
    BegunTenure,
    ChatRow,
    ChoiceRow,
    EndedTenure,
    GameRow,
    LoggedAct,
    Person,
    SeatRow,
    Status,
    StepRow,
    TenureEnd,
)
from games.play.settings import TurnEnds
from transport.messages import Event

if TYPE_CHECKING:
    from games.play.reliability import Playing


class Need(StrEnum):
    """What some commands read in addition to the game: whether the actor moderates, whether they
    ever had a seat in it, a key for a chat message, everybody who has had a seat, the bot members
    of the club, which players are off, how punctual the actor was and how much they play; and the
    presence of the players, locked."""

    ROLE = "role"
    HAD_SEAT = "had seat"
    NEXT_MESSAGE = "next message"
    HOLDERS = "holders"
    BOTS = "bots"
    DAYS_OFF = "days off"
    PLAYING = "playing"
    PRESENCE = "presence"


@dataclass(frozen=True, slots=True)
class FreeBot:
    """A bot member who can be given a seat."""

    user_id: int
    name: str


@dataclass
class GameTransaction:
    """A game's rows, the changes made to them, and what happened.

    Read: ``choices``: what is sealed for the next step, by seat; ``plans``: what seats have sealed
    ahead (:mod:`games.play.plan`); ``plan_times``: when their players last changed that. ``now``:
    the time, read once the game is locked. ``actor``: whoever asks for something; None: the server
    acts by itself. ``begins``: the game has just been made. The rest is read only for commands that
    need it (:class:`Need`), and is None otherwise: ``next_message``: the key of the next chat
    message; ``past_holders``: everybody who has had a seat, by seat and time; ``bots``: the bot
    members of the club; ``days_off``: of players who are off, by member, when they are back and on
    which day; ``playing``: how punctual the actor was, and how many games they play.

    Written: the rows as they are at the end, and ``steps``, ``tenures_ended``, ``tenures_begun``,
    ``logged``, ``said`` and ``emitted``, each in order.

    Noted for the end of the run (:mod:`games.play.settle`), which clears the first two:
    ``offered``: seats whose players have left and that others may now take over. ``returned``:
    members who left a seat that is no longer on offer; they are listed on it again as having left.
    ``bots_asked``: every bot that owed a choice has been asked for one.

    Told to subscribers (:mod:`games.store.subscribers`): ``seats_changed``: a seat was offered or
    taken over.
    ``asked_again``: seats that are told once more that they owe a choice, in a turn that goes on:
    what they had sealed was neither played nor left sealed, their acceptance was taken back, or the
    turn ends sooner.
    ``holders``: all holders of seats that were taken over, if one was in this run; else None.
    ``turn_began``: the clock of a new turn has started. ``was_postponed``: the end of the turn was
    postponed, by more than an answer in a count does. ``concerned``: members who played in the game
    at any time, if a moderator made a decision about its result, which concerns them all.
    ``recheck``: members whose open pages read again what they may see and do. ``extra_messages``:
    further messages with their groups.
    ``ends``: the game has ended with a result. ``was_due``: the deadline of the step, if the timer
    ended it. ``sealed``: how many choices were sealed, for monitoring.
    """

    game: GameRow
    seats: list[SeatRow]
    choices: dict[int, ChoiceRow]
    now: datetime
    plans: dict[int, list[Json]] = field(default_factory=dict)
    plan_times: dict[int, datetime] = field(default_factory=dict)
    actor: Actor | None = None
    begins: bool = False
    next_message: int | None = None
    past_holders: list[Holder] | None = None
    bots: list[FreeBot] | None = None
    days_off: dict[int, tuple[datetime, date]] | None = None
    playing: Playing | None = None
    steps: list[StepRow] = field(default_factory=list)
    tenures_ended: list[EndedTenure] = field(default_factory=list)
    tenures_begun: list[BegunTenure] = field(default_factory=list)
    logged: list[LoggedAct] = field(default_factory=list)
    said: list[ChatRow] = field(default_factory=list)
    emitted: list[OutgoingEvent] = field(default_factory=list)
    offered: list[SeatRow] = field(default_factory=list)
    returned: list[int] = field(default_factory=list)
    bots_asked: bool = False
    turn_began: bool = False
    seats_changed: bool = False
    asked_again: set[int] = field(default_factory=set)
    holders: list[Holder] | None = None
    was_postponed: bool = False
    concerned: set[int] = field(default_factory=set)
    recheck: set[int] = field(default_factory=set)
    extra_messages: list[tuple[str, Event]] = field(default_factory=list)
    ends: bool = False
    was_due: datetime | None = None
    sealed: int = 0

    @cached_property
    def engine(self) -> Rules[Any]:
        """The rules of the game."""
        return engine_for(self.game.variant)

    @cached_property
    def state(self) -> Any:
        """The engine's state after the last step."""
        return self.engine.load(self.game.state.dump)

    @cached_property
    def awaited(self) -> Awaited:
        """The part of the state that the clock depends on."""
        engine, state = self.engine, self.state
        return Awaited(engine.turn(state), engine.sealed(state), engine.awaiting(state))

    def advance(self, state: Any) -> None:
        """Makes this the engine's state, after another step."""
        self.state = state
        self.__dict__.pop("awaited", None)  # :meth:`awaited` reads the new state when it is asked

    def is_counting(self, state: Any = None) -> bool:
        """Whether stones are being counted, after the last step or in another state of the engine.
        Nobody agrees to a count that they have not seen: nobody can plan then, and no choice is
        sealed for the next step of a count but by its player, who sees the count."""
        return self.engine.phase(self.state if state is None else state) == "counting"

    def seat_of(self, user_id: int | None) -> SeatRow | None:
        """The seat on which this user plays, or None."""
        return next((s for s in self.seats if user_id is not None and s.user_id == user_id), None)

    def chosen(self) -> list[int]:
        """The seats that have sealed something for the next step, ascending."""
        return sorted(self.choices)

    def bots_that_owe(self) -> list[SeatRow]:
        """The awaited seats that the game's own bot plays and that have not chosen."""
        played = (seat for seat in self.seats if seat.engine_plays)
        bots = [seat for seat in played if seat.number not in self.choices]
        if not bots:
            return []
        return [seat for seat in bots if seat.number in self.awaited.seats]

    def awaits_bots_alone(self) -> bool:
        """Whether only bots can choose for the next step."""
        awaited = self.awaited.seats
        return all(seat.engine_plays for seat in self.seats if seat.number in awaited)

    def is_complete(self) -> bool:
        """Whether the next step is to be resolved now, before its time is up.

        A sealed step: when every awaited seat has chosen, if the table ends turns that way or the
        deadline was postponed. An open step: as soon as a seat has acted.
        """
        if self.game.status != Status.RUNNING or not self.choices:
            return False
        awaited = self.awaited
        owed = set(awaited.seats)
        chosen = owed & self.choices.keys()
        if not awaited.sealed:
            return bool(chosen)
        put_off = self.game.extended or self.game.waited
        ends = put_off or self.game.settings.turn_ends == TurnEnds.COMPLETE
        return ends and chosen == owed

    def take_choices(self) -> dict[int, Json]:
        """Removes the choices to play from the sealed ones and returns them by seat: all of them in
        a sealed step, the earliest in an open step."""
        awaited = self.awaited
        owed = [(seat, row) for seat, row in self.choices.items() if seat in awaited.seats]
        if not awaited.sealed:
            owed = sorted(owed, key=lambda item: (item[1].sealed_at, item[0]))[:1]
        for seat, _ in owed:
            del self.choices[seat]
        return {seat: row.action for seat, row in sorted(owed, key=lambda item: item[0])}

    def end_tenures(self, seats: Iterable[SeatRow], why: TenureEnd) -> None:
        """The members on these seats no longer have them from the next step on."""
        for seat in seats:
            chosen, missed = self.turns_of(seat.number)
            step, member = self.game.step, seat.user_id
            self.tenures_ended.append(EndedTenure(seat.number, step, why, member, chosen, missed))

    def turns_of(self, seat: int) -> tuple[int, int]:
        """In how many turns the player of this seat has chosen, and how many they have missed."""
        chosen, _last = (self.game.turns_chosen or {}).get(str(seat), (0, 0))
        missed, others = (self.game.turns_missed or {}).get(str(seat), (0, 0))
        return chosen - others, missed

    def end_putting_off(self) -> None:
        """The next step's deadline is no longer postponed for anybody."""
        self.game.extended = self.game.waited = False
        for seat in self.seats:
            seat.off_until = None

    def seats_held(self) -> list[SeatRow]:
        """The seats of players who are still playing."""
        return [seat for seat in self.seats if seat.is_held]

    def people(self) -> list[SeatRow]:
        """The seats of people who are still playing and whose accounts still exist."""
        return [seat for seat in self.seats_held() if seat.is_person and not seat.gone]

    def seats_offered(self) -> list[SeatRow]:
        """The seats whose players have left and that others may take over."""
        return [seat for seat in self.seats if seat.offered_why]

    def log(
        self,
        what: ActKind,
        seat: SeatRow | None = None,
        *,
        by: Person | None = None,
        why: str = "",
        reason: str = "",
        count: int | None = None,
        until: date | None = None,
        vote: VoteEntry | None = None,
    ) -> None:
        """Adds an entry to the log, and tells everybody (:class:`LoggedAct` says what is what)."""
        act = LoggedAct(what, self.game.step, self.now, seat, by, why, reason, count, until, vote)
        self.logged.append(act)
        entry = entry_of(act)
        # The stream of events keeps the key of whoever did it, for as long as the account is there.
        stored = {**to_builtins(entry), "by": None if by is None else by.user_id}
        self.emit(OutgoingEvent(EVERYONE, LogAdded(entry=entry), {"entry": stored}))

    def emit(self, *events: OutgoingEvent) -> None:
        """Adds these events to those that are stored and sent."""
        self.emitted.extend(events)


def entry_of(act: LoggedAct) -> ActEntry:
    """An entry of the log as it is sent to pages."""
    return {
        "step": act.step,
        "at": act.at,
        "what": act.what.value,
        "by": None if act.by is None else act.by.name,
        "seat": None if act.seat is None else act.seat.number,
        "why": act.why,
        "reason": act.reason or None,
        "count": act.count,
        "until": act.until,
        "vote": act.vote,
    }


def time_left(game: GameRow, now: datetime) -> timedelta | None:
    """The time left for the step, never below zero; None without a timer."""
    if game.deadline is None:
        return game.time_left
    return max(game.deadline - now, timedelta())

"""Permissions: who may do what to a game. Anything that is not allowed here is refused.

Pure functions that return a reason to refuse, or None. `games.play.commands` asks before it carries
out a command, and pages ask what to offer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Protocol

from games.play.rows import Person, Room, SeatRow
from games.play.settings import GameSettings
from transport.refusals import Refused, lazy_moment


class Act(StrEnum):
    """What somebody can do to a game: look at it, seal or take back a choice for their own seat,
    chat, resign, vote, take over a seat, or moderate."""

    LOOK = "look"
    SEAL = "seal"
    SAY = "say"
    RESIGN = "resign"
    VOTE = "vote"
    TAKE_SEAT = "take-seat"
    MODERATE = "moderate"


@dataclass(frozen=True, slots=True)
class Suspended:
    """A suspension: until ``until`` the member may only watch, or leave a game."""

    until: datetime
    reason: str


@dataclass(frozen=True, slots=True)
class ChatBanned:
    """A chat ban: the member may not write in any chat until ``until``."""

    until: datetime
    reason: str


class Actor(Protocol):
    """The person who acts, as far as permissions depend on them."""

    @property
    def user_id(self) -> int | None:
        """None for visitors, and for members whose session has ended."""

    @property
    def name(self) -> str:
        """Their name; empty for visitors."""

    @property
    def is_bot(self) -> bool:
        """Whether the account is no person's."""

    @property
    def suspended(self) -> Suspended | None:
        """Their current suspension, if any."""

    @property
    def chat_banned(self) -> ChatBanned | None:
        """Their current chat ban, if any."""

    @property
    def hidden_before(self) -> datetime | None:
        """They are not shown what their own seat sealed or planned before this time; None: they see
        it all."""

    @property
    def by_program(self) -> bool:
        """Whether a program acts for them, with a token of the API."""

    @property
    def moderates(self) -> bool:
        """Whether they moderate games."""

    @property
    def needs_second_factor(self) -> bool:
        """Whether they could moderate if they set up two-factor login."""

    def has_left(self, game: Game) -> bool:
        """Whether they had a seat in this game and no longer have it."""


@dataclass(frozen=True, slots=True)
class Player:
    """An actor as read together with a locked game; ``had_seat``: whether they ever had a seat in
    it, where that matters."""

    user_id: int | None
    name: str = ""
    is_bot: bool = False
    suspended: Suspended | None = None
    chat_banned: ChatBanned | None = None
    moderates: bool = False
    needs_second_factor: bool = False
    hidden_before: datetime | None = None
    had_seat: bool = False
    by_program: bool = False

    def has_left(self, game: Game) -> bool:
        """Whether they had a seat in this game and no longer have it; asked only where they have
        none. At a table where nobody takes seats over it stays theirs."""
        return self.had_seat and game.settings.seats_taken_over


class Seat(Protocol):
    """The actor's own seat in the game."""

    left_why: str

    @property
    def is_person(self) -> bool:
        """Whether a person chooses here."""


class Game(Protocol):
    """The game that the act is about."""

    settings: GameSettings

    @property
    def id(self) -> int:
        """The primary key."""

    @property
    def is_over(self) -> bool:
        """Whether nothing more will be played."""


@dataclass(frozen=True, slots=True)
class Authorised:
    """An actor who may do what they ask for. ``arrived``: when the request reached the server;
    ``seat``: the seat on which they play, or None."""

    actor: Actor
    seat: SeatRow | None
    arrived: datetime

    @property
    def chooses_anew(self) -> bool:
        """Whether their choice must not be compared with what is sealed on the seat, because they
        are not shown that."""
        return self.actor.hidden_before is not None

    @property
    def own_seat(self) -> SeatRow:
        """The actor's seat, for acts that need one."""
        assert self.seat is not None
        return self.seat

    @property
    def person(self) -> Person:
        """The actor as the log names them."""
        assert self.actor.user_id is not None
        return Person(self.actor.user_id, self.actor.name)


Condition = Callable[[Actor, Game, Seat | None], Refused | None]


def refusal(act: Act, actor: Actor, game: Game, seat: Seat | None) -> Refused | None:
    """The reason why ``actor`` may not do ``act``, or None if they may. ``seat``: their own
    seat."""
    for condition in CONDITIONS.get(act, (_never,)):
        refused = condition(actor, game, seat)
        if refused is not None:
            return refused
    return None


def rooms(actor: Actor, game: Game, seat: Seat | None) -> list[Room]:
    """The chat rooms that the actor may read. They may also write there, unless suspended or banned
    from chats.

    The spectators' room stays closed to players until the game is over. It is never open to bots: a
    player has the token of their own.
    """
    if actor.user_id is None or game.settings.guest:
        return []
    if actor.is_bot or (seat is not None and not game.is_over):
        return [Room.TABLE]
    return [Room.TABLE, Room.SPECTATORS]


def suspension(suspended: Suspended) -> Refused:
    """The refusal that a suspended member gets."""
    return Refused(
        "suspended",
        "You are suspended until %(time)s and can only watch. Reason: %(reason)s",
        values={"time": lazy_moment(suspended.until), "reason": suspended.reason},
    )


def chat_ban(banned: ChatBanned) -> Refused:
    """The refusal that a member with a chat ban gets."""
    return Refused(
        "chat-ban",
        "You cannot chat until %(time)s. Reason: %(reason)s",
        values={"time": lazy_moment(banned.until), "reason": banned.reason},
    )


def _never(_actor: Actor, _game: Game, _seat: Seat | None) -> Refused | None:
    return Refused("not-allowed", "Nobody can do that.")


def _logged_in(actor: Actor, _game: Game, _seat: Seat | None) -> Refused | None:
    return Refused("login-needed", "Log in first.") if actor.user_id is None else None


def _is_of_members(_actor: Actor, game: Game, _seat: Seat | None) -> Refused | None:
    if not game.settings.guest:
        return None
    return Refused("not-allowed", "Only members can do that. Join the club by invitation.")


def _plays(_actor: Actor, _game: Game, seat: Seat | None) -> Refused | None:
    if seat is None:
        return Refused("not-your-seat", "You do not play in this game.")
    return Refused("not-awaited", "You are no longer in this game.") if seat.left_why else None


def _has_no_seat_yet(_actor: Actor, _game: Game, seat: Seat | None) -> Refused | None:
    return None if seat is None else Refused("not-allowed", "You have a seat in this game.")


def _has_not_left(actor: Actor, game: Game, _seat: Seat | None) -> Refused | None:
    if not actor.has_left(game):
        return None
    return Refused("not-allowed", "You had a seat in this game, and left it.")


def _is_a_person(_actor: Actor, _game: Game, seat: Seat | None) -> Refused | None:
    if seat is not None and seat.is_person:
        return None
    return Refused("not-allowed", "Only people vote.")


def _is_no_bot(actor: Actor, _game: Game, _seat: Seat | None) -> Refused | None:
    return Refused("not-allowed", "Bots do not chat.") if actor.is_bot else None


def _is_not_suspended(actor: Actor, _game: Game, _seat: Seat | None) -> Refused | None:
    return None if actor.suspended is None else suspension(actor.suspended)


def _may_chat(actor: Actor, _game: Game, _seat: Seat | None) -> Refused | None:
    return None if actor.chat_banned is None else chat_ban(actor.chat_banned)


def _goes_on(_actor: Actor, game: Game, _seat: Seat | None) -> Refused | None:
    return Refused("not-running", "This game is over.") if game.is_over else None


def _is_no_program(actor: Actor, _game: Game, _seat: Seat | None) -> Refused | None:
    if not actor.by_program:
        return None
    return Refused(
        "not-for-programs",
        "You cannot moderate with a token. Moderators do that on the game’s page.",
    )


def _moderates(actor: Actor, _game: Game, _seat: Seat | None) -> Refused | None:
    if actor.needs_second_factor:
        return Refused(
            "not-allowed",
            "Set up two-factor login first: you find it under Account.",
        )
    return None if actor.moderates else Refused("not-allowed", "Only moderators can do that.")


def _judges_from_outside(_actor: Actor, _game: Game, seat: Seat | None) -> Refused | None:
    if seat is None:
        return None
    return Refused("not-allowed", "Only moderators who do not play in this game can do that.")


CONDITIONS: Mapping[Act, tuple[Condition, ...]] = {
    Act.LOOK: (),
    Act.SEAL: (_logged_in, _plays, _is_not_suspended, _goes_on),
    Act.SAY: (_logged_in, _is_of_members, _is_no_bot, _is_not_suspended, _may_chat),
    Act.RESIGN: (_logged_in, _plays, _goes_on),
    Act.VOTE: (_logged_in, _is_of_members, _plays, _is_a_person, _is_not_suspended, _goes_on),
    Act.TAKE_SEAT: (
        _logged_in,
        _is_of_members,
        _has_no_seat_yet,
        _is_not_suspended,
        _goes_on,
        _has_not_left,
    ),
    Act.MODERATE: (
        _logged_in,
        _is_no_program,
        _is_of_members,
        _judges_from_outside,
        _moderates,
        _is_not_suspended,
        _goes_on,
        _has_not_left,
    ),
}
"""The conditions for each act, checked in this order."""

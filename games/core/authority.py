"""Who may do what to a game, apart from doing it. What is not said here is refused.

Plain values in, a reason to refuse or none out. Whoever carries something out has asked here first
(:mod:`games.commands`); what a page offers is asked here, too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Protocol

from games.core.rows import Room
from games.core.settings import GameSettings
from transport.refusals import Refused


class Act(StrEnum):
    """What may be done to a game: looking at it, sealing and taking back for one's own seat, saying
    something, leaving with it, voting, taking a seat over, and what moderators do."""

    LOOK = "look"
    SEAL = "seal"
    SAY = "say"
    RESIGN = "resign"
    VOTE = "vote"
    TAKE_SEAT = "take-seat"
    MODERATE = "moderate"


@dataclass(frozen=True, slots=True)
class Suspended:
    """A member may only watch, and leave, until then."""

    until: datetime
    reason: str


@dataclass(frozen=True, slots=True)
class ChatBanned:
    """A member may write in no chat until then."""

    until: datetime
    reason: str


class Actor(Protocol):
    """Who acts, and what is known of them now."""

    @property
    def user_id(self) -> int | None:
        """None: a visitor, or somebody whose session has ended."""

    @property
    def suspended(self) -> Suspended | None:
        """Whether a suspension of theirs holds."""

    @property
    def chat_banned(self) -> ChatBanned | None:
        """Whether a chat ban of theirs holds."""

    @property
    def hidden_before(self) -> datetime | None:
        """What their own seat sealed or planned before then is not shown to them; None: all is."""

    @property
    def moderates(self) -> bool:
        """Whether they moderate games."""

    @property
    def needs_second_factor(self) -> bool:
        """Whether a second factor is all that keeps them from moderating."""

    def has_left(self, game: Game) -> bool:
        """Whether they had a seat in the game that is no longer theirs."""


@dataclass(frozen=True, slots=True)
class Player:
    """An actor who only plays: no moderator at this door."""

    user_id: int | None
    suspended: Suspended | None = None
    chat_banned: ChatBanned | None = None
    moderates: bool = False
    needs_second_factor: bool = False
    hidden_before: datetime | None = None

    def has_left(self, game: Game) -> bool:
        """Whether they had a seat in the game that is no longer theirs."""
        return False


class Seat(Protocol):
    """The actor's own seat in the game."""

    left_why: str

    @property
    def is_person(self) -> bool:
        """Whether a person chooses here."""


class Game(Protocol):
    """The game that it is done to."""

    settings: GameSettings

    @property
    def id(self) -> int:
        """Its key."""

    @property
    def is_over(self) -> bool:
        """Whether nothing more will be played."""


Condition = Callable[[Actor, Game, Seat | None], Refused | None]


def refusal(act: Act, actor: Actor, game: Game, seat: Seat | None) -> Refused | None:
    """Why ``actor``, whose own seat is ``seat``, may not do it to this game; None: they may."""
    for condition in CONDITIONS.get(act, (_never,)):
        refused = condition(actor, game, seat)
        if refused is not None:
            return refused
    return None


def rooms(actor: Actor, game: Game, seat: Seat | None) -> list[Room]:
    """The rooms that the actor may read and, unless suspended or banned from
    chats, write in.

    The spectators' room stays closed to players until the game is over.
    """
    if actor.user_id is None:
        return []
    if seat is not None and not game.is_over:
        return [Room.TABLE]
    return [Room.TABLE, Room.SPECTATORS]


def suspension(suspended: Suspended) -> Refused:
    """What a member is told who is suspended."""
    return Refused(
        "suspended",
        "You are suspended until %(time)s and can only watch. Reason: %(reason)s",
        values={"time": f"{suspended.until:%Y-%m-%d %H:%M %Z}", "reason": suspended.reason},
    )


def chat_ban(banned: ChatBanned) -> Refused:
    """What a member is told who is banned from chats."""
    return Refused(
        "chat-ban",
        "You cannot chat until %(time)s. Reason: %(reason)s",
        values={"time": f"{banned.until:%Y-%m-%d %H:%M %Z}", "reason": banned.reason},
    )


def _never(_actor: Actor, _game: Game, _seat: Seat | None) -> Refused | None:
    return Refused("not-allowed", "Nobody can do that.")


def _logged_in(actor: Actor, _game: Game, _seat: Seat | None) -> Refused | None:
    return Refused("login-needed", "Log in first.") if actor.user_id is None else None


def _plays(_actor: Actor, _game: Game, seat: Seat | None) -> Refused | None:
    if seat is None:
        return Refused("not-your-seat", "You do not play in this game.")
    return Refused("not-awaited", "You are no longer in this game.") if seat.left_why else None


def _plays_not(_actor: Actor, _game: Game, seat: Seat | None) -> Refused | None:
    return None if seat is None else Refused("not-allowed", "You have a seat in this game.")


def _has_not_left(actor: Actor, game: Game, _seat: Seat | None) -> Refused | None:
    if not actor.has_left(game):
        return None
    return Refused("not-allowed", "You had a seat in this game, and left it.")


def _is_a_person(_actor: Actor, _game: Game, seat: Seat | None) -> Refused | None:
    if seat is not None and seat.is_person:
        return None
    return Refused("not-allowed", "Only people vote.")


def _is_not_suspended(actor: Actor, _game: Game, _seat: Seat | None) -> Refused | None:
    return None if actor.suspended is None else suspension(actor.suspended)


def _may_chat(actor: Actor, _game: Game, _seat: Seat | None) -> Refused | None:
    return None if actor.chat_banned is None else chat_ban(actor.chat_banned)


def _goes_on(_actor: Actor, game: Game, _seat: Seat | None) -> Refused | None:
    return Refused("not-running", "This game is over.") if game.is_over else None


def _moderates(actor: Actor, _game: Game, _seat: Seat | None) -> Refused | None:
    if actor.needs_second_factor:
        return Refused(
            "not-allowed",
            "Set up two-factor login first: you find it under Account.",
        )
    return None if actor.moderates else Refused("not-allowed", "Only moderators can do that.")


def _does_not_play(_actor: Actor, _game: Game, seat: Seat | None) -> Refused | None:
    if seat is None:
        return None
    return Refused("not-allowed", "Only moderators who do not play in this game can do that.")


CONDITIONS: Mapping[Act, tuple[Condition, ...]] = {
    Act.LOOK: (),
    Act.SEAL: (_logged_in, _plays, _is_not_suspended, _goes_on),
    Act.SAY: (_logged_in, _is_not_suspended, _may_chat),
    Act.RESIGN: (_logged_in, _plays, _goes_on),
    Act.VOTE: (_logged_in, _plays, _is_a_person, _is_not_suspended, _goes_on),
    Act.TAKE_SEAT: (_logged_in, _plays_not, _is_not_suspended, _goes_on, _has_not_left),
    Act.MODERATE: (
        *(_logged_in, _does_not_play, _moderates, _is_not_suspended, _goes_on),
        _has_not_left,
    ),
}
"""What must hold for each act, in the order in which it is looked at."""

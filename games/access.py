"""Who may see and do what: one guarded look-up a kind of thing, for views and consumers alike."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from accounts.models import Suspension, User
from accounts.roles import is_moderator, lacks_second_factor
from games.core import events
from games.core.rows import SeatRow
from games.core.run import Run
from games.models import ChatMessage, Game, Seat
from transport.refusals import Refused


@dataclass(frozen=True)
class Viewer:
    """Somebody who looks at a game: ``user`` is None for visitors, ``seat`` for spectators."""

    user: User | None
    seat: Seat | None
    moderates: bool
    suspended: bool

    def may(self, game: Game) -> list[str]:
        """What the page offers: ``seal``, ``say``, ``resign``, ``moderate``."""
        plays = self.seat is not None and not self.seat.left_why and not game.is_over
        allowed = {
            "seal": plays and not self.suspended,
            "say": self.user is not None and not self.suspended,
            "resign": plays,
            "moderate": self.moderates and not self.suspended and not game.is_over,
        }
        return [right for right, given in allowed.items() if given]

    def rooms(self, game: Game) -> list[str]:
        """The chat rooms that the viewer may read and, unless suspended, write in.

        The spectators' room stays closed to players until the game is over.
        """
        if self.user is None:
            return []
        if self.seat is not None and not game.is_over:
            return [ChatMessage.Room.TABLE]
        return [ChatMessage.Room.TABLE, ChatMessage.Room.SPECTATORS]


def get_game_for_viewer(public_id: str) -> Game:
    """The game at this address, for anybody: the address of a game by link is the link.

    Raises Refused ``not-found``.
    """
    # What could not be an address is not looked up: databases choke on some of it.
    may_be_one = public_id.isascii() and public_id.isalnum()
    game = Game.objects.filter(public_id=public_id).first() if may_be_one else None
    if game is None:
        raise Refused("not-found", "There is no game at this address.")
    return game


def get_viewer(game: Game, user: object, now: datetime) -> Viewer:
    """What ``user`` is to the game."""
    if not isinstance(user, User):
        return Viewer(user=None, seat=None, moderates=False, suspended=False)
    seat = game.seats.filter(user=user).first()
    return Viewer(
        user=user,
        seat=seat,
        moderates=seat is None and may_moderate(user),
        suspended=Suspension.of(user, now) is not None,
    )


def audiences_of(game: Game, viewer: Viewer) -> list[str]:
    """Whose messages the viewer may know, but for those to the own seat alone."""
    rooms = viewer.rooms(game)
    audiences = [events.EVERYONE]
    if ChatMessage.Room.TABLE in rooms:
        audiences.append(events.MEMBERS)
    if ChatMessage.Room.SPECTATORS in rooms:
        audiences.append(events.SPECTATORS)
    return audiences


def player_seat(run: Run, user_id: int) -> SeatRow:
    """The seat of the run's game on which this member plays. Raises Refused ``not-your-seat``, or
    ``not-awaited`` for a seat that has left."""
    seat = run.seat_of(user_id)
    if seat is None:
        raise Refused("not-your-seat", "You do not play in this game.")
    if seat.left_why:
        raise Refused("not-awaited", "Your seat has left this game.")
    return seat


def refuse_suspended(user: User, now: datetime) -> None:
    """Raises Refused ``suspended`` with the reason and the end."""
    suspension = Suspension.of(user, now)
    if suspension is not None:
        raise suspended_until(suspension.until, suspension.reason)


def suspended_until(until: datetime, reason: str) -> Refused:
    """What a member is told who is suspended."""
    return Refused(
        "suspended",
        f"You are suspended until {until:%Y-%m-%d %H:%M} UTC and can only watch. Reason: {reason}",
    )


def refuse_unless_moderating(run: Run, user: Any) -> None:
    """Raises Refused ``not-allowed`` for anyone who may not moderate this game: others than
    moderators, and moderators who play in it."""
    if lacks_second_factor(user):
        raise Refused(
            "not-allowed", "Set up a second factor first: you find it under Account, Second factor."
        )
    if not (isinstance(user, User) and may_moderate(user)):
        raise Refused("not-allowed", "Only moderators can do that.")
    if run.seat_of(user.pk) is not None:
        raise Refused(
            "not-allowed", "You play in this game: another moderator has to look after it."
        )


def may_moderate(user: User) -> bool:
    """Whether this user moderates games, as far as no seat of theirs is in the way."""
    return is_moderator(user) and user.has_perm("games.moderate_game")

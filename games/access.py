"""Who may see and do what: one guarded look-up a kind of thing, for views and consumers alike."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from accounts.models import User
from accounts.roles import is_moderator
from accounts.suspensions import current_suspension
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
            "moderate": self.moderates and not game.is_over,
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
    return Viewer(
        user=user,
        seat=game.seats.filter(user=user).first(),
        moderates=is_moderator(user),
        suspended=current_suspension(user, now) is not None,
    )


def seat_of(seats: Iterable[Seat], user: Any) -> Seat:
    """The one of a game's seats on which ``user`` plays. Raises Refused ``not-your-seat``, or
    ``not-awaited`` for a seat that has left."""
    own = user.pk if isinstance(user, User) else None
    seat = next((seat for seat in seats if own is not None and seat.user_id == own), None)
    if seat is None:
        raise Refused("not-your-seat", "You do not play in this game.")
    if seat.left_why:
        raise Refused("not-awaited", "Your seat has left this game.")
    return seat


def refuse_suspended(user: User, now: datetime) -> None:
    """Raises Refused ``suspended`` with the reason and the end."""
    suspension = current_suspension(user, now)
    if suspension is not None:
        until = f"{suspension.until:%Y-%m-%d %H:%M} UTC"
        raise Refused(
            "suspended",
            f"You are suspended until {until} and can only watch. Reason: {suspension.reason}",
        )


def refuse_others_than_moderators(user: Any) -> None:
    """Raises Refused ``not-allowed``."""
    if not (isinstance(user, User) and is_moderator(user)):
        raise Refused("not-allowed", "Only moderators can do that.")

"""Leaving a game: by resigning, with the account, or removed by a moderator."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import User
from games.access import seat_of
from games.models import Game, Seat, Step
from games.services.locking import lock_game, lock_game_if_free
from games.services.opening import conclude, open_leave, open_while_complete
from games.services.preparing import Opening
from transport.refusals import Refused


def resign(*, game_id: int, user: User, now: datetime) -> None:
    """The user's seat leaves the game. Locks the game's row.

    Raises Refused: ``not-your-seat``, ``not-awaited`` (it has left already), ``not-running``.
    """
    with transaction.atomic():
        game = lock_game(game_id)
        seat = seat_of(game.seats.all(), user)
        take_out(game, seat, Seat.LeftWhy.RESIGNED, now)


def take_out(game: Game, seat: Seat, why: Seat.LeftWhy, now: datetime) -> None:
    """``seat`` leaves the locked ``game``; the others go on.

    Raises Refused ``not-running``, or ``not-awaited`` for a seat that has left.
    """
    if game.is_over:
        raise Refused("not-running", "This game is over.")
    if seat.left_why:
        raise Refused("not-awaited", "That seat has left already.")
    opening = Opening(game, now)
    open_leave(opening, [seat], why, _cause(why))
    open_while_complete(opening)
    conclude(opening)


def leave_for_former_members(*, game_id: int, now: datetime) -> bool:
    """The seats of who has deleted the account leave the running game; says whether any did.

    Nobody would ever choose for them. Locks the game's row, or gives up at once where somebody
    else holds the lock.
    """
    with transaction.atomic():
        game = lock_game_if_free(game_id)
        if game is None or game.status != Game.Status.RUNNING:
            return False
        opening = Opening(game, now)
        gone = [seat for seat in opening.seats if seat.user is None and not seat.left_why]
        if gone:
            open_leave(opening, gone, Seat.LeftWhy.RESIGNED, Step.Cause.COMPLETE)
            open_while_complete(opening)
            conclude(opening)
        return bool(gone)


def _cause(why: Seat.LeftWhy) -> Step.Cause:
    return Step.Cause.MODERATOR if why == Seat.LeftWhy.REMOVED else Step.Cause.COMPLETE

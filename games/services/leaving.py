"""Leaving a game: by resigning, or with the account."""

from __future__ import annotations

from accounts.models import User
from games.access import player_seat
from games.core.resolving import leave
from games.core.rows import Cause, LeftWhy, Status
from games.services.running import run_game, run_game_if_free
from transport.refusals import Refused


def resign(*, game_id: int, user: User) -> None:
    """The user's seat leaves the game; the others go on.

    Raises Refused: ``not-your-seat``, ``not-awaited`` (it has left already), ``not-running``.
    """
    with run_game(game_id) as run:
        seat = player_seat(run, user.pk)
        if run.game.is_over:
            raise Refused("not-running", "This game is over.")
        leave(run, [seat], LeftWhy.RESIGNED, Cause.COMPLETE)


def leave_for_former_members(*, game_id: int) -> bool:
    """The seats whose account is deleted or deactivated leave the running game; says whether any
    did. Nobody would ever choose for them. Does nothing where somebody else has the game locked.
    """
    with run_game_if_free(game_id) as run:
        if run is None or run.game.status != Status.RUNNING:
            return False
        gone = [seat for seat in run.seats if seat.gone and not seat.left_why]
        if gone:
            leave(run, gone, LeftWhy.RESIGNED, Cause.COMPLETE)
        return bool(gone)

"""Leaving a game, by resigning or by deleting the account."""

from __future__ import annotations

from games.play.messages import Resign
from games.play.resolving import depart
from games.play.rows import Cause, LeftWhy, Status
from games.play.run import Run
from games.services.authorised import Authorised
from games.services.offering import note_offered
from games.services.running import run_game_if_free


def resign(run: Run, by: Authorised, _command: Resign) -> None:
    """The actor leaves the game with their seat; the others go on."""
    depart(run, [by.own_seat], LeftWhy.RESIGNED, Cause.COMPLETE)
    note_offered(run)


def leave_for_former_members(*, game_id: int) -> bool:
    """Seats whose account is deleted or deactivated leave the running game, because nobody would
    ever choose for them; returns whether any did. Does nothing if somebody else has the game
    locked."""
    with run_game_if_free(game_id) as run:
        if run is None or run.game.status != Status.RUNNING:
            return False
        gone = [seat for seat in run.seats_held() if seat.gone]
        if gone:
            depart(run, gone, LeftWhy.GONE, Cause.COMPLETE)
            note_offered(run)
        return bool(gone)

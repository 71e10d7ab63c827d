"""Pausing, resuming and cancelling a game."""

from __future__ import annotations

from games.core.events import EVERYONE, Happened
from games.core.messages import GameCancelled, GamePaused, GameResumed
from games.core.resolving import clock_of
from games.core.rows import Status, TenureEnd
from games.core.run import Run, time_left
from transport.messages import Event


def pause(run: Run) -> None:
    """Stops the clock, keeping the time left; choices can still be made."""
    game = run.game
    game.time_left = time_left(game, run.now)
    game.deadline = None
    game.status = Status.PAUSED
    _tell(run, GamePaused)


def resume(run: Run) -> None:
    """Lets the clock go on with the time that was left."""
    game = run.game
    game.deadline = None if game.time_left is None else run.now + game.time_left
    game.time_left = None
    game.status = Status.RUNNING
    _tell(run, GameResumed)


def cancel(run: Run) -> None:
    """Ends the game without a result. What was played stays; what was sealed goes unseen."""
    game = run.game
    game.status = Status.CANCELLED
    game.finished_at = run.now
    game.deadline = game.time_left = game.bots_due = None
    run.choices.clear()
    run.end_tenures(run.seats_held(), TenureEnd.OVER)
    _tell(run, GameCancelled)


def _tell(run: Run, message: type[GamePaused | GameResumed | GameCancelled]) -> None:
    said: Event = message(clock=clock_of(run.game), status=run.game.status)
    run.tell(Happened(EVERYONE, said, {}))

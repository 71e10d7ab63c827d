"""Pausing, resuming, ending and cancelling a game."""

from __future__ import annotations

from datetime import datetime, timedelta

from games.play.clock import end_after_standstill
from games.play.events import EVERYONE, OutgoingEvent
from games.play.game_transaction import GameTransaction, time_left
from games.play.messages import (
    ClockChanged,
    GameCancelled,
    GamePaused,
    GameResumed,
)
from games.play.presence import go_on_after_pause
from games.play.resolve import clock_of, ended_message, finish, give_pause_back, set_end, stop
from games.play.rows import Status
from transport.messages import Event


def pause(run: GameTransaction, until: datetime | None = None) -> None:
    """Stops the clock, keeping the time left; choices can still be made. ``until``: when the game
    resumes by itself; None: when somebody resumes it. A paused game can be paused again."""
    game = run.game
    if game.status == Status.RUNNING:
        game.time_left = time_left(game, run.now)
        game.paused_at = run.now  # pausing it again does not change this
    game.deadline = None
    game.status = Status.PAUSED
    game.resumes_at = until
    _tell(run, GamePaused)


def resume(run: GameTransaction) -> None:
    """Restarts the clock with the time that was left. A turn that ends by the calendar moves by the
    same rule as after an outage. Seats on offer get the time of the pause back, too, as does the
    game until it counts as abandoned, and players who are away the full time until they leave.
    """
    game = run.game
    stood = give_pause_back(run)
    if game.time_left is not None:
        end = run.now + game.time_left
        game.deadline = end_after_standstill(game.settings, end, stood, run.now)
        game.clock_since = run.now
    game.time_left = game.paused_at = game.resumes_at = None
    game.status = Status.RUNNING
    _tell(run, GameResumed)
    go_on_after_pause(run)


def go_on_after_outage(run: GameTransaction, stood: timedelta) -> None:
    """Tells when the next step's time is up after an outage. The time has already been given back;
    a turn that ends by the calendar may move to a calendar time."""
    game = run.game
    if game.status == Status.RUNNING and game.deadline is not None:
        _move(run, end_after_standstill(game.settings, game.deadline, stood, run.now))
    run.seats_changed |= bool(run.seats_offered())
    _tell(run, ClockChanged)


def _move(run: GameTransaction, end: datetime) -> None:
    """Moves the deadline. Bots that were to choose at the old one choose at the new one."""
    game = run.game
    if game.bots_due is not None and game.bots_due == game.deadline:
        game.bots_due = end
    game.deadline = end


def give_time(run: GameTransaction, more: timedelta) -> None:
    """Gives the turn of a running game more time."""
    assert run.game.deadline is not None
    set_end(run, run.game.deadline + more)
    run.was_postponed = True
    _tell(run, ClockChanged)


def end(run: GameTransaction) -> None:
    """Ends the game with the ranks as they stand. What was played stays; what is sealed is dropped
    unseen. The rules do not know about it: the record replays to the same position, and its result
    says how the game ended. Seats on offer rank as seats that have left."""
    state, offered = run.state, [seat.number for seat in run.seats_offered()]
    if offered:
        state, _ = run.engine.leave(state, offered)
    finish(run, run.engine.standing(state, len(run.seats)).as_json())
    run.emit(OutgoingEvent(EVERYONE, ended_message(run), {}))


def cancel(run: GameTransaction) -> None:
    """Ends the game without a result. What was played stays; what is sealed is dropped unseen."""
    stop(run, Status.CANCELLED)
    _tell(run, GameCancelled)


def _tell(
    run: GameTransaction, message: type[GamePaused | GameResumed | ClockChanged | GameCancelled]
) -> None:
    said: Event = message(clock=clock_of(run.game), status=run.game.status)
    run.emit(OutgoingEvent(EVERYONE, said, {}))

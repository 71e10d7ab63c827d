"""What moderators do to a game, and what the server does by itself. Every act is logged for
everybody to see, with who did it and why.

Moderators' acts raise Refused ``no-reason`` without a reason.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from games.models import ModeratorAct
from games.play import stopping
from games.play.messages import Cancel, EndTurn, Pause, RemoveSeat, Resume
from games.play.plans import seal_planned
from games.play.resolving import depart, resolve
from games.play.rows import Cause, LeftWhy, SeatRow, Status
from games.play.run import Run
from games.play.votes import is_paused_by_players
from games.services import log
from games.services.authorised import Authorised
from games.services.bots import seal_at_once
from games.services.offering import note_offered
from games.services.presence import go_on_after_pause
from games.services.running import run_game
from games.services.voting import give_up_due_vote
from transport.refusals import Refused

LONGEST_REASON = 300


def pause(run: Run, by: Authorised, command: Pause) -> None:
    """Stops the clock, keeping the time left; choices can still be made. If the players have paused
    the game, it now stays paused until a moderator resumes it."""
    why = _reason(command.why)
    if run.game.status == Status.PAUSED and not is_paused_by_players(run.game):
        raise Refused("not-running", "The game is already paused.")
    stopping.pause(run)
    _log(run, ModeratorAct.What.PAUSED, by, why)


def resume(run: Run, by: Authorised, command: Resume) -> None:
    """Lets the clock go on with the time that was left; resolves the step if it is complete by
    now."""
    why = _reason(command.why)
    if run.game.status != Status.PAUSED:
        raise Refused("not-running", "The game is not paused.")
    stopping.resume(run)
    go_on_after_pause(run)
    _log(run, ModeratorAct.What.RESUMED, by, why)


def end_turn(run: Run, by: Authorised, command: EndTurn) -> None:
    """Resolves the next step now, including planned choices, as when its time is up. If the command
    has a ``step`` it must be that step, so that a second click does not end the next one, too.
    Raises Refused ``step-over``."""
    why = _reason(command.why)
    if run.game.status != Status.RUNNING:
        raise Refused("not-running", "The game is paused. Resume it first.")
    if command.step is not None and command.step != run.game.next_step:
        raise Refused("step-over", "That turn is over already.")
    _log(run, ModeratorAct.What.ENDED_TURN, by, why)
    seal_planned(run)
    seal_at_once(run)  # nobody may use the remaining time, not even bots
    resolve(run, Cause.MODERATOR)


def remove_seat(run: Run, by: Authorised, command: RemoveSeat) -> None:
    """Takes a seat out of the game. Raises Refused ``not-found`` if there is no such seat, and
    ``not-awaited`` if it has left."""
    why = _reason(command.why)
    seat = next((seat for seat in run.seats if seat.number == command.seat), None)
    if seat is None:
        raise Refused("not-found", "There is no such seat.")
    if not seat.is_held:
        raise Refused("not-awaited", "That player is already out of the game.")
    depart(run, [seat], LeftWhy.REMOVED, Cause.MODERATOR)
    _log(run, ModeratorAct.What.REMOVED_SEAT, by, why, seat=seat)
    note_offered(run)


def cancel(run: Run, by: Authorised, command: Cancel) -> None:
    """Ends the game without a result. What was played stays."""
    why = _reason(command.why)
    stopping.cancel(run)
    _log(run, ModeratorAct.What.CANCELLED, by, why)


def cancel_abandoned_game(
    *, game_id: int, reason: ModeratorAct.Reason, count: int | None, still: Callable[[], bool]
) -> bool:
    """Ends a running game that nobody plays any more, without a result; what was played stays.

    The log names the ``reason``, with ``count`` turns or days, and no person. ``still`` is called
    once the game is locked, to check again. Returns whether the game was ended.
    """
    with run_game(game_id) as run:
        if run.game.status != Status.RUNNING or not still():
            return False
        stopping.cancel(run)
        _log(run, ModeratorAct.What.ABANDONED, None, reason=reason, count=count)
        return True


def stop_broken_game(*, game_id: int) -> None:
    """Pauses a game whose step could not be resolved, so that it does not stall the others. If its
    players had paused it, it no longer resumes by itself. Gives up a vote that is due.

    The log names no person. Moderators see it there, and resume the game once the fault is mended.
    """
    with run_game(game_id) as run:
        give_up_due_vote(run)
        if run.game.status == Status.RUNNING or is_paused_by_players(run.game):
            stopping.pause(run)
            _log(run, ModeratorAct.What.STOPPED, None)


def _reason(why: str) -> str:
    why = why.replace("\x00", "").strip()
    if not why:
        raise Refused("no-reason", "Give a reason: everybody sees it in the log.")
    if len(why) > LONGEST_REASON:
        raise Refused(
            "no-reason", "Use at most %(most)s characters.", values={"most": LONGEST_REASON}
        )
    return why


def _log(
    run: Run,
    what: ModeratorAct.What,
    by: Authorised | None,
    why: str = "",
    *,
    seat: SeatRow | None = None,
    reason: ModeratorAct.Reason | Literal[""] = "",
    count: int | None = None,
) -> None:
    log.note(
        run,
        what,
        by=None if by is None else by.actor.user_id,
        why=why,
        seat=seat,
        reason=reason,
        count=count,
    )

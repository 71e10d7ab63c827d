"""What moderators do to a game, and what the server does by itself. Every act is logged for
everybody to see, with who did it and why.

Moderators' acts raise Refused ``no-reason`` without a reason.
"""

from __future__ import annotations

from collections.abc import Collection

from games.play import pause as pausing
from games.play.ballot import is_paused_by_players, waits_for_moderator
from games.play.bots import seal_at_once
from games.play.game_transaction import GameTransaction
from games.play.messages import Cancel, EndTurn, Pause, RemoveSeat, Resume
from games.play.permissions import Authorised
from games.play.plan import seal_planned
from games.play.rating import Unrated
from games.play.resolve import depart, resolve
from games.play.rows import AbandonedWhy, ActKind, Cause, LeftWhy, Person, Status
from games.play.vote import give_up_due_vote
from transport.refusals import Refused

LONGEST_REASON = 300


def pause(run: GameTransaction, by: Authorised, command: Pause) -> None:
    """Stops the clock, keeping the time left; choices can still be made. If the players have paused
    the game, it now stays paused until a moderator resumes it."""
    why = _reason(command.why)
    if waits_for_moderator(run.game):
        raise Refused("not-running", "The game is already paused.")
    pausing.pause(run)
    run.log(ActKind.PAUSED, by=by.person, why=why)


def resume(run: GameTransaction, by: Authorised, command: Resume) -> None:
    """Lets the clock go on with the time that was left; resolves the step if it is complete by
    now."""
    why = _reason(command.why)
    if run.game.status != Status.PAUSED:
        raise Refused("not-running", "The game is not paused.")
    pausing.resume(run)
    run.log(ActKind.RESUMED, by=by.person, why=why)


def end_turn(run: GameTransaction, by: Authorised, command: EndTurn) -> None:
    """Resolves the next step now, including planned choices, as when its time is up. If the command
    has a ``step`` it must be that step, so that a second click does not end the next one, too.
    Raises Refused ``step-over``."""
    why = _reason(command.why)
    if run.game.status != Status.RUNNING:
        raise Refused("not-running", "The game is paused. Resume it first.")
    if command.step is not None and command.step != run.game.next_step:
        raise Refused("step-over", "That turn is over already.")
    run.log(ActKind.ENDED_TURN, by=by.person, why=why)
    seal_planned(run)
    seal_at_once(run)  # nobody may use the remaining time, not even bots
    resolve(run, Cause.MODERATOR)


def remove_seat(run: GameTransaction, by: Authorised, command: RemoveSeat) -> None:
    """Takes a seat out of the game. Raises Refused ``not-found`` if there is no such seat, and
    ``not-awaited`` if it has left."""
    why = _reason(command.why)
    seat = next((seat for seat in run.seats if seat.number == command.seat), None)
    if seat is None:
        raise Refused("not-found", "There is no such seat.")
    if not seat.is_held:
        raise Refused("not-awaited", "That player is already out of the game.")
    depart(run, [seat], LeftWhy.REMOVED, Cause.MODERATOR)
    run.log(ActKind.REMOVED_SEAT, seat, by=by.person, why=why)


def cancel(run: GameTransaction, by: Authorised, command: Cancel) -> None:
    """Ends the game without a result. What was played stays."""
    why = _reason(command.why)
    pausing.cancel(run)
    run.log(ActKind.CANCELLED, by=by.person, why=why)


def strike(run: GameTransaction, by: Person, why: str, played: Collection[int]) -> None:
    """The game no longer counts for ratings; everybody who ``played`` in it is told. The caller
    drops the game's ratings, and has checked the reason."""
    run.game.unrated = Unrated.STRUCK
    run.concerned.update(played)
    run.log(ActKind.STRUCK, by=by, why=why)


def count_again(run: GameTransaction, by: Person, played: Collection[int]) -> None:
    """A struck game counts for ratings again; everybody who ``played`` in it is told."""
    run.game.unrated = ""
    run.concerned.update(played)
    run.log(ActKind.COUNTS, by=by)


def cancel_abandoned(run: GameTransaction, reason: AbandonedWhy, count: int | None) -> None:
    """Ends a running game that nobody plays any more, without a result; what was played stays. The
    log names the ``reason``, with ``count`` steps or days, and no person."""
    pausing.cancel(run)
    run.log(ActKind.ABANDONED, reason=reason, count=count)


def stop_broken(run: GameTransaction) -> None:
    """Pauses a game whose step could not be resolved, so that it does not stall the others. If its
    players had paused it, it no longer resumes by itself. Gives up a vote that is due.

    The log names no person. Moderators see it there, and resume the game once the fault is mended.
    """
    give_up_due_vote(run)
    if run.game.status == Status.RUNNING or is_paused_by_players(run.game):
        pausing.pause(run)
        run.log(ActKind.STOPPED)


def _reason(why: str) -> str:
    why = why.replace("\x00", "").strip()
    if not why:
        raise Refused("no-reason", "Give a reason: everybody sees it in the log.")
    if len(why) > LONGEST_REASON:
        raise Refused(
            "no-reason", "Use at most %(most)s characters.", values={"most": LONGEST_REASON}
        )
    return why

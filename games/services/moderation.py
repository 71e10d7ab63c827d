"""What moderators do to a game; each act is logged with who and why, for everybody to see.

Every function locks the game's row. All raise Refused ``not-allowed`` for others than
moderators, ``no-reason`` without a reason, and ``not-running`` once the game is over.
"""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.access import refuse_others_than_moderators
from games.bots import seal_for_bots
from games.live import groups
from games.live.messages import Event, GameCancelled, GamePaused, GameResumed, LogAdded
from games.live.sending import send_on_commit
from games.models import Game, ModeratorAct, Seat, Step
from games.payloads import act_payload, clock_payload
from games.services.leaving import take_out
from games.services.locking import lock_game
from games.services.opening import conclude, open_step, open_while_complete, tell_lobby
from games.services.preparing import Opening
from transport.refusals import Refused

LONGEST_REASON = 300


def pause_game(*, game_id: int, by: User, why: str, now: datetime) -> None:
    """Stops the clock, keeping the time left; choices can still be made."""
    with transaction.atomic():
        game = _moderated(game_id, by, why)
        if game.status == Game.Status.PAUSED:
            raise Refused("not-running", "The game is paused already.")
        stop_clock(game, now)
        _push(game, GamePaused)
        _log(game, ModeratorAct.What.PAUSED, by, why, now)


def resume_game(*, game_id: int, by: User, why: str, now: datetime) -> None:
    """Lets the clock go on with the time that was left; opens a step that is complete."""
    with transaction.atomic():
        game = _moderated(game_id, by, why)
        if game.status != Game.Status.PAUSED:
            raise Refused("not-running", "The game is not paused.")
        game.status = Game.Status.RUNNING
        game.deadline = None if game.time_left is None else now + game.time_left
        game.time_left = None
        game.save()
        _push(game, GameResumed)
        _log(game, ModeratorAct.What.RESUMED, by, why, now)
        opening = Opening(game, now)
        open_while_complete(opening)
        conclude(opening)


def end_turn(*, game_id: int, by: User, why: str, step: int | None = None, now: datetime) -> None:
    """Opens the step in preparation now. ``step``, where given, must be that step, so that a
    second click does not open the next one too. Raises Refused ``step-over``."""
    with transaction.atomic():
        game = _moderated(game_id, by, why)
        if game.status != Game.Status.RUNNING:
            raise Refused("not-running", "The game is paused. Resume it first.")
        if step is not None and step != game.preparing:
            raise Refused("step-over", "That turn has been opened already.")
        _log(game, ModeratorAct.What.ENDED_TURN, by, why, now)
        opening = Opening(game, now)
        seal_for_bots(opening)
        open_step(opening, Step.Cause.MODERATOR)
        open_while_complete(opening)
        conclude(opening)


def remove_seat(*, game_id: int, number: int, by: User, why: str, now: datetime) -> None:
    """Takes a seat out of the game. Raises Refused ``not-found`` for a seat that is none."""
    with transaction.atomic():
        game = _moderated(game_id, by, why)
        seat = game.seats.filter(number=number).first()
        if seat is None:
            raise Refused("not-found", "There is no such seat.")
        take_out(game, seat, Seat.LeftWhy.REMOVED, now)
        _log(game, ModeratorAct.What.REMOVED_SEAT, by, why, now, seat=seat)


def cancel_game(*, game_id: int, by: User, why: str, now: datetime) -> None:
    """Ends the game without a result. What was played stays."""
    with transaction.atomic():
        game = _moderated(game_id, by, why)
        game.status = Game.Status.CANCELLED
        game.finished_at = now
        game.deadline = game.time_left = game.bots_due = None
        game.save()
        game.sealed_actions.all().delete()
        _push(game, GameCancelled)
        tell_lobby(game, game.seats.select_related("user"))
        _log(game, ModeratorAct.What.CANCELLED, by, why, now)


def stop_broken_game(*, game_id: int, now: datetime) -> None:
    """Pauses a game whose step could not be opened, so that it does not stall the others.

    By nobody: moderators see it in the log, and resume it once the fault is mended.
    """
    with transaction.atomic():
        game = lock_game(game_id)
        if game.status == Game.Status.RUNNING:
            stop_clock(game, now)
            _push(game, GamePaused)
            why = "Opening this turn failed. Nothing is lost; a moderator can resume the game."
            _log(game, ModeratorAct.What.STOPPED, None, why, now)


def stop_clock(game: Game, now: datetime) -> None:
    """Pauses the locked ``game``: stores what is left of the turn's time."""
    game.status = Game.Status.PAUSED
    if game.deadline is not None:
        game.time_left = max(game.deadline - now, now - now)
        game.deadline = None
    game.save()


def _moderated(game_id: int, by: User, why: str) -> Game:
    refuse_others_than_moderators(by)
    if not why.strip():
        raise Refused("no-reason", "Say why: everybody sees it in the log.")
    if len(why) > LONGEST_REASON:
        raise Refused("no-reason", f"Say it in at most {LONGEST_REASON} characters.")
    game = lock_game(game_id)
    if game.is_over:
        raise Refused("not-running", "This game is over.")
    return game


def _push(game: Game, event: type[GamePaused | GameResumed | GameCancelled]) -> None:
    message: Event = event(now=timezone.now(), clock=clock_payload(game), status=game.status)
    send_on_commit((groups.watchers(game.public_id), message))


def _log(
    game: Game,
    what: ModeratorAct.What,
    by: User | None,
    why: str,
    now: datetime,
    seat: Seat | None = None,
) -> None:
    act = ModeratorAct.objects.create(
        game=game, what=what, by=by, why=why.strip(), seat=seat, step=game.step, at=now
    )
    message = LogAdded(now=timezone.now(), entry=act_payload(act))
    send_on_commit((groups.watchers(game.public_id), message))

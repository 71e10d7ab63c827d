"""Choosing in secret: sealing an action, and taking it back."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from engines.game import IllegalAction, Json
from games.access import refuse_suspended, seat_of
from games.live import groups
from games.live.messages import ActionKept, ActionSealed, ActionWithdrawn
from games.live.sending import send_on_commit
from games.models import Game, SealedAction
from games.services.locking import lock_game
from games.services.opening import conclude, open_while_complete
from games.services.preparing import Opening
from transport.refusals import Refused


def seal_action(*, game_id: int, user: User, step: int, action: Json, now: datetime) -> None:
    """Seals ``action`` of the user's seat for ``step``, in place of an earlier choice.

    Opens the step at once where nobody else has to be waited for. Locks the game's row.
    Raises Refused: ``not-your-seat``, ``suspended``, ``not-running``, ``step-over``, ``late``,
    and the codes of the rules.
    """
    with transaction.atomic():
        game = lock_game(game_id)
        opening = Opening(game, now)
        seat = seat_of(opening.seats, user)
        refuse_suspended(user, now)
        _refuse_late(game, step, now)
        try:
            opening.engine.check(opening.state, seat.number, action)
        except IllegalAction as error:
            raise Refused(error.code, error.message, at=_point(action)) from None
        opening.seal(seat, action)
        told = ActionSealed(now=timezone.now(), seat=seat.number, step=step)
        send_on_commit(
            (groups.watchers(game.public_id), told),
            (groups.seat(game.public_id, seat.number), _kept(step, action)),
        )
        if opening.is_complete():
            open_while_complete(opening)
            conclude(opening)


def withdraw_action(*, game_id: int, user: User, step: int, now: datetime) -> None:
    """Takes the sealed action of the user's seat for ``step`` back; without one, nothing.

    Locks the game's row. Raises Refused as :func:`seal_action` does.
    """
    with transaction.atomic():
        game = lock_game(game_id)
        seat = seat_of(game.seats.all(), user)
        refuse_suspended(user, now)
        _refuse_late(game, step, now)
        deleted, _ = SealedAction.objects.filter(game=game, step=step, seat=seat).delete()
        messages = [(groups.seat(game.public_id, seat.number), _kept(step, None))]
        if deleted:
            told = ActionWithdrawn(now=timezone.now(), seat=seat.number, step=step)
            send_on_commit((groups.watchers(game.public_id), told))
        send_on_commit(*messages)


def _refuse_late(game: Game, step: int, now: datetime) -> None:
    if game.is_over:
        raise Refused("not-running", "This game is over.")
    if step != game.preparing:
        raise Refused("step-over", "That is not the turn being chosen for. Choose for this one.")
    if game.status == Game.Status.RUNNING and game.deadline is not None and now >= game.deadline:
        raise Refused("late", "The time was up before your choice reached the server.")


def _kept(step: int, action: Json | None) -> ActionKept:
    return ActionKept(now=timezone.now(), step=step, action=action)


def _point(action: Json) -> list[int | float] | None:
    """Where the page should show the reason: the action's own point, if it names one."""
    at = action.get("at") if isinstance(action, dict) else None
    if isinstance(at, list) and len(at) == 2 and all(isinstance(part, int | float) for part in at):
        return at
    return None

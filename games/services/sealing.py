"""Choosing in secret: sealing an action, and taking it back."""

from __future__ import annotations

from datetime import datetime

from accounts.models import User
from engines.game import Json
from games.access import player_seat, refuse_suspended
from games.core import choosing
from games.services.running import run_game


def seal_action(*, game_id: int, user: User, step: int, action: Json, arrived: datetime) -> None:
    """Seals ``action`` of the user's seat for ``step``, in place of an earlier choice.

    ``arrived``: when it reached the server; however long it waited since, that decides whether
    it was in time. Raises Refused: ``not-your-seat``, ``suspended``, ``not-running``,
    ``step-over``, ``late``, and the codes of the rules.
    """
    with run_game(game_id) as run:
        seat = player_seat(run, user.pk)
        refuse_suspended(user, run.now)
        choosing.seal(run, seat, step, action, arrived)


def withdraw_action(*, game_id: int, user: User, step: int, arrived: datetime) -> None:
    """Takes the sealed action of the user's seat for ``step`` back; without one, nothing.

    Raises Refused as :func:`seal_action` does.
    """
    with run_game(game_id) as run:
        seat = player_seat(run, user.pk)
        refuse_suspended(user, run.now)
        choosing.withdraw(run, seat, step, arrived)

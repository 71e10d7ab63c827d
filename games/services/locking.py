"""The one lock of the games app: a game's row, for whoever writes anything of the game."""

from __future__ import annotations

from django.db import connection

from games.models import Game
from transport.refusals import Refused


def lock_game(game_id: int) -> Game:
    """The game, with its row locked until the transaction ends.

    SQLite has no row locks: there the transaction itself, which is IMMEDIATE, is the lock.
    Raises Refused ``not-found``.
    """
    try:
        return Game.objects.select_for_update().get(pk=game_id)
    except Game.DoesNotExist:
        raise Refused("not-found", "There is no such game.") from None


def lock_game_if_free(game_id: int) -> Game | None:
    """As :func:`lock_game`, but None at once where another process holds the lock."""
    skip = connection.features.has_select_for_update_skip_locked
    return Game.objects.select_for_update(skip_locked=skip).filter(pk=game_id).first()

"""Handles errors in a single game: they hold up no other game, and the second one stops it."""

from __future__ import annotations

import logging
from contextlib import suppress

from django.db import DatabaseError
from redis import RedisError

from games.play.moderate import stop_broken
from games.store.sync import run_game
from transport.cache import cache
from transport.faults import is_transient
from transport.refusals import fault_of

logger = logging.getLogger(__name__)

FAILED_SECONDS = 600
"""How long a failure of a game is remembered."""


def note_failure(game_id: int, error: Exception) -> None:
    """Leaves the game to the next sweep after a passing error or a first fault; stops it at the
    second fault. Logs where the fault was, without anything that could hold a sealed choice."""
    if is_transient(error) or not _failed_before(game_id):
        logger.warning("game %s: %s, again at the next tick", game_id, type(error).__name__)
        return
    logger.error("game %s stopped: %s", game_id, fault_of(error))
    try:
        with run_game(game_id) as run:
            stop_broken(run)
    except DatabaseError as not_stopped:
        logger.warning("game %s could not be stopped: %s", game_id, type(not_stopped).__name__)


def _failed_before(game_id: int) -> bool:
    """Notes that the game failed; returns whether it had failed shortly before."""
    with suppress(RedisError):
        return not cache.add(f"failed:{game_id}", True, FAILED_SECONDS)
    return False

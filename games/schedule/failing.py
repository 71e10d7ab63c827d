"""Handles errors in a single game: they hold up no other game, and the second one stops it."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from contextlib import suppress

from django.db.models import QuerySet
from redis import RedisError

from games.models import Game
from games.play.game_transaction import Need
from games.play.moderate import stop_broken
from games.store.sync import Act, run_game, run_games
from scheduler.jobs import BATCH, Skipped
from transport.cache import cache
from transport.faults import is_transient
from transport.refusals import fault_of

logger = logging.getLogger(__name__)

FAILED_SECONDS = 600
"""How long a failure of a game is remembered."""


def run_due(
    games: QuerySet[Game],
    act: Act,
    skipped: Skipped,
    *,
    most: int = BATCH,
    needs: Sequence[Need] = (),
) -> set[int]:
    """Does ``act`` in the first ``most`` of these games that are not ``skipped``; returns the keys
    of those in which there was anything to do. Games that fail are skipped from then on."""
    ran = run_games(games.exclude(pk__in=skipped), act, most=most, needs=needs)
    for game_id, error in ran.failed.items():
        skipped.add(game_id)
        note_failure(game_id, error)
    return ran.done


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
    except Exception as not_stopped:  # noqa: BLE001 whatever it is, the others go on
        logger.warning("game %s could not be stopped: %s", game_id, fault_of(not_stopped))


def _failed_before(game_id: int) -> bool:
    """Notes that the game failed; returns whether it had failed shortly before."""
    with suppress(RedisError):
        return not cache.add(f"failed:{game_id}", True, FAILED_SECONDS)
    return False

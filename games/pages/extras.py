"""Extras of a step, such as areas: calculated once on request, then kept for everybody.

A step never changes, so neither do its extras. The body of the answer is kept as it is sent. Slow
ones are left to a worker (:func:`ask_for_extra`); pages that ask meanwhile are told to ask again.
"""

from __future__ import annotations

import gzip
from typing import Any

import msgspec
from celery import shared_task
from kombu.exceptions import OperationalError
from redis import RedisError

from engines.rules import Extra
from games.models import Game
from games.store.rows import state_at
from scheduler.jobs import Queue
from transport.cache import SlotCache, cache
from transport.refusals import Refused

KEPT = SlotCache("extras", count=256, seconds=3600)
"""An answer has at most 300 KB (tests/games/test_extras.py), all of them together 75 MB."""

WORKED_SECONDS = 30
"""How long no worker is asked again for the same extra. Older tasks expire."""


def answer(game: Game, number: int, extra: Extra[Any]) -> bytes | None:
    """Returns the extra of a resolved step, as JSON compressed by gzip; None if a worker must
    calculate it."""
    found: bytes | None = KEPT.get(_key(game, number, extra))
    if found is not None:
        return found
    state = state_at(game, number)
    if extra.slow(state):
        return None
    return _kept(game, number, extra, state)


def work_out(game: Game, number: int, name: str) -> None:
    """Calculates an extra in a worker and keeps it for those who asked."""
    (extra,) = (each for each in game.engine.extras if each.name == name)
    if KEPT.get(_key(game, number, extra)) is None:
        _kept(game, number, extra, state_at(game, number))


def _kept(game: Game, number: int, extra: Extra[Any], state: Any) -> bytes:
    body = gzip.compress(msgspec.json.encode(extra.for_pages(state)), compresslevel=6, mtime=0)
    KEPT.set_many({_key(game, number, extra): body})
    return body


def _key(game: Game, number: int, extra: Extra[Any]) -> str:
    return f"{game.public_id}:{number}:{extra.name}"


@shared_task(ignore_result=True)
def work_out_extra(game_id: int, number: int, name: str) -> None:
    """Calculates the extra of a step. If the task is lost, the page asks again."""
    work_out(Game.objects.get(pk=game_id), number, name)


def ask_for_extra(game: Game, number: int, name: str) -> None:
    """Leaves the extra to a worker, only once however many ask. Raises Refused ``not-now`` if no
    worker can be reached."""
    try:
        if cache.add(f"asked:{game.public_id}:{number}:{name}", 1, WORKED_SECONDS):
            work_out_extra.apply_async(
                (game.pk, number, name), queue=Queue.BACKGROUND, expires=WORKED_SECONDS, retry=False
            )
    except (RedisError, OperationalError):
        raise Refused("not-now", "This cannot be calculated now. Try again in a minute.") from None

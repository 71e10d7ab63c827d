"""What can be worked out from a step, such as areas, for whoever asks: once, and kept for all.

A step never changes, so neither does what follows from it. What is kept is the body of the answer
as it is sent. What takes long, or lies many steps from a state that is at hand, is left to a
worker (see :mod:`games.tasks`); whoever asks meanwhile is told to ask again.
"""

from __future__ import annotations

import gzip
from contextlib import suppress
from typing import Any

import msgspec
from redis import RedisError

from engines.game import Extra
from games.models import Game
from games.record import state_at
from transport.cache import cache

KEPT_SECONDS = 3600
MOST_FOLDED = 50
"""Steps that a request itself plays again; a worker plays more."""


def answer(game: Game, number: int, extra: Extra[Any]) -> bytes | None:
    """The extra of a step that was resolved, as JSON compressed by gzip; None: it is a worker's."""
    with suppress(RedisError):
        found: bytes | None = cache.get(_key(game, number, extra))
        if found is not None:
            return found
    state = state_at(game, number, most=MOST_FOLDED)
    if state is None or extra.slow(state):
        return None
    return _kept(game, number, extra, state)


def work_out(game: Game, number: int, name: str) -> None:
    """What the worker does: the answer is kept for those who asked."""
    (extra,) = (each for each in game.engine.extras if each.name == name)
    if cache.get(_key(game, number, extra)) is None:
        _kept(game, number, extra, state_at(game, number))


def _kept(game: Game, number: int, extra: Extra[Any], state: Any) -> bytes:
    body = gzip.compress(msgspec.json.encode(extra.for_pages(state)), compresslevel=6, mtime=0)
    with suppress(RedisError):
        cache.set(_key(game, number, extra), body, KEPT_SECONDS)
    return body


def _key(game: Game, number: int, extra: Extra[Any]) -> str:
    return f"extra:{game.public_id}:{number}:{extra.name}"

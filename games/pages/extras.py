"""Extras of a step, such as areas: calculated once on request, then kept for everybody.

A step never changes, so neither do its extras. The body of the answer is kept as it is sent. Slow
ones are left to a worker (:mod:`games.pages.tasks`); pages that ask meanwhile are told to ask
again.
"""

from __future__ import annotations

import gzip
from typing import Any

import msgspec

from engines.rules import Extra
from games.models import Game
from games.store.rows import state_at
from transport.cache import SlotCache

KEPT = SlotCache("extras", count=256, seconds=3600)
"""An answer has at most 300 KB (tests/games/test_extras.py), all of them together 75 MB."""


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

"""The resolved steps of a game without their positions, for its log and its record.

What has been resolved never changes: it is read from the database once, in pages, and kept for a
while. A long game costs a reader no more than its last page.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any, NamedTuple

from redis import RedisError

from engines.game import Json
from games.models import Game
from transport.cache import cache

PAGE = 64
"""Steps."""

KEPT_SECONDS = 600


class ResolvedStep(NamedTuple):
    """A step but for what the board shows after it; ``turn`` and ``sealed`` are of the state that
    it led to."""

    number: int
    opened_at: Any
    cause: str
    actions: Json | None
    leave: list[int] | None
    events: list[Json]
    turn: int
    sealed: bool


def resolved_steps(game: Game, after: int = 0) -> list[ResolvedStep]:
    """The steps of the game from number ``after`` on, in their order."""
    first, last = after // PAGE, game.step // PAGE
    kept = _kept(game, range(first, last))
    missing = next((page for page in range(first, last) if page not in kept), last)
    steps = [ResolvedStep._make(row) for page in range(first, missing) for row in kept[page]]
    read = _read(game, missing * PAGE)
    _keep(game, missing, read)
    return [step for step in steps + read if step.number >= after]


def _kept(game: Game, pages: range) -> dict[int, Any]:
    keys = {_key(game, page): page for page in pages}
    with suppress(RedisError):
        return {keys[key]: rows for key, rows in cache.get_many(keys).items()} if keys else {}
    return {}


def _read(game: Game, number: int) -> list[ResolvedStep]:
    """The steps from this number on, from the database."""
    fields = ("number", "opened_at", "cause", "actions", "leave")
    of_line = ("line__events", "line__turn", "line__sealed")
    steps = game.steps.filter(number__gte=number, number__lte=game.step).order_by("number")
    return [ResolvedStep._make(row) for row in steps.values_list(*fields, *of_line)]


def _keep(game: Game, page: int, read: list[ResolvedStep]) -> None:
    """Keeps what was read from this page on, but for the last page and what holds choices that
    stand sealed while others choose again in the same turn."""
    if not read:
        return
    sealed_turn = read[-1].turn if read[-1].sealed else None
    starts = range(0, len(read) - PAGE, PAGE)
    pages = {page + number: read[start : start + PAGE] for number, start in enumerate(starts)}
    full = {
        _key(game, number): [tuple(step) for step in steps]
        for number, steps in pages.items()
        if steps[-1].turn != sealed_turn
    }
    if full:
        with suppress(RedisError):
            cache.set_many(full, KEPT_SECONDS)


def _key(game: Game, page: int) -> str:
    return f"resolved:{game.public_id}:{page}"

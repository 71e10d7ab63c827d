"""Every game there is. A new game adds one line to :data:`MODULES`, and nothing else changes.

Each is a folder that offers its game as ``GAME`` and has the same files: ``game`` (the class that
answers :class:`~engines.game.Game`), ``state`` (where a game stands, how that is stored), ``turn``
(what actions do), ``view`` (what is seen), ``position`` (what that is made of, and actions and
events), ``bot``; beside them files of its own.
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType
from typing import Any

from engines.game import Game, IllegalAction

MODULES: tuple[str, ...] = (
    "multiplayer_go",
    "parallel_go",
    "continuous_go",
    "territory",
    "automatafl",
)

GAMES: tuple[Game[Any], ...] = tuple(import_module(f"engines.{name}").GAME for name in MODULES)


def game(slug: str) -> Game[Any]:
    """The game with this slug. Raises IllegalAction ``unknown-variant``."""
    for candidate in GAMES:
        if candidate.slug == slug:
            return candidate
    known = ", ".join(candidate.slug for candidate in GAMES)
    raise IllegalAction(
        "unknown-variant", "there is no such game; known are %(known)s", {"known": known}
    )


def shapes(slug: str) -> ModuleType:
    """The module in which a game declares what its ``Position``, its ``Event`` and its ``Action``
    are made of. Raises IllegalAction ``unknown-variant``."""
    return import_module(f"engines.{MODULES[GAMES.index(game(slug))]}.position")

"""The registry of games. A new game adds one line to :data:`MODULES`, and nothing else changes.

Each game is a folder that offers its rules as ``GAME``. All have the same files: ``game`` (the
implementation of :class:`~engines.rules.Rules`), ``state`` (the state of a game and how it is
stored), ``turn`` (what actions do), ``view`` (what is shown), ``position`` (the shapes of
positions, actions and events), ``bot``, ``numbering`` (actions as numbers) and ``observation``
(what a seat sees, for programs that learn); some have further files of their own.
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType
from typing import Any

from .rules import IllegalAction, Rules

MODULES: tuple[str, ...] = (
    "multiplayer_go",
    "parallel_go",
    "continuous_go",
    "territory",
    "automatafl",
)

GAMES: tuple[Rules[Any], ...] = tuple(
    import_module(f".{name}", __package__).GAME for name in MODULES
)


def game(slug: str) -> Rules[Any]:
    """The game with this slug. Raises IllegalAction ``unknown-variant``."""
    for candidate in GAMES:
        if candidate.slug == slug:
            return candidate
    known = ", ".join(candidate.slug for candidate in GAMES)
    raise IllegalAction(
        "unknown-variant", "there is no such game; known are %(known)s", {"known": known}
    )


def shapes(slug: str) -> ModuleType:
    """The module in which a game declares its ``Position``, its ``Event`` and its ``Action``.
    Raises IllegalAction ``unknown-variant``."""
    return import_module(f".{MODULES[GAMES.index(game(slug))]}.position", __package__)

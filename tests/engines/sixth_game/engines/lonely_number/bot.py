"""The bot, which names a random number."""

from __future__ import annotations

from random import Random

from ..bots import Bot, Level, by_knowledge
from ..rules import Json
from .state import State


def choose(state: State, seat: int, seed: int) -> Json:
    """A random number, more often a low one."""
    random = _chance(state, seat, seed)
    number = min(random.randint(1, state.highest) for _ in range(2))
    return {"type": "name", "number": number}


def choose_at_once(state: State, seat: int, seed: int) -> Json:
    """Any number."""
    return {"type": "name", "number": _chance(state, seat, seed).randint(1, state.highest)}


def _chance(state: State, seat: int, seed: int) -> Random:
    return Random((seed * 1009 + state.turn) * 16 + seat)


BOTS = (
    Bot(
        Level.MEDIUM,
        "Hermit",
        "Names low numbers more often than high ones.",
        "M12 3l8 7v11H4V10z",
        by_knowledge(choose),
        choose_at_once,
    ),
)

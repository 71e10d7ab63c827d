"""The two bots of Territory that beginners beat: ``Moss`` and ``Magpie``."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from ..rules import Json
from .quick import FREEDOM, REPLACEMENT, Choice, Quick, as_action, cells
from .state import State

_SEEN = 3
"""Of how many cells Magpie takes the best."""
_CONTESTED = 1.5


def huddle(state: State, seat: int, random: Random) -> Json | None:
    """Moss: it plays its cards at the first chance, anywhere; then it takes the cell with the most
    of its own tiles around, so that it hardly spreads. None if nothing of this is possible."""
    position = Quick.of(state)
    own = position.tiles[seat]

    def wins(cell: int) -> float:
        return (position.rings[cell] & own).bit_count()

    return _act(state, position, seat, random, 1.0, None, wins)


def grab(state: State, seat: int, random: Random) -> Json | None:
    """Magpie: it plays its cards far too early, and takes the best of the few cells that it sees,
    but knows that spreading, and what others want, is good. None if nothing of this is possible."""
    position = Quick.of(state)
    unreached = position.empty & ~position.near[seat]
    others = 0
    for other, near in enumerate(position.near):
        others |= near if other != seat else 0

    def wins(cell: int) -> float:
        reached = 2 * (position.rings[cell] & unreached).bit_count()
        return reached + (_CONTESTED if cell & others else 0)

    return _act(state, position, seat, random, 0.4, _SEEN, wins)


def _act(
    state: State,
    position: Quick,
    seat: int,
    random: Random,
    haste: float,
    seen: int | None,
    wins: Callable[[int], float],
) -> Json | None:
    """Plays a card as often as ``haste`` says, else takes that of the ``seen`` cells (None: of all)
    that wins most."""
    near, empty, cards = position.near[seat], position.empty, position.cards[seat]
    choices: list[Choice] = []
    if cards & FREEDOM and empty & ~near and random.random() < haste:
        choices = [(FREEDOM, cell, 0) for cell in cells(empty & ~near)]
    elif cards & REPLACEMENT and position.replaceable(seat) and random.random() < haste:
        choices = [(REPLACEMENT, random.choice([*cells(position.replaceable(seat))]), 0)]
    else:
        choices = [(0, cell, 0) for cell in cells(near & empty)]
    if not choices:
        return None
    random.shuffle(choices)
    return as_action(state, max(choices[:seen], key=lambda choice: wins(choice[1])))

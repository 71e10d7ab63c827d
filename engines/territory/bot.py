"""The bot ``Reach`` (territory.md, "The bot"): it spreads first, then guards, then fills."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from engines.bots import Bot, Level, by_knowledge
from engines.rules import Json
from engines.territory.state import State


def choose(state: State, seat: int, seed: int) -> Json | None:
    """The action of the first phase that offers one; None if the seat is blocked.

    Random choices depend only on ``seed``, the turn and the seat.
    """
    random = Random((seed * 1_000_003 + state.turn) * 8 + seat)
    for phase in (_reach, _guard, _endgame):
        action = phase(state, seat, random)
        if action is not None:
            return action
    return None


def choose_at_once(state: State, seat: int, seed: int) -> Json | None:
    """A random cell from those that the last phase prefers; None if the seat is blocked."""
    return _endgame(state, seat, Random((seed * 1_000_003 + state.turn) * 8 + seat))


def _reach(state: State, seat: int, random: Random) -> Json | None:
    """Takes the cell that makes the most empty cells newly reachable; None if no cell does."""
    reachable, empty, around = state.reach(seat), state.empty, state.grid.around
    takeable = reachable
    if "replacement" in state.cards[seat]:
        takeable |= state.replaceable(seat)
    unreached = empty & ~reachable
    gains = [((around(cell) & unreached).bit_count(), cell) for cell in _cells(takeable)]
    most = max((gain for gain, _ in gains), default=0)
    if most == 0:
        return None
    cell = random.choice([cell for gain, cell in gains if gain == most])
    return _place(state, None if cell & empty else "replacement", cell)


def _guard(state: State, seat: int, random: Random) -> Json | None:
    """Guards a reachable cell that has only the seat's own tiles and empty cells around it, and the
    fewest empty ones: fills one of these, or two with the double-move card. None if there is no
    such cell."""
    reachable, empty, own = state.reach(seat), state.empty, state.tiles[seat]
    open_sides = []
    for cell in _cells(reachable):
        ring = state.grid.around(cell) & ~cell
        if ring & reachable and not ring & ~(own | empty):
            open_sides.append(((ring & empty).bit_count(), ring & reachable))
    if not open_sides:
        return None
    fewest = min(count for count, _ in open_sides)
    sides = list(_cells(random.choice([side for count, side in open_sides if count == fewest])))
    if len(sides) >= 2 and "double-move" in state.cards[seat]:
        return _place(state, "double-move", *random.sample(sides, 2))
    return _place(state, None, random.choice(sides))


def _endgame(state: State, seat: int, random: Random) -> Json | None:
    """Takes cells that others might take first, guarded cells next, and plays the remaining cards
    last."""
    own, cards = state.tiles[seat], state.cards[seat]
    reachable = list(_cells(state.reach(seat)))
    contested = [cell for cell in reachable if state.grid.around(cell) & ~cell & ~own]
    if contested or reachable:
        return _place(state, None, random.choice(contested or reachable))
    if "freedom" in cards and state.empty:
        return _place(state, "freedom", random.choice(list(_cells(state.empty))))
    if "replacement" in cards and state.replaceable(seat):
        return _place(state, "replacement", random.choice(list(_cells(state.replaceable(seat)))))
    return None


def _cells(area: int) -> Iterator[int]:
    """Yields each cell of an area as a mask of one bit, ascending."""
    while area:
        yield area & -area
        area &= area - 1


def _place(state: State, card: str | None, *cells: int) -> Json:
    at, *then = [state.grid.points(cell)[0] for cell in cells]
    action: Json = {"type": "place", "at": at}
    if card is not None:
        action["card"] = card
    if then:
        action["then"] = then[0]
    return action


BOTS = (
    Bot(
        Level.MEDIUM,
        "Reach",
        "Spreads as far as it can, guards what it has reached and fills it last.",
        "M12 2l4 5h-3v4h4V8l5 4-5 4v-3h-4v4h3l-4 5-4-5h3v-4H7v3l-5-4 5-4v3h4V7H8z",
        by_knowledge(choose),
        choose_at_once,
    ),
)

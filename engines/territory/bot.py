"""The five bots of Territory. ``Reach`` (territory.md, "The bot") is here: it spreads first, then
guards, then fills."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from ..bots import Bot, Budget, Level, by_knowledge
from ..rules import Json
from ..search import turns
from .beginners import grab, huddle
from .knowledge import Growth, Nearness
from .quick import Quick, as_action, cells
from .state import State

_GROWTH, _NEARNESS = Growth(), Nearness()
FEW_ROUNDS = 60
"""How often level 4 looks how the game could go on."""


def choose(state: State, seat: int, seed: int) -> Json | None:
    """The action of the first phase that offers one; None if the seat is blocked.

    Random choices depend only on ``seed``, the turn and the seat.
    """
    random = _chance(state, seat, seed)
    for phase in (_reach, _guard, _endgame):
        action = phase(state, seat, random)
        if action is not None:
            return action
    return None


def choose_at_once(state: State, seat: int, seed: int) -> Json | None:
    """A random cell from those that the last phase prefers; None if the seat is blocked."""
    return _endgame(state, seat, _chance(state, seat, seed))


def choose_easily(state: State, seat: int, seed: int) -> Json | None:
    """As Moss does, and as Reach where Moss knows nothing."""
    return huddle(state, seat, _chance(state, seat, seed)) or choose(state, seat, seed)


def choose_fairly_easily(state: State, seat: int, seed: int) -> Json | None:
    """As Magpie does, and as Reach where Magpie knows nothing."""
    return grab(state, seat, _chance(state, seat, seed)) or choose(state, seat, seed)


def choose_a_little_ahead(state: State, seat: int, seed: int, budget: Budget) -> Json | None:
    """The action that does best in few looks ahead; None if the seat is blocked. With more than two
    seats it judges positions without playing on, so that who does is stronger."""
    if state.blocked(seat):
        return None
    knowledge = _GROWTH if len(state.tiles) == 2 else _NEARNESS
    few = replace(budget, rounds=min(budget.rounds, FEW_ROUNDS))
    choice = turns.choose(knowledge, Quick.of(state), _chance(state, seat, seed), few)
    return None if choice is None else as_action(state, choice)


def choose_ahead(state: State, seat: int, seed: int, budget: Budget) -> Json | None:
    """The action that does best when the game is played on; None if the seat is blocked."""
    if state.blocked(seat):
        return None
    choice = turns.choose(_GROWTH, Quick.of(state), _chance(state, seat, seed), budget)
    return None if choice is None else as_action(state, choice)


def _chance(state: State, seat: int, seed: int) -> Random:
    return Random((seed * 1_000_003 + state.turn) * 8 + seat)


def _reach(state: State, seat: int, random: Random) -> Json | None:
    """Takes the cell that makes the most empty cells newly reachable; None if no cell does."""
    reachable, empty, around = state.reach(seat), state.empty, state.grid.around
    takeable = reachable
    if "replacement" in state.cards[seat]:
        takeable |= state.replaceable(seat)
    unreached = empty & ~reachable
    gains = [((around(cell) & unreached).bit_count(), cell) for cell in cells(takeable)]
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
    for cell in cells(reachable):
        ring = state.grid.around(cell) & ~cell
        if ring & reachable and not ring & ~(own | empty):
            open_sides.append(((ring & empty).bit_count(), ring & reachable))
    if not open_sides:
        return None
    fewest = min(count for count, _ in open_sides)
    sides = list(cells(random.choice([side for count, side in open_sides if count == fewest])))
    if len(sides) >= 2 and "double-move" in state.cards[seat]:
        return _place(state, "double-move", *random.sample(sides, 2))
    return _place(state, None, random.choice(sides))


def _endgame(state: State, seat: int, random: Random) -> Json | None:
    """Takes cells that others might take first, guarded cells next, and plays the remaining cards
    last."""
    own, cards = state.tiles[seat], state.cards[seat]
    reachable = list(cells(state.reach(seat)))
    contested = [cell for cell in reachable if state.grid.around(cell) & ~cell & ~own]
    if contested or reachable:
        return _place(state, None, random.choice(contested or reachable))
    if "freedom" in cards and state.empty:
        return _place(state, "freedom", random.choice(list(cells(state.empty))))
    if "replacement" in cards and state.replaceable(seat):
        return _place(state, "replacement", random.choice(list(cells(state.replaceable(seat)))))
    return None


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
        Level.EASY,
        "Moss",
        "Stays close to where it began, and plays its cards at the first chance.",
        "M3 20v-4a4 4 0 0 1 4-4 4 4 0 0 1 1-5 4 4 0 0 1 7 0 4 4 0 0 1 2 5 4 4 0 0 1 4 4v4z",
        by_knowledge(choose_easily),
        choose_at_once,
    ),
    Bot(
        Level.FAIRLY_EASY,
        "Magpie",
        "Takes what glitters: it sees only a few cells, and plays its cards too early.",
        "M1 8l5-1a4 4 0 0 1 7-2l3 4 7 11-9-3-3 1-1 4H8l1-4a7 7 0 0 1-3-9zM8 6v2h2V6z",
        by_knowledge(choose_fairly_easily),
        choose_at_once,
    ),
    Bot(
        Level.MEDIUM,
        "Reach",
        "Spreads as far as it can, guards what it has reached and fills it last.",
        "M12 2l4 5h-3v4h4V8l5 4-5 4v-3h-4v4h3l-4 5-4-5h3v-4H7v3l-5-4 5-4v3h4V7H8z",
        by_knowledge(choose),
        choose_at_once,
    ),
    Bot(
        Level.FAIRLY_STRONG,
        "Ivy",
        "Tries how the game could go on before it climbs into a gap.",
        "M12 23v-7l-7 1 1-5-4-3 5-2 2-4 3 3 3-3 2 4 5 2-4 3 1 5-6-1v7z",
        choose_a_little_ahead,
        choose_at_once,
        seconds=0.05,
    ),
    Bot(
        Level.STRONG,
        "Banyan",
        "Plays many games to their end in its head, and keeps its cards for the right moment.",
        "M3 11a4 4 0 0 1 3-6 6 6 0 0 1 12 0 4 4 0 0 1 3 6h-2v11h-2V11h-3v11h-4V11H7v11H5V11z",
        choose_ahead,
        choose_at_once,
        seconds=2,
    ),
)

"""The bots of Automatafl.

They never read ``state.standing``: moves that stand after a conflict are still secret.
"""

from __future__ import annotations

from random import Random

from engines.automatafl.moves import Move
from engines.automatafl.outlook import Outlook, action_of, any_move
from engines.automatafl.state import State
from engines.bots import Bot, Level, by_knowledge
from engines.rules import Json

LOOKED_AT = 30
"""How many of its own moves Look-ahead tries."""
SAMPLES = 10
"""How many guesses of the others' moves it tries each of them against."""
LIKELY = 3
"""Half of the guesses take one of this many best moves of a seat, the others any of its moves."""


def choose(state: State, seat: int, seed: int) -> Json | None:
    """The move that does best on average against guesses of the others' moves; None if no move is
    legal. Random choices depend only on ``seed``, the turn and the seat."""
    random = _chance(state, seat, seed)
    outlook = Outlook(state)
    own = outlook.best_first(seat, random)[:LOOKED_AT]
    if not own:
        return choose_at_once(state, seat, seed)
    others = [outlook.best_first(other, random) for other in state.playing if other != seat]
    guesses = [[_guess(moves, random) for moves in others] for _ in range(SAMPLES)]

    def promise(move: Move) -> float:
        return sum(outlook.value(seat, (move, *guess)) for guess in guesses)

    return action_of(state, max(own, key=promise))


def choose_at_once(state: State, seat: int, seed: int) -> Json | None:
    """A random legal move from a cell with a piece, else from any cell; None if no move is
    legal."""
    move = any_move(state, _chance(state, seat, seed))
    return None if move is None else action_of(state, move)


def _chance(state: State, seat: int, seed: int) -> Random:
    return Random((seed * 1_000_003 + state.turn) * 8 + seat)


def _guess(best_first: list[Move], random: Random) -> Move:
    return random.choice(best_first[:LIKELY] if random.random() < 0.5 else best_first)


BOTS = (
    Bot(
        Level.MEDIUM,
        "Look-ahead",
        "Weighs each of its moves against what the others are likely to do.",
        "M12 5C6 5 2 12 2 12s4 7 10 7 10-7 10-7-4-7-10-7zm0 3a4 4 0 1 1 0 8 4 4 0 0 1 0-8z",
        by_knowledge(choose),
        choose_at_once,
    ),
)

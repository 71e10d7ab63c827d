"""The bots of Automatafl.

They never read ``state.standing``: moves that stand after a conflict are still secret.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random

from ..bots import Bot, Budget, Level, by_knowledge
from ..rules import Json
from ..search import sealed
from .knowledge import AutomataflKnowledge
from .moves import Move
from .outlook import Outlook, action_of, any_move
from .state import State

LOOKED_AT = 30
"""How many of its own moves Look-ahead tries."""
SAMPLES = 10
"""How many guesses of the others' moves it tries each of them against."""
LIKELY = 3
"""Half of the guesses take one of this many best moves of a seat, the others any of its moves."""


FEW = 6
"""How many of its moves Tumbleweed and Magnet look at."""


def choose_aimlessly(state: State, seat: int, seed: int) -> Json | None:
    """Of a few moves the one that sends the Agent nearest to any corner, whoever owns it; None if
    no move is legal."""
    corners = [tuple(corner) for corners in state.goals for corner in corners]

    def distance(cell: int) -> int:
        x, y = state.point(cell)
        return min(abs(x - corner_x) + abs(y - corner_y) for corner_x, corner_y in corners)

    return _best_of_few(state, seat, seed, lambda cell: -distance(cell))


def choose_greedily(state: State, seat: int, seed: int) -> Json | None:
    """Of a few moves the one after which the Agent is best for the seat; None if no move is legal.

    The mistakes of a beginner: it overlooks most of its moves, forgets that the others move too,
    and does not ask where the Agent goes after its next step.
    """
    outlook = Outlook(state)
    return _best_of_few(state, seat, seed, partial(outlook.standing, seat), outlook)


def _best_of_few(
    state: State,
    seat: int,
    seed: int,
    worth: Callable[[int], float],
    outlook: Outlook | None = None,
) -> Json | None:
    random = _chance(state, seat, seed)
    outlook = outlook or Outlook(state)
    moves = outlook.telling(random)
    if not moves:
        return choose_at_once(state, seat, seed)
    few = random.sample(moves, min(FEW, len(moves)))
    return action_of(state, max(few, key=lambda move: worth(outlook.first_step(move))))


def choose_ahead(state: State, seat: int, seed: int, budget: Budget) -> Json | None:
    """A move found by looking ahead (``knowledge``); None if no move is legal."""
    knowledge = AutomataflKnowledge(state)
    random = _chance(state, seat, seed)
    move = sealed.choose(knowledge, knowledge.root, seat, random, budget)
    return choose_at_once(state, seat, seed) if move is None else action_of(state, move)


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
        Level.EASY,
        "Tumbleweed",
        "Rolls the Agent to the nearest corner, no matter whose it is.",
        "M12 3a9 9 0 1 1-8 5l2 1a7 7 0 1 0 6-4zm0 4a5 5 0 1 1-5 5h2a3 3 0 1 0 3-3z",
        by_knowledge(choose_aimlessly),
        choose_at_once,
    ),
    Bot(
        Level.FAIRLY_EASY,
        "Magnet",
        "Pulls the Agent home, and forgets that others pull as well.",
        "M4 3h5v9a3 3 0 0 0 6 0V3h5v9a8 8 0 0 1-16 0zm0 3v2h5V6zm11 0v2h5V6z",
        by_knowledge(choose_greedily),
        choose_at_once,
    ),
    Bot(
        Level.MEDIUM,
        "Look-ahead",
        "Weighs each of its moves against what the others are likely to do.",
        "M12 5C6 5 2 12 2 12s4 7 10 7 10-7 10-7-4-7-10-7zm0 3a4 4 0 1 1 0 8 4 4 0 0 1 0-8z",
        by_knowledge(choose),
        choose_at_once,
    ),
    Bot(
        Level.FAIRLY_STRONG,
        "Puppeteer",
        "Pulls its strings some turns ahead, never twice in the same way.",
        "M3 4h18v3h-2v7h-2V7h-4v6a4 4 0 1 1-2 0V7H7v7H5V7H3z",
        choose_ahead,
        choose_at_once,
        seconds=0.25,
    ),
    Bot(
        Level.STRONG,
        "Clockwork",
        "Turns every wheel in its head before it moves a piece.",
        "M10 2h4l1 3 3-1 2 3-2 3h4v4h-4l2 3-2 3-3-1-1 3h-4l-1-3-3 1-2-3 2-3H2v-4h4L4 7l2-3 3 1z"
        "M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z",
        choose_ahead,
        choose_at_once,
        seconds=2.5,
    ),
)

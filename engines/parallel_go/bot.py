"""The bots.

Steady captures, saves, extends, avoids conflicts that it can foresee, passes when nothing is left
to do, and agrees to a fair count. It captures dead stones before it passes, so it simply plays on
after a count that ran out of time.

Cuckoo makes a beginner's mistakes: it runs after stones that it may capture, never looks after its
own, and often wants what the other wants, too. Dandelion places its stones anywhere, and passes
soon. Heron and Lynx look ahead (:mod:`engines.parallel_go.ahead`). All count alike.
"""

from __future__ import annotations

from random import Random

from ..board import EMPTY, neighbours
from ..bots import Bot, Level, by_knowledge
from ..rules import Json
from . import ahead
from .judgement import count
from .moves import Chosen, play_both
from .state import State
from .worth import worth_of_points

TRIED = 8
"""How many of its best points it compares with what the other side is likely to choose."""
ABSENT_MINDED = 0.3
"""How often Cuckoo places a stone anywhere."""
AIRY = 0.45
"""Dandelion passes when less than this part of the board is empty."""
FORESEEN = 4
"""How many of the other side's best points it considers likely."""


def choose(state: State, seat: int, seed: int) -> Json:
    """A legal action for an awaited seat. Chance comes from ``seed`` and the turn."""
    if state.counted:
        return count(state, seat)
    random = _chance(state, seat, seed)
    own = _best(state, seat, random)[:TRIED]
    likely = _best(state, 1 - seat, random)[:FORESEEN]
    chosen = None
    most = 0.0
    for worth, at in own:
        if worth > most and not _conflicts(state, seat, at, None):
            clear = sum(not _conflicts(state, seat, at, other) for _, other in likely)
            promise = worth * (1 + clear) / (1 + len(likely))
            if promise > most:
                chosen, most = at, promise
    return {"type": "pass"} if chosen is None else {"type": "place", "at": state.point(chosen)}


def choose_greedily(state: State, seat: int, seed: int) -> Json:
    """Cuckoo's choice: what captures or threatens most, sometimes anything that gains a little."""
    if state.counted:
        return count(state, seat)
    random = _chance(state, seat, seed)
    worth = worth_of_points(state.board, state.size, seat, saving=0)
    open_points = [at for at in worth if at not in state.prohibited[seat]]
    while open_points:
        if random.random() < ABSENT_MINDED:
            at = random.choice(open_points)
        else:
            at = max(open_points, key=lambda at: worth[at] * (1 + random.random()))
        if not _conflicts(state, seat, at, None):
            return {"type": "place", "at": state.point(at)}
        open_points.remove(at)
    return {"type": "pass"}


def choose_idly(state: State, seat: int, seed: int) -> Json:
    """Dandelion's choice: any airy point, until a part of the board is full."""
    if not state.counted and state.board.count(EMPTY) < AIRY * len(state.board):
        return {"type": "pass"}
    return choose_at_once(state, seat, seed)


def choose_at_once(state: State, seat: int, seed: int) -> Json:
    """A random empty point next to another empty one, where a stone is always legal and never
    captured at once; a pass if there is none."""
    if state.counted:
        return count(state, seat)
    around, prohibited = neighbours(state.size), state.prohibited[seat]
    airy = [
        at
        for at, stones in enumerate(state.board)
        if stones == EMPTY
        and at not in prohibited
        and any(state.board[near] == EMPTY for near in around[at])
    ]
    if not airy:
        return {"type": "pass"}
    return {"type": "place", "at": state.point(_chance(state, seat, seed).choice(airy))}


def _chance(state: State, seat: int, seed: int) -> Random:
    tries = sum(len(points) for points in state.prohibited)
    return Random(((seed * 1_000_003 + state.turn) * 1_009 + tries) * 2 + seat)


def _best(state: State, seat: int, random: Random) -> list[tuple[float, int]]:
    """The points that are worth something to the seat, with their worth, best first."""
    prohibited = state.prohibited[seat]
    worth = [
        (value * (1 + 0.1 * random.random()), at)
        for at, value in worth_of_points(state.board, state.size, seat).items()
        if at not in prohibited
    ]
    return sorted(worth, reverse=True)


def _conflicts(state: State, seat: int, at: int, other: int | None) -> bool:
    chosen: Chosen = (at, other) if seat == 0 else (other, at)
    return play_both(state.board, state.size, chosen, state.history).conflict is not None


BOTS = (
    Bot(
        Level.EASY,
        "Dandelion",
        "Lets its stones drift anywhere, and soon has enough of placing them.",
        "M10 8a2 2 0 1 1 4 0a2 2 0 1 1-4 0zM15.7 10.1a1.3 1.3 0 1 1 2.6 0a1.3 1.3 0 1 "
        "1-2.6 0zM12.8 13a1.3 1.3 0 1 1 2.6 0a1.3 1.3 0 1 1-2.6 0zM8.6 13a1.3 1.3 0 1 1 "
        "2.6 0a1.3 1.3 0 1 1-2.6 0zM5.7 10.1a1.3 1.3 0 1 1 2.6 0a1.3 1.3 0 1 1-2.6 0zM5.7 "
        "5.9a1.3 1.3 0 1 1 2.6 0a1.3 1.3 0 1 1-2.6 0zM8.6 3a1.3 1.3 0 1 1 2.6 0a1.3 1.3 0 "
        "1 1-2.6 0zM12.8 3a1.3 1.3 0 1 1 2.6 0a1.3 1.3 0 1 1-2.6 0zM15.7 5.9a1.3 1.3 0 1 1 "
        "2.6 0a1.3 1.3 0 1 1-2.6 0zM11.3 9.5h1.4V22h-1.4zM12.7 18l4.3-2.5.5 1.5-4.8 3z",
        by_knowledge(choose_idly),
        choose_at_once,
    ),
    Bot(
        Level.FAIRLY_EASY,
        "Cuckoo",
        "Runs after every stone that it may capture, and forgets its own.",
        "M3 9l4-2a4.5 4.5 0 0 1 8-1c1.5 2 2 4 4 7l4 9-6-4-3 0v4h-2v-4H11v4H9v-4.5C6 16 5 "
        "13 5 10.5zM8.5 6.5a1.3 1.3 0 1 0 .1 0z",
        by_knowledge(choose_greedily),
        choose_at_once,
    ),
    Bot(
        Level.MEDIUM,
        "Steady",
        "Captures, saves and extends, and avoids conflicts that it can foresee.",
        "M12 1a3 3 0 0 1 1.2 5.7V8H17v2h-3.8v9.5c3-.5 4.8-2.3 5.3-4.5L17 15.8 19.5 12 22 "
        "16l-1.6-.6C19.5 19.8 16 22 12 23c-4-1-7.5-3.2-8.4-7.6L2 16l2.5-4L7 15.8 5.5 15c.5 "
        "2.2 2.3 4 5.3 4.5V10H7V8h3.8V6.7A3 3 0 0 1 12 1zm0 1.8a1.2 1.2 0 1 0 0 2.4 1.2 "
        "1.2 0 0 0 0-2.4z",
        by_knowledge(choose),
        choose_at_once,
    ),
    Bot(
        Level.FAIRLY_STRONG,
        "Heron",
        "Stands still for a moment, then strikes where it counts.",
        "M2 5.5 9 3a3 3 0 0 1 4.5 3.5c-.8 2-2.5 3-2.5 4.5 4 0 8 2 11 6-3-.5-5 1-8 "
        ".5V22h-1.7v-5C9.5 16 8 13.5 8.5 10.5 9 8.5 10.5 7.5 10 6z",
        ahead.choose_soon,
        choose,
        seconds=0.27,
    ),
    Bot(
        Level.STRONG,
        "Lynx",
        "Sees far, and gives nothing away.",
        "M4 1l5 6h6l5-6v12c0 5-4 9-8 10-4-1-8-5-8-10zM7 11l1.5 2.5 3 .5zM17 11l-4.5 3 3-.5z"
        "M10.5 17 12 19l1.5-2z",
        ahead.choose,
        choose,
        seconds=3.5,
    ),
)

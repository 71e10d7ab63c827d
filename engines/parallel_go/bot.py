"""The bot: captures, saves, extends, avoids conflicts that it can foresee, passes when nothing is
left to do, and agrees to a fair count. It captures dead stones before it passes, so it simply plays
on after a count that ran out of time."""

from __future__ import annotations

from random import Random

from engines.board import EMPTY, neighbours, stone
from engines.bots import Bot, Level, by_knowledge
from engines.parallel_go.judgement import hopeless
from engines.parallel_go.moves import Chosen, play_both
from engines.parallel_go.state import State
from engines.parallel_go.worth import worth_of_points
from engines.rules import Json

TRIED = 8
"""How many of its best points it compares with what the other side is likely to choose."""
FORESEEN = 4
"""How many of the other side's best points it considers likely."""


def choose(state: State, seat: int, seed: int) -> Json:
    """A legal action for an awaited seat. Chance comes from ``seed`` and the turn."""
    if state.counted:
        return _count(state, seat)
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


def choose_at_once(state: State, seat: int, seed: int) -> Json:
    """A random empty point next to another empty one, where a stone is always legal and never
    captured at once; a pass if there is none."""
    if state.counted:
        return _count(state, seat)
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


def _count(state: State, seat: int) -> Json:
    """Takes wrong marks back from its own living stones, marks the other side's plainly dead
    stones, and accepts if there is nothing to change."""
    plainly_dead = hopeless(state.board, state.size)
    for index, stones in enumerate(state.board):
        marked = index in state.dead
        wrongly_dead = stones == stone(seat) and marked and index not in plainly_dead
        wrongly_alive = stones == stone(1 - seat) and not marked and index in plainly_dead
        if wrongly_dead or wrongly_alive:
            return {"type": "mark", "at": state.point(index)}
    return {"type": "accept"}


BOTS = (
    Bot(
        Level.MEDIUM,
        "Steady",
        "Captures, saves and extends, and avoids conflicts that it can foresee.",
        "M12 3a2 2 0 0 1 1 3.7V9l7 2v2l-7-1v6l4 1v2H7v-2l4-1v-6l-7 1v-2l7-2V6.7A2 2 0 0 1 12 3z",
        by_knowledge(choose),
        choose_at_once,
    ),
)

"""The bots of Parallel Multiplayer Go."""

from __future__ import annotations

from random import Random

from ..board import EMPTY, neighbours, point_at
from ..bots import Bot, Budget, Level, by_knowledge
from ..rules import Json
from ..search import sealed
from . import pebble
from .knowledge import PASS, GoKnowledge, action_of
from .pebble import PATIENCE
from .state import State


def choose_anywhere(state: State, seat: int, seed: int) -> Json:
    """A stone at a random empty point, also in an eye of its own; the fuller the board, the more
    likely a pass."""
    chance = Random(f"{seed} {seat} {state.turn}")
    empty = [index for index, bits in enumerate(state.board) if bits == EMPTY]
    full = 1 - len(empty) / len(state.board)
    if chance.random() < full or state.turn > PATIENCE * len(state.board):
        return {"type": "pass"}
    return {"type": "place", "at": point_at(chance.choice(empty), state.size)}


OVERLOOKED_NEARBY = 0.75
OVERLOOKED_ELSEWHERE = 0.9
"""The shares of points that Echo overlooks in a turn: close to the last stones, and on the whole
board if nothing does good there."""


def choose_nearby(state: State, seat: int, seed: int) -> Json:
    """A point close to the last stones of others, wherever more is at stake; one anywhere if
    nothing does good there.

    The mistakes of a beginner: it answers instead of looking for the largest point, and overlooks
    most points, even where its own stones are about to be captured.
    """
    last = [index for owner, index in state.last if owner != seat]
    nearby = pebble.choose_among(state, seat, seed, pebble.close_to(state, last), OVERLOOKED_NEARBY)
    if nearby["type"] == "place":
        return nearby
    return pebble.choose_among(state, seat, seed, range(len(state.board)), OVERLOOKED_ELSEWHERE)


def choose_ahead(state: State, seat: int, seed: int, budget: Budget) -> Json:
    """The point that does best if the game is played on many times; a pass where Pebble passes."""
    return _choose(GoKnowledge(state, for_long=False), state, seat, seed, budget)


def choose_further_ahead(state: State, seat: int, seed: int, budget: Budget) -> Json:
    """Like :func:`choose_ahead`, with a search for much time: it also learns from what is chosen
    later in these games, and in games of two it looks two turns ahead."""
    return _choose(GoKnowledge(state, for_long=True), state, seat, seed, budget)


def _choose(knowledge: GoKnowledge, state: State, seat: int, seed: int, budget: Budget) -> Json:
    if state.turn > PATIENCE * len(state.board):
        return {"type": "pass"}
    chance = Random(f"{seed} {seat} {state.turn}")
    choice = sealed.choose(knowledge, state, seat, chance, budget)
    return action_of(PASS if choice is None else choice, state.size)


def choose_at_once(state: State, seat: int, seed: int) -> Json:
    """A stone at a random empty point that has an empty neighbour; a pass if there is none."""
    chance = Random(f"{seed} {seat} {state.turn}")
    board, around = state.board, neighbours(state.size)
    empty = [index for index, bits in enumerate(board) if bits == EMPTY]
    airy = [index for index in empty if any(board[near] == EMPTY for near in around[index])]
    if not airy or state.turn > PATIENCE * len(board):
        return {"type": "pass"}
    return {"type": "place", "at": point_at(chance.choice(airy), state.size)}


BOTS = (
    Bot(
        Level.EASY,
        "Sprinkle",
        "Drops its stones anywhere and hopes for the best.",
        "M5 4a2 2 0 1 1 0 4 2 2 0 0 1 0-4zm8 1a2 2 0 1 1 0 4 2 2 0 0 1 0-4z"
        "m5 7a2 2 0 1 1 0 4 2 2 0 0 1 0-4zM8 11a2 2 0 1 1 0 4 2 2 0 0 1 0-4z"
        "m5 6a2 2 0 1 1 0 4 2 2 0 0 1 0-4zm-8 0a1 1 0 1 1 0 2 1 1 0 0 1 0-2z",
        by_knowledge(choose_anywhere),
        choose_at_once,
    ),
    Bot(
        Level.FAIRLY_EASY,
        "Echo",
        "Answers wherever others just played, and misses what matters elsewhere.",
        "M5 9a4 4 0 0 1 0 6zm4-4a10 10 0 0 1 0 14l-1.5-1.5a8 8 0 0 0 0-11z"
        "m5-3a14 14 0 0 1 0 20l-1.5-1.5a12 12 0 0 0 0-17z",
        by_knowledge(choose_nearby),
        choose_at_once,
    ),
    Bot(
        Level.MEDIUM,
        "Pebble",
        "Stays connected, takes what it can capture and keeps out of crowds.",
        "M3 14c0-4 4-8 9-8 6 0 9 4 9 8s-4 5-9 5-9-1-9-5z",
        by_knowledge(pebble.choose),
        choose_at_once,
    ),
    Bot(
        Level.FAIRLY_STRONG,
        "Tide",
        "Lets the game run on in its mind and comes back with the best point.",
        "M2 12c3-6 8-8 12-6 3 2 2 6-1 6 2 3 6 3 9 0v8H2z",
        choose_ahead,
        choose_at_once,
        seconds=0.12,
    ),
    Bot(
        Level.STRONG,
        "Glacier",
        "Takes its time, and gives way to nobody.",
        "M2 20 9 5l4 7 3-4 6 12zM7.5 12l2 1.5 1.5-2-2-4z",
        choose_further_ahead,
        choose_at_once,
        seconds=2.5,
    ),
)

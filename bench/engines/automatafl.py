"""Measures Automatafl: turns of four seats with the Agent's step, states, and the bot."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import partial
from random import Random

from bench.engines.measuring import MeasuredRow, median_ms, medians_ms
from engines import record
from engines.automatafl import GAME
from engines.automatafl.state import State
from engines.automatafl.view import decision, explain_decision, open_lines
from engines.rules import Json

NAME = "automatafl, 4 seats"


def rows() -> Iterator[MeasuredRow]:
    """Yields the measurements, first those that the rules set limits for."""
    positions = list(wandering(turns=100))
    end = positions[-1]
    stored = json.dumps(GAME.dump(end))
    large = start(setup=crowded(size=25))
    yield MeasuredRow(
        f"{NAME}, one turn with the Agent's step", 0.1, "ms", medians_ms(lambda: turns(positions))
    )
    yield MeasuredRow(
        f"{NAME}, the Agent's decision alone", 0.1, "ms", median_ms(lambda: decision(end))
    )
    yield MeasuredRow(
        f"{NAME}, after 100 turns, dump to text",
        2,
        "ms",
        median_ms(lambda: json.dumps(GAME.dump(end))),
    )
    yield MeasuredRow(
        f"{NAME}, the same, load from text",
        2,
        "ms",
        median_ms(lambda: GAME.load(json.loads(stored))),
    )
    yield MeasuredRow(
        f"{NAME}, position with decision and lines, as pushed",
        5,
        "ms",
        median_ms(lambda: {**GAME.view(end, None), **explain_decision(end), **open_lines(end)}),
    )
    for name, state in (("the bot's choice", end), ("25×25, half full, the bot's choice", large)):
        choice = partial(GAME.bot().think, state, 0, 1)
        yield MeasuredRow(f"{NAME}, {name}", 300, "ms", median_ms(choice, rounds=30))


def start(**options: object) -> State:
    """The starting position."""
    return GAME.new_state(record.complete_options(GAME, options), 4, 0)


def crowded(size: int) -> list[str]:
    """A half-full board of this size, with the Agent in the middle."""
    chance, middle = Random(1), size // 2
    lines = ["".join(chance.choice("WB..") for _ in range(size)) for _ in range(size)]
    lines[middle] = f"{lines[middle][:middle]}A{lines[middle][middle + 1 :]}"
    return lines


def wandering(turns: int) -> Iterator[State]:
    """Yields the positions of games with random moves."""
    state, chance = start(), Random(1)
    for _ in range(turns):
        state, _ = GAME.resolve(state, moves(state, chance))
        if GAME.outcome(state) is not None:
            state = start()
        yield state


def turns(positions: list[State]) -> Iterator[Callable[[], object]]:
    """Yields turns from these positions in which four pieces are moved without a conflict."""
    chance = Random(2)
    for state in positions * 3:
        actions = moves(state, chance)
        _, events = GAME.resolve(state, actions)
        if events[-1]["type"] == "agent":
            yield partial(GAME.resolve, state, actions)


def moves(state: State, chance: Random) -> dict[int, Json]:
    """A random move for each awaited seat, each of a different piece."""
    pieces = [cell for cell, piece in enumerate(state.board) if piece in "WB"]
    seats = GAME.awaiting(state)
    return {seat: move(state, cell, chance) for seat, cell in zip(seats, chance.sample(pieces, 4))}


def move(state: State, cell: int, chance: Random) -> Json:
    """A move of the piece on this cell to a random other cell of its row or column."""
    x, y = state.point(cell)
    row = [[other, y] for other in range(state.width) if other != x]
    column = [[x, other] for other in range(state.height) if other != y]
    open_ends = [end for end in row + column if end != state.point(state.agent)]
    return {"type": "move", "from": [x, y], "to": chance.choice(open_ends)}

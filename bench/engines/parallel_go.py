"""Measures Parallel Go: a turn, a state, a count, and the bot, on random boards."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from random import Random

from bench.engines.measuring import MeasuredRow, kilobytes, median_ms, medians_ms
from engines.board import EMPTY
from engines.parallel_go import GAME
from engines.parallel_go.state import State
from engines.rules import IllegalAction, Json

NAME = "parallel-go"


def rows() -> Iterator[MeasuredRow]:
    """Yields the measurements, first those that the rules set limits for."""
    halfway = half_full(size=19)
    late = after(turns=2000, size=25)
    stored = json.dumps(GAME.dump(late))
    both_pass: dict[int, Json] = {seat: {"type": "pass"} for seat in (0, 1)}
    count, _ = GAME.resolve(late, both_pass)
    yield MeasuredRow(
        f"{NAME}, 19×19, one turn (both orders, repetition check) at half-full board",
        1,
        "ms",
        medians_ms(lambda: turns_of(halfway)),
    )
    yield MeasuredRow(
        f"{NAME}, 25×25, one turn after 2,000 turns", 2, "ms", medians_ms(lambda: turns_of(late))
    )
    yield MeasuredRow(
        f"{NAME}, 25×25, after 2,000 turns, dump to text", 2, "ms", median_ms(dumping(late))
    )
    yield MeasuredRow(
        f"{NAME}, the same, load from text",
        2,
        "ms",
        median_ms(lambda: GAME.load(json.loads(stored))),
    )
    yield MeasuredRow(f"{NAME}, the same, text", 100, "KB", lambda: len(stored) / 1024)
    yield MeasuredRow(f"{NAME}, the same, state in memory", 100, "KB", lambda: kilobytes(late))
    yield MeasuredRow(
        f"{NAME}, 25×25, position in counting", 5, "ms", median_ms(lambda: GAME.view(count, None))
    )
    yield MeasuredRow(
        f"{NAME}, 25×25, the score under every possible mark",
        20,
        "ms",
        median_ms(lambda: GAME.shown(count)),
    )
    yield MeasuredRow(
        f"{NAME}, 19×19, the bot's choice",
        300,
        "ms",
        median_ms(lambda: GAME.bot().think(halfway, 0, 1), rounds=50),
    )


def dumping(state: State) -> Callable[[], str]:
    """Returns a function that writes the state as it is stored."""
    return lambda: json.dumps(GAME.dump(state))


def turns_of(state: State) -> Iterator[Callable[[], object]]:
    """Yields calls that resolve a turn from this position, with different stones each time."""
    chance = Random(2)
    for _ in range(300):
        actions = stones(state, chance)
        yield lambda actions=actions: GAME.resolve(state, actions)  # type: ignore[misc]


def stones(state: State, chance: Random) -> dict[int, Json]:
    """A random legal stone for each awaited seat."""
    return {seat: stone(state, seat, chance) for seat in GAME.awaiting(state)}


def stone(state: State, seat: int, chance: Random) -> Json:
    """A random legal stone of the seat; a pass if there is none."""
    empty = [index for index, bits in enumerate(state.board) if bits == EMPTY]
    for index in chance.sample(empty, len(empty)):
        action: Json = {"type": "place", "at": state.point(index)}
        try:
            GAME.check(state, seat, action)
        except IllegalAction:
            continue
        return action
    return {"type": "pass"}


def half_full(size: int) -> State:
    """A board that has been filled at random until half of its points hold stones."""
    state, chance = GAME.new_state(GAME.usual_options({"size": size}), 2, 0), Random(1)
    while 2 * state.board.count(EMPTY) > size * size:
        state, _ = GAME.resolve(state, stones(state, chance))
    return state


def after(turns: int, size: int) -> State:
    """The state after this many random turns. Now and then a seat is absent; otherwise both would
    choose the last point again and again."""
    state, chance = GAME.new_state(GAME.usual_options({"size": size}), 2, 0), Random(1)
    while state.turn <= turns:
        chosen = stones(state, chance) if not state.counted else {0: {"type": "resume"}}
        if not state.counted and chance.random() < 0.2:
            del chosen[chance.randrange(2)]
        state, _ = GAME.resolve(state, chosen)
    return state

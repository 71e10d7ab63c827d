"""Measures Parallel Multiplayer Go: a turn, a replay, a state, and the bot, on random boards."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from random import Random

from bench.engines.measuring import MeasuredRow, kilobytes, median_ms, medians_ms
from engines import record
from engines.board import EMPTY, point_at
from engines.multiplayer_go import GAME
from engines.multiplayer_go.heat import heat
from engines.multiplayer_go.state import State
from engines.multiplayer_go.view import heat_of, order_of
from engines.replay import replay
from engines.rules import Json


def rows() -> Iterator[MeasuredRow]:
    """Yields the measurements, first those that the rules set limits for."""
    halfway = half_full(size=19, seats=4)
    late = after(turns=1000, size=25, seats=12)
    stored = json.dumps(GAME.dump(late))
    text = record.write(long_record(turns=300, size=19, seats=4))
    name = "multiplayer-go"
    yield MeasuredRow(
        f"{name}, 19×19, 4 seats, one turn at half-full board with heat",
        1,
        "ms",
        medians_ms(lambda: turns_of(halfway, collide=False)),
    )
    yield MeasuredRow(
        f"{name}, the same where two collide",
        1,
        "ms",
        medians_ms(lambda: turns_of(halfway, collide=True)),
    )
    yield MeasuredRow(
        f"{name}, 19×19, 4 seats, replay of 300 turns",
        500,
        "ms",
        median_ms(lambda: list(replay(record.read(text))), rounds=5),
    )
    yield MeasuredRow(
        f"{name}, 25×25, 12 seats, state after 1,000 turns",
        100,
        "KB",
        lambda: kilobytes(late),
    )
    yield MeasuredRow(f"{name}, the same, dump to text", 2, "ms", median_ms(lambda: dumped(late)))
    yield MeasuredRow(
        f"{name}, the same, load from text", 2, "ms", median_ms(lambda: loaded(stored))
    )
    yield MeasuredRow(
        f"{name}, 19×19, 4 seats, position with heat and order, as pushed",
        5,
        "ms",
        median_ms(lambda: {**GAME.view(halfway, None), **heat_of(halfway), **order_of(halfway)}),
    )
    crowd = half_full(size=19, seats=12)
    yield MeasuredRow(
        f"{name}, 19×19, 12 seats, the bot's choice",
        300,
        "ms",
        median_ms(lambda: GAME.bot().think(crowd, 0, 1), rounds=50),
    )


def turns_of(state: State, *, collide: bool) -> Iterator[Callable[[], object]]:
    """Yields calls that resolve one turn and work out the heat after it, with different stones each
    time."""
    chance = Random(2)

    def turn(actions: dict[int, Json]) -> object:
        after, _ = GAME.resolve(state, actions)
        return heat(after.trails, after.turn, after.size)

    for _ in range(300):
        actions = stones(state, chance)
        if collide:
            actions[0] = actions[1]
        yield lambda actions=actions: turn(actions)  # type: ignore[misc]


def stones(state: State, chance: Random) -> dict[int, Json]:
    """A stone for every seat, on different empty points; fewer if there are not enough."""
    empty = [index for index, bits in enumerate(state.board) if bits == EMPTY]
    chosen = chance.sample(empty, min(state.seats, len(empty)))
    return {
        seat: {"type": "place", "at": point_at(index, state.size)}
        for seat, index in enumerate(chosen)
    }


def start(size: int, seats: int) -> State:
    """The starting position."""
    return GAME.new_state(record.new(GAME.slug, seats, {"size": size}).options, seats, 0)


def half_full(size: int, seats: int) -> State:
    """A board that has been filled at random until half of its points hold stones."""
    state, chance = start(size, seats), Random(1)
    while 2 * sum(bits != EMPTY for bits in state.board) < size * size:
        state, _ = GAME.resolve(state, stones(state, chance))
    return state


def after(turns: int, size: int, seats: int) -> State:
    """The state after this many random turns."""
    state, chance = start(size, seats), Random(1)
    for _ in range(turns):
        state, _ = GAME.resolve(state, stones(state, chance))
    return state


def long_record(turns: int, size: int, seats: int) -> record.Record:
    """A record of this many random turns."""
    state, chance = start(size, seats), Random(1)
    steps = []
    for _ in range(turns):
        actions = stones(state, chance)
        steps.append({"actions": {str(seat): action for seat, action in actions.items()}})
        state, _ = GAME.resolve(state, actions)
    options = record.complete_options(GAME, {"size": size})
    return record.Record(GAME, seats, options, steps=steps)


def dumped(state: State) -> str:
    """The state as it is stored."""
    return json.dumps(GAME.dump(state))


def loaded(text: str) -> State:
    """The state from what :func:`dumped` returned."""
    return GAME.load(json.loads(text))

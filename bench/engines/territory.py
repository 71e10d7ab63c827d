"""Measures Territory: turns of games between bots, a turn that fills half a board, states, and the
bot."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

from bench.engines.measuring import MeasuredRow, median_ms, medians_ms
from engines.rules import Json
from engines.territory import GAME
from engines.territory.state import State
from engines.territory.view import open_choices

NAME = "territory, 5 seats, 20×20"
OPTIONS: Json = {"rows": 20, "columns": 20, "start": None}


def rows() -> Iterator[MeasuredRow]:
    """Yields the measurements, first those that the rules set limits for."""
    game = list(played())
    halfway, _ = game[len(game) // 2]
    last, action = game[-1]
    end, _ = GAME.resolve(last, action)
    stored = json.dumps(GAME.dump(end))
    yield MeasuredRow(
        f"{NAME}, one turn with blocked checks", 0.3, "ms", medians_ms(lambda: calls(game))
    )
    yield MeasuredRow(
        f"{NAME}, one turn that fills half the board", 0.3, "ms", median_ms(filling())
    )
    yield MeasuredRow(
        f"{NAME}, at the end, dump to text", 2, "ms", median_ms(lambda: json.dumps(GAME.dump(end)))
    )
    yield MeasuredRow(
        f"{NAME}, the same, load from text",
        2,
        "ms",
        median_ms(lambda: GAME.load(json.loads(stored))),
    )
    yield MeasuredRow(
        f"{NAME}, position with choices, as pushed",
        5,
        "ms",
        median_ms(lambda: {**GAME.view(halfway, None), **open_choices(halfway)}),
    )
    yield MeasuredRow(
        f"{NAME}, the bot's choice",
        300,
        "ms",
        median_ms(lambda: GAME.bot().think(halfway, halfway.on_turn, 1), rounds=50),
    )


def played() -> Iterator[tuple[State, dict[int, Json]]]:
    """Yields a whole game of bots: each position, and the action played in it."""
    state = GAME.new_state(OPTIONS, 5, 3)
    while GAME.outcome(state) is None:
        action = GAME.bot().think(state, state.on_turn, 1)
        assert action is not None
        actions = {state.on_turn: action}
        yield state, actions
        state, _ = GAME.resolve(state, actions)


def calls(game: list[tuple[State, dict[int, Json]]]) -> Iterator[Callable[[], object]]:
    """Returns calls that resolve every turn of the game again."""
    return (partial(GAME.resolve, state, actions) for state, actions in game)


def filling() -> Callable[[], object]:
    """Returns a call that resolves a turn after which the tiles of the first seat block all others,
    so that it fills the rest of the board."""
    start = GAME.new_state({**OPTIONS, "start": [[1, 0], *([0, y] for y in range(4))]}, 5, 0)
    wall = start.grid.mask([(x, y) for x in (1, 2) for y in range(20) if (x, y) != (1, 2)])
    own = wall | start.grid.mask([(0, y) for y in range(4, 20)])
    state = replace(start, tiles=(own, *start.tiles[1:]), cards=((),) * 5)
    action = {0: {"type": "place", "at": [1, 2]}}
    _, events = GAME.resolve(state, action)
    assert any(event["type"] == "filled" for event in events)
    return partial(GAME.resolve, state, action)

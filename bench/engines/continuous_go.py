"""Measures Continuous Go: areas, a draw, a state, the bot, and a record of a megabyte, on boards
with random lines."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count
from math import cos, sin
from random import Random

from bench.engines.measuring import MeasuredRow, median_ms
from engines import record
from engines.continuous_go import GAME
from engines.continuous_go.state import State
from engines.continuous_go.view import areas_and_score
from engines.replay import replay
from engines.rules import IllegalAction, Json

Path = list[list[float]]

MIDDLE, SIDE = 9.0, 18.0


def rows() -> Iterator[MeasuredRow]:
    """Yields the measurements, first those that the rules set limits for."""
    name = "continuous-go"
    full = board(colours=2, lines=300)
    crowded = GAME.dump(board(colours=1, lines=300))
    stored = json.dumps(GAME.dump(full))
    among_many = full.next(settings=replace(full.settings, lower=2, upper=2.4))
    megabyte = short_lines(2**20)
    drawn = f"{name}, one draw of 100 points against 300 lines of the opponent"
    yield MeasuredRow(
        f"{name}, areas and score of a full 19×19 board with 300 lines, 3,000 segments",
        30,
        "ms",
        median_ms(lambda: areas_and_score(GAME.load(GAME.dump(full))), rounds=50),
    )
    yield MeasuredRow(drawn, 5, "ms", median_ms(drawing(crowded, spiral(100, 1.5)), rounds=50))
    yield MeasuredRow(
        f"{name}, the same where they stop it",
        5,
        "ms",
        median_ms(drawing(crowded, spiral(100, 9)), rounds=50),
    )
    yield MeasuredRow(f"{name}, 300 lines, dump to text", 2, "ms", median_ms(lambda: dumped(full)))
    yield MeasuredRow(
        f"{name}, the same, load from text", 2, "ms", median_ms(lambda: loaded(stored))
    )
    yield MeasuredRow(
        f"{name}, the same, the bot's choice among 144 cells",
        300,
        "ms",
        median_ms(lambda: GAME.bot().think(among_many, 1, 1), rounds=20),
    )
    yield MeasuredRow(
        f"{name}, replay of a record of 1 MiB, the shortest lines there are",
        10_000,
        "ms",
        median_ms(lambda: list(replay(record.read(megabyte))), rounds=3),
    )


def board(colours: int, lines: int) -> State:
    """A board with this many lines of about ten segments, by black only or by both colours; it is
    white's turn.

    If only black has drawn, the middle is free.
    """
    state, chance = start(), Random(1)
    while len(state.lines) < lines:
        path = curl(chance, segments=18 if colours == 2 else 10)
        outside = all((x - MIDDLE) ** 2 + (y - MIDDLE) ** 2 > 5 for x, y in path)
        if state.seat < colours and (outside or colours == 2):
            state = attempted(state, path)
        state = passed(state) if state.drawn or state.seat >= colours else state
    return state if state.seat == 1 else passed(state)


def start() -> State:
    """The empty board, with a large budget and limits under which sections count."""
    options = {"budget": 20, "lower": 1, "upper": 60}
    return GAME.new_state(record.complete_options(GAME, options), 2, 0)


def curl(chance: Random, segments: int) -> Path:
    """A random winding line that stays on the board."""
    x, y, angle = chance.uniform(0, SIDE), chance.uniform(0, SIDE), chance.uniform(0, 6.3)
    path = [[x, y]]
    for _ in range(segments):
        angle += chance.uniform(0.2, 0.9)
        x = min(max(x + 0.35 * cos(angle), 0), SIDE)
        y = min(max(y + 0.35 * sin(angle), 0), SIDE)
        path.append([x, y])
    return path


def spiral(points: int, radius: float) -> Path:
    """A spiral path from the middle outwards."""
    return [
        [
            MIDDLE + radius * n / points * cos(n * 0.15),
            MIDDLE + radius * n / points * sin(n * 0.15),
        ]
        for n in range(points)
    ]


def attempted(state: State, path: Path) -> State:
    """The state after a draw, or the same state if the draw is refused."""
    action = {"type": "draw", "path": path}
    try:
        GAME.check(state, state.seat, action)
    except IllegalAction:
        return state
    return GAME.resolve(state, {state.seat: action})[0]


def passed(state: State) -> State:
    """The state after a pass."""
    return GAME.resolve(state, {state.seat: {"type": "pass"}})[0]


def drawing(stored: Json, path: Path) -> Callable[[], State]:
    """Returns a function that loads a stored state, checks a draw and resolves it, as the site
    does."""
    action = {"type": "draw", "path": path}

    def draw() -> State:
        state = GAME.load(stored)
        GAME.check(state, state.seat, action)
        return GAME.resolve(state, {state.seat: action})[0]

    return draw


def short_lines(size: int) -> str:
    """A record of about ``size`` bytes with the shortest possible lines, one next to another."""
    steps: list[Json] = []
    left = size - 300
    for number in count():
        turn, place = divmod(number, 900)
        seat, column, row = turn % 2, place % 90, turn // 2 * 10 + place // 90
        x, y = round(10 * seat + column * 0.04, 2), round(row * 0.06, 2)
        path = [[x, y], [round(x + 0.02, 2), y]]
        draw: Json = {"actions": {str(seat): {"type": "draw", "path": path}}}
        more = [draw, {"actions": {}}] if place == 899 else [draw]
        left -= len(json.dumps(more))
        if left < 0:
            break
        steps += more
    options = record.complete_options(GAME, {"budget": 20})
    return json.dumps(record.Record(GAME, 2, options, steps=steps).as_json())


def dumped(state: State) -> str:
    """The state as it is stored."""
    return json.dumps(GAME.dump(state))


def loaded(text: str) -> State:
    """The state from what :func:`dumped` returned."""
    return GAME.load(json.loads(text))

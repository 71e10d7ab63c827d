"""Parallel Multiplayer Go as a game of the site: its surface."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, ClassVar, Literal

import numpy as np

from engines.board import EMPTY, index_of
from engines.game import Extra, Game, IllegalAction, Json, Outcome, Practice
from engines.multiplayer_go import state as states
from engines.multiplayer_go import turn as turns
from engines.multiplayer_go.bot import PEBBLE
from engines.multiplayer_go.heat import Trail, heat, ranked, turn_of_same_order
from engines.multiplayer_go.state import State
from engines.options import Choice, Integer, Option, OptionValue
from engines.reading import Form, read_action, read_point, require_on_board

FORMS = {"place": Form({"at": read_point}), "pass": Form()}

SIZE = Integer(
    "size", "Board size", "lines of the square board", 9, least=5, most=25, usual=(9, 13, 19)
)
COLLISION = Choice(
    "collision",
    "When several choose one point",
    "who gets a point that several chose",
    "heat",
    choices=(
        ("heat", "the one who was less active nearby gets it"),
        ("nobody", "nobody gets it"),
        ("merge", "they share one stone"),
        ("ko", "nobody gets it, and it is closed for a turn"),
    ),
)
MAX_TURNS = Integer(
    "max_turns",
    "Most turns",
    "the game ends after this turn; null: when all pass",
    None,
    least=1,
    most=10000,
    optional=True,
)


def heat_of(state: State) -> Json:
    """``heat[seat][y][x]`` for the turn now being prepared, rounded to 6 decimals."""
    size = state.size
    field = heat(state.trails, state.turn, size).round(6).reshape(-1, size, size)
    return {"heat": field.tolist()}


def order_of(state: State) -> Json:
    """``order[y][x]``: who would win a collision there, as groups of equal seats still in the
    game, coldest first; null where nobody can place a stone."""
    size = state.size
    orders = _orders(state.trails, turn_of_same_order(state.trails, state.turn), size, state.left)
    points = [order if bits == EMPTY else None for bits, order in zip(state.board, orders)]
    return {"order": [points[row : row + size] for row in range(0, size * size, size)]}


@lru_cache(maxsize=16)
def _orders(
    trails: tuple[Trail, ...], turn: int, size: int, left: tuple[int, ...]
) -> tuple[list[list[int]], ...]:
    """The groups of seats at every point. Points that are alike share one list, and so do the
    turns in which nobody places a stone: nobody may change it."""
    seats = [seat for seat in range(len(trails)) if seat not in left]
    rows, begins = ranked(heat(trails, turn, size)[seats])
    columns = np.concatenate((rows, begins)).astype(np.uint8).T
    found: dict[bytes, list[list[int]]] = {}
    return tuple(
        found[column] if column in found else found.setdefault(column, _groups(seats, column))
        for column in map(bytes, columns)
    )


def _groups(seats: Sequence[int], column: bytes) -> list[list[int]]:
    """``column``: positions in ``seats``, coldest first, then of each whether it begins a group."""
    groups: list[list[int]] = []
    for position, begins in zip(column, column[len(seats) :]):
        if begins:
            groups.append([])
        groups[-1].append(seats[position])
    return groups


class MultiplayerGo(Game[State]):
    """Rules: multiplayer-go. Always sealed; phases ``play`` and ``finished``."""

    slug = "multiplayer-go"
    name = "Parallel Multiplayer Go"
    about = "Go for two to twelve, in which everybody places a stone at the same time."
    actions = ({"type": "place", "at": [2, 3]}, {"type": "pass"})
    least_seats = 2
    most_seats = 12
    options: ClassVar[tuple[Option, ...]] = (SIZE, COLLISION, MAX_TURNS)
    turn_ends: ClassVar[Literal["timer", "complete"]] = "timer"
    extras = (
        Extra("heat", "adds the heat of every seat at every point", heat_of),
        Extra("order", "adds who would win a collision at each point", order_of, pushed=True),
    )
    practice = Practice(seats=4)
    bot = PEBBLE

    def board(self, options: Mapping[str, OptionValue]) -> str:
        return f"{options['size']}×{options['size']}"

    def new_state(self, options: Mapping[str, OptionValue], seats: int, seed: int) -> State:
        size = options["size"]
        return State(
            size=size,
            collision=options["collision"],
            max_turns=options["max_turns"],
            board=states.empty_board(size),
            turn=1,
            trails=(Trail(),) * seats,
        )

    def awaiting(self, state: State) -> tuple[int, ...]:
        return state.in_game if state.outcome is None else ()

    def sealed(self, state: State) -> bool:
        return state.outcome is None

    def phase(self, state: State) -> str:
        return "play" if state.outcome is None else "finished"

    def turn(self, state: State) -> int:
        return state.turn

    def outcome(self, state: State) -> Outcome | None:
        return state.outcome

    def check_action(self, state: State, seat: int, action: Any) -> None:
        read = read_action(action, FORMS)
        if read["type"] == "pass":
            return
        require_on_board(read["at"], state.size, state.size)
        bits = state.board[index_of(read["at"], state.size)]
        if not bits:
            raise IllegalAction("blocked", f"{action['at']} is closed in this turn")
        if bits != EMPTY:
            raise IllegalAction("occupied", f"{action['at']} already holds a stone")

    def resolve(self, state: State, actions: Mapping[int, Json]) -> tuple[State, list[Json]]:
        return turns.resolve(state, actions)

    def leave(self, state: State, seats: Sequence[int]) -> tuple[State, list[Json]]:
        return turns.leave(state, seats)

    def left(self, state: State) -> tuple[int, ...]:
        return state.left

    def view(self, state: State) -> Json:
        return states.view(state)

    def dump(self, state: State) -> Json:
        return states.dump(state)

    def load(self, data: Json) -> State:
        return states.load(data)

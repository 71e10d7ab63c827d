"""What players see of a game of Parallel Multiplayer Go: the position, and the extras heat, order
and score."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from ..board import EMPTY, colours, point_at, rows
from ..outcome import plain_number
from ..rules import Json
from .heat import Trail, heat, ranked, turn_of_same_order
from .scoring import area, territory
from .state import State


def view(state: State, seat: int | None) -> Json:
    """The position, the same for every seat: sealed choices are not in the state."""
    size = state.size
    shown_as = {bits: _shown(bits) for bits in set(state.board)}
    shown = [shown_as[bits] for bits in state.board]
    return {
        "size": size,
        "board": rows(shown, size),
        "last": [{"seat": owner, "at": point_at(index, size)} for owner, index in state.last],
        "closed": [point_at(index, size) for index, bits in enumerate(state.board) if not bits]
        if 0 in shown_as
        else [],
        "left": list(state.left),
    }


def heat_of(state: State) -> Json:
    """``heat[seat][y][x]`` in the current turn, rounded to 6 decimals."""
    size = state.size
    field = heat(state.trails, state.turn, size).round(6).reshape(-1, size, size)
    return {"heat": field.tolist()}


def order_of(state: State) -> Json:
    """``order[y][x]``: the seats still in the game as groups of equals, coldest first, which shows
    who would win a collision there; null if nobody can place a stone there."""
    size = state.size
    orders = _orders(state.trails, turn_of_same_order(state.trails, state.turn), size, state.left)
    points = [order if bits == EMPTY else None for bits, order in zip(state.board, orders)]
    return {"order": rows(points, size)}


def score_of(state: State) -> Json:
    """``points[seat]``, the score if the game ended now, and ``area[y][x]``, the seat whose
    territory an empty point is; null for stones and neutral points."""
    points = area(state.board, state.size, len(state.trails))
    owners = territory(state.board, state.size)
    return {
        "points": [plain_number(float(each)) for each in points],
        "area": rows(owners, state.size),
    }


@lru_cache(maxsize=16)
def _orders(
    trails: tuple[Trail, ...], turn: int, size: int, left: tuple[int, ...]
) -> tuple[list[list[int]], ...]:
    """The groups of seats at every point. Points with the same groups share one list, and the cache
    shares it between turns: callers must not change it."""
    seats = [seat for seat in range(len(trails)) if seat not in left]
    rows, begins = ranked(heat(trails, turn, size)[seats])
    columns = np.concatenate((rows, begins)).astype(np.uint8).T
    found: dict[bytes, list[list[int]]] = {}
    return tuple(
        found[column] if column in found else found.setdefault(column, _groups(seats, column))
        for column in map(bytes, columns)
    )


def _groups(seats: Sequence[int], column: bytes) -> list[list[int]]:
    """``column``: positions in ``seats``, coldest first, followed by one flag for each that says
    whether it begins a group."""
    groups: list[list[int]] = []
    for position, begins in zip(column, column[len(seats) :]):
        if begins:
            groups.append([])
        groups[-1].append(seats[position])
    return groups


def _shown(bits: int) -> int | list[int] | None:
    """What a point shows: nothing, a seat, or the seats of a merged stone."""
    owners = colours(bits)
    return owners[0] if len(owners) == 1 else list(owners) or None

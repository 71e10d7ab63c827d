"""The numbers of actions in Territory: a tile on each cell without a card and with two of the
cards, and each pair of cells with the double-move card."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from ..numbering import Mask, Numbering
from ..rules import Json
from .cells import Grid
from .state import State

_ONE_TILE = (None, "freedom", "replacement")


class Numbers(Numbering[State]):
    """With ``cells = rows * columns`` and ``cell = y * columns + x``: a tile is number ``cell``;
    with the freedom card ``cells + cell``, with the replacement card ``2 * cells + cell``; a double
    move is ``(3 + first cell) * cells + second cell``."""

    def count(self, state: State) -> int:
        cells = _cells(state)
        return (len(_ONE_TILE) + cells) * cells

    def action(self, state: State, seat: int, number: int) -> Json:
        block, cell = divmod(number, _cells(state))
        action: Json = {"type": "place", "at": _point(state, cell)}
        if block >= len(_ONE_TILE):
            first = _point(state, block - len(_ONE_TILE))
            return {**action, "at": first, "card": "double-move", "then": _point(state, cell)}
        return {**action, "card": _ONE_TILE[block]} if block else action

    def number(self, state: State, seat: int, action: Json) -> int:
        cell, cells = _cell(state, action["at"]), _cells(state)
        if "then" in action:
            return (len(_ONE_TILE) + cell) * cells + _cell(state, action["then"])
        return _ONE_TILE.index(action.get("card")) * cells + cell

    def allowed(self, state: State, seat: int) -> Mask:
        grid, held, cells = state.grid, state.cards[seat], _cells(state)
        mask = np.zeros((len(_ONE_TILE) + cells, cells), dtype=np.bool_)
        reach, empty = flags(grid, state.reach(seat)), flags(grid, state.empty)
        mask[0] = reach
        if "freedom" in held:
            mask[1] = empty
        if "replacement" in held:
            mask[2] = flags(grid, state.replaceable(seat))
        if "double-move" in held:
            mask[len(_ONE_TILE) :] = reach[:, None] & (reach | (_next_to(grid) & empty))
            np.fill_diagonal(mask[len(_ONE_TILE) :], val=False)
        return mask.ravel()


def flags(grid: Grid, area: int) -> Mask:
    """By cell, row by row, whether it is in the area.

    >>> from engines.territory.cells import grid
    >>> flags(grid(4, 6), grid(4, 6).mask([(1, 0), (0, 1)])).nonzero()[0].tolist()
    [1, 6]
    """
    held = grid.rows * grid.stride
    octets = np.frombuffer(area.to_bytes((held + 7) // 8, "little"), np.uint8)
    bits = np.unpackbits(octets, bitorder="little")[:held]
    return bits.reshape(grid.rows, grid.stride)[:, : grid.columns].ravel().astype(np.bool_)


@lru_cache(maxsize=32)
def _next_to(grid: Grid) -> Mask:
    """By cell and cell, whether they are next to each other."""
    near = [flags(grid, grid.around(grid.mask([(x, y)]))) for x, y in grid.points(grid.full)]
    table = np.array(near)
    table.flags.writeable = False
    return table


def _cells(state: State) -> int:
    return state.grid.rows * state.grid.columns


def _cell(state: State, at: list[int]) -> int:
    return at[1] * state.grid.columns + at[0]


def _point(state: State, cell: int) -> list[int]:
    y, x = divmod(cell, state.grid.columns)
    return [x, y]

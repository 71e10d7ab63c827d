"""Counting, after both have passed: which stones are marked together, and whose point each is."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache

from ..board import EMPTY, colours, flood, neighbours, regions


def marked_with(board: bytes, size: int, index: int) -> tuple[int, ...]:
    """The indices, ascending, of the stones that live and die with the stone at ``index``:
    those of its colour that are connected to it over such stones and empty points.

    >>> marked_with(bytes([2, 1, 2, 4, 4, 4, 2, 4, 1]), 3, 0)
    (0, 2)
    """
    return _parties(board, size)[index]


@lru_cache(maxsize=8)  # a count is made of many marks on one board
def _parties(board: bytes, size: int) -> dict[int, tuple[int, ...]]:
    """For each stone's index, the stones that live and die together with it."""
    found: dict[int, tuple[int, ...]] = {}
    for index, stones in enumerate(board):
        if stones != EMPTY and index not in found:
            reached, _ = flood(board, index, stones | EMPTY, neighbours(size))
            party = tuple(sorted(point for point in reached if board[point] == stones))
            found.update(dict.fromkeys(party, party))
    return found


def area(board: bytes, size: int, dead: Collection[int]) -> list[int | None]:
    """The owner of each point, by index, once the dead stones are taken off. A stone's point
    belongs to its seat; an empty point belongs to a seat if only that seat's stones can be reached
    from it over empty points, and else to nobody.

    >>> area(bytes([2, 1, 2, 4, 4, 4, 2, 4, 1]), 3, dead=[6])
    [0, None, 0, 1, 1, 1, 1, 1, 1]
    """
    cleared = bytearray(board)
    for index in dead:
        cleared[index] = EMPTY
    owners: list[int | None] = [
        None if stones == EMPTY else colours(stones)[0] for stones in cleared
    ]
    for region, border in regions(cleared, neighbours(size)):
        reached = colours(border)
        if len(reached) == 1:
            for index in region:
                owners[index] = reached[0]
    return owners

"""What the Go games share: chains, liberties and areas of a square board.

A board is a sequence of ``size * size`` whole numbers, ``tuple``, ``list`` or ``bytes``, row by
row from the top left corner: ``(x, y)`` is at index ``y * size + x``. Each number is a set of
bits: :data:`EMPTY`, or :func:`stone` of the seat whose stone stands there (several for a stone
of several colours). 0 is a point that is out of play: neither empty nor anybody's.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import TypeVar

from .rules import Point

Board = Sequence[int]
Neighbours = Sequence[Sequence[int]]
Value = TypeVar("Value")

EMPTY = 1


def stone(seat: int) -> int:
    """The bit of a stone of this seat's colour."""
    return 2 << seat


@cache
def colours(stones: int) -> tuple[int, ...]:
    """The seats whose bits are in ``stones``, ascending.

    >>> colours(stone(0) | stone(2))
    (0, 2)
    """
    return tuple(seat for seat in range(stones.bit_length()) if stones & stone(seat))


def index_of(at: Point, size: int) -> int:
    """The index of a point in the board."""
    return at[1] * size + at[0]


def point_at(index: int, size: int) -> list[int]:
    """The point at an index of the board, as a JSON list ``[x, y]``."""
    y, x = divmod(index, size)
    return [x, y]


def rows(points: Sequence[Value], size: int) -> list[list[Value]]:
    """Arranges values that are given by index as rows from the top.

    >>> rows([1, 2, 3, 4], 2)
    [[1, 2], [3, 4]]
    """
    return [list(points[row : row + size]) for row in range(0, size * size, size)]


@cache
def neighbours(size: int) -> tuple[tuple[int, ...], ...]:
    """For each index of a board of this size, the indices orthogonally next to it.

    >>> neighbours(3)[0], neighbours(3)[4]
    ((1, 3), (1, 3, 5, 7))
    """
    return tuple(
        tuple(
            index_of((nx, ny), size)
            for nx, ny in ((x, y - 1), (x - 1, y), (x + 1, y), (x, y + 1))
            if 0 <= nx < size and 0 <= ny < size
        )
        for y in range(size)
        for x in range(size)
    )


def flood(
    board: Board, start: int, over: int, around: Neighbours, until: int = 0
) -> tuple[set[int], int]:
    """The connected points from ``start`` that share a bit with ``over``, and the bits of all
    points that border on them.

    Over a colour this is a chain, and it has a liberty if ``EMPTY`` is among the bits; over
    ``EMPTY`` it is a region, and the bits are the colours that reach it. The flood stops, with the
    points found so far, as soon as the border has a bit of ``until``.

    >>> flood((2, 2, 1, 4), 0, stone(0), neighbours(2))
    ({0, 1}, 5)
    """
    found = {start}
    border = 0
    stack = [start]
    while stack:
        for near in around[stack.pop()]:
            bits = board[near]
            if bits & over:
                if near not in found:
                    found.add(near)
                    stack.append(near)
            else:
                border |= bits
        if border & until:
            break
    return found, border


def liberties(board: Board, chain: Iterable[int], around: Neighbours) -> set[int]:
    """The empty points orthogonally next to the points of a chain.

    >>> liberties((2, 2, 1, 4), {0, 1}, neighbours(2))
    {2}
    """
    return {near for index in chain for near in around[index] if board[near] & EMPTY}


def regions(board: Board, around: Neighbours) -> Iterator[tuple[set[int], int]]:
    """Every region of connected empty points, with the bits of the stones that border on it.

    >>> list(regions((1, 2, 4, 1), neighbours(2)))
    [({0}, 6), ({3}, 6)]
    """
    seen: set[int] = set()
    for index, bits in enumerate(board):
        if bits & EMPTY and index not in seen:
            region, border = flood(board, index, EMPTY, around)
            seen |= region
            yield region, border

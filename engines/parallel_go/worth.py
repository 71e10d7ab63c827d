"""A quick estimate of what a stone would be worth to a seat at each point where it may be
placed."""

from __future__ import annotations

from dataclasses import dataclass

from ..board import EMPTY, flood, liberties, neighbours, regions, stone

CAPTURE, SAVE, ATARI = 10.0, 8.0, 3.0
"""The value of each stone of a chain that is captured, saved, or left with one liberty."""


@dataclass(frozen=True, slots=True)
class Chain:
    """Connected stones and the empty points next to them."""

    stones: int
    liberties: set[int]


def worth_of_points(
    board: bytes, size: int, seat: int, *, saving: float = SAVE
) -> dict[int, float]:
    """The worth of each empty point where the seat may place a stone and gains by it. ``saving``:
    the value of each stone of its own that it saves.

    Leaves out points in settled areas, own eyes, and points where the stone could be captured at
    once for nothing.
    """
    chains = _chains(board, size)
    around = neighbours(size)
    worth = {}
    for point in _unsettled(board, size, seat):
        near = {id(chains[n]): (chains[n], board[n]) for n in around[point] if n in chains}
        own = [chain for chain, stones in near.values() if stones == stone(seat)]
        theirs = [chain for chain, stones in near.values() if stones != stone(seat)]
        captured = [chain for chain in theirs if len(chain.liberties) == 1]
        after = {n for n in around[point] if board[n] == EMPTY}.union(
            *(chain.liberties for chain in own)
        ) - {point}
        taken = sum(chain.stones for chain in captured)
        if not after and not taken:
            continue
        in_danger = sum(chain.stones for chain in own if len(chain.liberties) == 1)
        safe = len(after) > 1 or taken > 1
        if not safe and not taken:
            continue
        value = CAPTURE * taken + _shape(point, size, around[point], board)
        value += saving * in_danger if safe else 0.0
        value += ATARI * sum(chain.stones for chain in theirs if len(chain.liberties) == 2)
        value += sum(1.0 / len(chain.liberties) for chain in theirs)
        worth[point] = value
    return worth


def _chains(board: bytes, size: int) -> dict[int, Chain]:
    """The chain of every stone, by its index."""
    around = neighbours(size)
    chains: dict[int, Chain] = {}
    for index, stones in enumerate(board):
        if stones != EMPTY and index not in chains:
            points, _ = flood(board, index, stones, around)
            chain = Chain(len(points), liberties(board, points, around))
            chains.update(dict.fromkeys(points, chain))
    return chains


def _unsettled(board: bytes, size: int, seat: int) -> list[int]:
    """Empty points that are not anybody's yet: those of regions that both colours reach, and of
    regions of one colour that are too large to be settled (more than a quarter of the board)."""
    found: list[int] = []
    for region, border in regions(board, neighbours(size)):
        one_colour = border in (stone(0), stone(1))
        if not one_colour or len(region) > size * size // 4:
            found += region
    return sorted(found)


def _shape(point: int, size: int, near: tuple[int, ...], board: bytes) -> float:
    """A little value for open room and for distance from the edge, most on the third and fourth
    lines."""
    y, x = divmod(point, size)
    line = min(x, y, size - 1 - x, size - 1 - y)
    open_sides = sum(board[n] == EMPTY for n in near)
    return 0.2 + 0.3 * open_sides + (0.0, 0.4, 1.0, 0.9)[min(line, 3)]

"""The moves of a turn: what a stone does alone, and whether two choices conflict."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ..board import EMPTY, flood, neighbours, point_at, stone
from ..rules import IllegalAction
from .history import History

STONES = (stone(0), stone(1))
"""The bits of a black and a white stone."""

Chosen = tuple[int | None, int | None]
"""The index of the point that black, then white has chosen; None for a pass."""


def place(board: bytes, size: int, seat: int, index: int) -> bytes:
    """The board after the seat's stone is placed and what it captures is taken off.

    Raises IllegalAction ``occupied`` and ``suicide``. Taking a ko back is legal.

    >>> list(place(bytes([1, 4, 4, 2]), 2, 0, 0))
    [2, 1, 1, 2]
    """
    if board[index] != EMPTY:
        raise IllegalAction(
            "occupied", "%(at)s already holds a stone", {"at": point_at(index, size)}
        )
    around, own, theirs = neighbours(size), STONES[seat], STONES[1 - seat]
    after = bytearray(board)
    after[index] = own
    free: set[int] = set()
    for near in around[index]:
        if after[near] == theirs and near not in free:
            chain, border = flood(after, near, theirs, around, until=EMPTY)
            if border & EMPTY:
                free |= chain
                continue
            for captured in chain:
                after[captured] = EMPTY
    if not flood(after, index, own, around, until=EMPTY)[1] & EMPTY:
        at = point_at(index, size)
        raise IllegalAction("suicide", "a stone at %(at)s would have no liberty", {"at": at})
    return bytes(after)


@dataclass(frozen=True, slots=True)
class Played:
    """The result of two choices: the board they lead to, or why they conflict."""

    board: bytes
    conflict: str | None = None


def play_both(board: bytes, size: int, chosen: Chosen, history: History) -> Played:
    """Plays two choices, each legal by itself, in both orders.

    They conflict by ``same-point``, ``order`` or ``repetition`` (parallel-go.md, "Play").
    """
    black, white = ((seat, at) for seat, at in enumerate(chosen))
    if black[1] is not None and black[1] == white[1]:
        return Played(board, "same-point")
    try:
        result = _play_in_turn(board, size, (black, white))
        alone = None in chosen  # then there is only one order
        other_way = result if alone else _play_in_turn(board, size, (white, black))
    except IllegalAction:
        return Played(board, "order")
    if result != other_way:
        return Played(board, "order")
    if history.holds(result):
        return Played(board, "repetition")
    return Played(result)


def _play_in_turn(board: bytes, size: int, moves: Iterable[tuple[int, int | None]]) -> bytes:
    for seat, at in moves:
        if at is not None:
            board = place(board, size, seat, at)
    return board


def captured(before: bytes, after: bytes) -> list[int]:
    """The indices of the stones that were captured, ascending."""
    return [i for i, stones in enumerate(before) if stones != EMPTY and after[i] == EMPTY]

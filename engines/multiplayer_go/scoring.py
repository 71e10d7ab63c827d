"""The score of a game of Parallel Multiplayer Go: areas, territory and ranks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from fractions import Fraction
from functools import lru_cache

from ..board import EMPTY, Board, colours, neighbours, regions
from ..outcome import Outcome, Reason


def area(board: Board, size: int, seats: int) -> list[Fraction]:
    """Each seat's points: its stones, its shares of merged stones, and its territory. Rules:
    multiplayer-go.md, "Score".

    >>> area((2, 2, 1, 6), size=2, seats=2)
    [Fraction(5, 2), Fraction(1, 2)]
    """
    points = [Fraction(0)] * seats
    for bits, count in Counter(board).items():
        owners = colours(bits)
        for seat in owners:
            points[seat] += Fraction(count, len(owners))
    for owner in territory(tuple(board), size):
        if owner is not None:
            points[owner] += 1
    return points


@lru_cache(maxsize=16)  # a step is compared with the previous one
def territory(board: tuple[int, ...], size: int) -> tuple[int | None, ...]:
    """By index, the seat whose territory an empty point is: the only one whose stones can be
    reached from it. None for other points.

    >>> territory((2, 2, 1, 6), size=2)
    (None, None, None, None)
    >>> territory((2, 1, 1, 2), size=2)
    (None, 0, 0, None)
    """
    owners: list[int | None] = [None] * len(board)
    for region, border in regions(board, neighbours(size)):
        reaching = colours(border & ~EMPTY)
        if len(reaching) == 1:
            for index in region:
                owners[index] = reaching[0]
    return tuple(owners)


def outcome_of(
    board: Board, size: int, seats: int, left: Collection[int], reason: Reason
) -> Outcome:
    """The outcome of a game that ends with this board.

    If the reason is ``leave``, the seats that stayed share the first rank. Otherwise the ranks
    follow the areas, which are compared as exact fractions.
    """
    scores = area(board, size, seats)
    if reason == "leave":
        nobody_stayed = len(left) == seats
        ranks = tuple(1 if nobody_stayed or seat not in left else 2 for seat in range(seats))
    else:
        ranks = tuple(1 + sum(other > own for other in scores) for own in scores)
    return Outcome(ranks, tuple(float(score) for score in scores), reason)

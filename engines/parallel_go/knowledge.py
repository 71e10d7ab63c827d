"""What the bots that look ahead know of Parallel Go."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import lru_cache
from math import tanh
from random import Random

import numpy as np

from ..board import EMPTY
from ..search.knowledge import Knowledge, Values
from .counting import area
from .history import History
from .judgement import hopeless
from .moves import Chosen, play_both
from .playouts import NOBODY, Array, Boards, Chance, Shape, pick, play_on
from .state import State
from .worth import worth_of_points

PASS = -1
"""The choice that places no stone; other choices are indices of the board."""
MOST_CANDIDATES = 30
AT_ONCE = 4000
"""About how many points of boards are played on together: more are quicker for each board, fewer
keep better to the time and are chosen with more knowledge."""
MOST_TURNS = 10
"""Positions are played on for so many turns; then who is nearer to a point has it."""
WIN = 0.2
"""How much of a value is winning at all; the rest is by how much."""
MARGIN = 1
"""So many points for each line of the board are a clear win."""


@dataclass(slots=True)
class Position:
    """A turn that is about to be chosen. ``prohibited`` and ``last`` are given by seat.
    ``candidates``: what is worth considering, once that has been worked out."""

    board: bytes
    prohibited: tuple[frozenset[int], frozenset[int]] = (frozenset(), frozenset())
    last: Chosen = (None, None)
    over: bool = False
    candidates: tuple[list[int], list[int]] | None = field(default=None, compare=False)


class ParallelGoKnowledge(Knowledge[Position, int]):
    """For a search from one position of a game."""

    def __init__(self, size: int, history: History, seed: int) -> None:
        self._size = size
        self._history = history
        self._shape = Shape(size)
        self._chance = Chance(seed)
        self.together = max(8, AT_ONCE // (size * size))

    def position(self, state: State) -> Position:
        """Where a search begins. What a bot that does not look ahead thinks best comes first."""
        black, white = (frozenset(points) for points in state.prohibited)
        start = Position(state.board, (black, white), state.last)
        self._consider([start], Boards(self._shape, [start.board]))
        assert start.candidates is not None
        ordered = []
        for seat in (0, 1):
            worth = worth_of_points(state.board, state.size, seat)
            first = sorted(worth, key=lambda at: -worth[at])[: MOST_CANDIDATES // 2]
            ordered.append([*first, *(at for at in start.candidates[seat] if at not in first)])
        start.candidates = (ordered[0], ordered[1])
        return start

    def awaiting(self, position: Position) -> Sequence[int]:
        return () if position.over else (0, 1)

    def candidates(self, position: Position, seat: int, random: Random) -> Sequence[int]:
        if position.candidates is None:
            self._consider([position], Boards(self._shape, [position.board]))
        assert position.candidates is not None
        prohibited = position.prohibited[seat]
        found = [at for at in position.candidates[seat] if at not in prohibited]
        return [*found, PASS]

    def policy(self, position: Position, seat: int, random: Random) -> int:
        boards = Boards(self._shape, [position.board])
        chosen = pick(self._shape, boards.worth(self._last([position])), self._chance)[seat]
        return PASS if chosen == NOBODY else int(self._shape.point_of[chosen])

    def after(self, position: Position, choices: Mapping[int, int]) -> Position:
        black, white = (None if choices[seat] == PASS else choices[seat] for seat in (0, 1))
        if black is None and white is None:
            return Position(position.board, over=True)
        both = play_both(position.board, self._size, (black, white), self._history)
        if both.conflict is None:
            return Position(both.board, last=(black, white))
        prohibited = [
            points if at is None else points | {at}
            for points, at in zip(position.prohibited, (black, white))
        ]
        return Position(
            position.board,
            (prohibited[0], prohibited[1]),
            position.last,
            candidates=position.candidates,
        )

    def value(self, position: Position) -> Values:
        return self._worth(*counted(position.board, self._size))

    def play_on_and_tell(
        self, positions: Sequence[Position], random: Random
    ) -> Sequence[tuple[Values, Sequence[Set[int]]]]:
        open_ones = [position for position in positions if not position.over]
        told = iter(self._played(open_ones) if open_ones else [])
        return [(self.value(each), ()) if each.over else next(told) for each in positions]

    def _played(self, positions: Sequence[Position]) -> list[tuple[Values, Sequence[Set[int]]]]:
        boards = Boards(self._shape, [position.board for position in positions])
        self._consider(positions, boards)
        empty = max(position.board.count(EMPTY) for position in positions)
        turns = min(MOST_TURNS, 8 + 3 * empty // 4)
        chosen = play_on(boards, self._chance, self._last(positions), turns)
        points = self._points(chosen, len(positions))
        black, white = ((mask & 1).sum(axis=0, dtype=int) for mask in boards.areas())
        return [
            (self._worth(*scores), chosen_later)
            for scores, chosen_later in zip(zip(black.tolist(), white.tolist()), points)
        ]

    def _points(self, chosen: Sequence[Array], count: int) -> list[list[set[int]]]:
        """On each board the points that black and that white chose in these turns."""
        rows = np.array(chosen, np.intp).reshape(len(chosen), 2, count)
        points = self._shape.point_of[rows].transpose(2, 1, 0).tolist()
        return [[set(of_seat) - {PASS} for of_seat in of_board] for of_board in points]

    def _worth(self, black: int, white: int) -> Values:
        ahead = black - white
        won = 0.5 if ahead == 0 else float(ahead > 0)
        margin = 0.5 + 0.5 * tanh(ahead / (MARGIN * self._size))
        value = WIN * won + (1 - WIN) * margin
        return value, 1 - value

    def _last(self, positions: Sequence[Position]) -> Array:
        """For each seat and position the row of the other's last stone."""
        last = [position.last[1 - seat] for seat in (0, 1) for position in positions]
        return np.array([NOBODY if at is None else self._shape.row_of[at] for at in last])

    def _consider(self, positions: Sequence[Position], boards: Boards) -> None:
        """Works out what is worth considering where that is not known."""
        worth = boards.worth(self._last(positions))[self._shape.row_of]
        keys = (worth.astype(np.int32) << 16) + (
            self._chance.numbers(*worth.shape) >> np.uint32(11)
        )
        keys[worth == 0] = 0
        order = np.argsort(-keys, axis=0)[:MOST_CANDIDATES].T.tolist()
        counts = np.count_nonzero(keys, axis=0).tolist()
        best = [points[:count] for points, count in zip(order, counts)]
        for position, black, white in zip(positions, best, best[len(positions) :]):
            if position.candidates is None:
                position.candidates = (black, white)


@lru_cache(maxsize=256)
def counted(board: bytes, size: int) -> tuple[int, int]:
    """The points of black and white once what is plainly dead is taken off."""
    owners = area(board, size, hopeless(board, size))
    return owners.count(0), owners.count(1)

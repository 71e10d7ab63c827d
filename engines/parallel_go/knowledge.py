"""What the bots that look ahead know of Parallel Go."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from random import Random

import numpy as np

from ..board import EMPTY
from ..search.knowledge import Knowledge, LaterChoices, Values
from .boards import WORD, Array, Bits, Boards, Shape, packed, unpacked
from .counting import area
from .history import History
from .judgement import hopeless
from .moves import Chosen, play_both
from .playouts import Chance, play_on, worth
from .state import State
from .worth import worth_of_points

PASS = -1
"""The choice that places no stone; other choices are indices of the board."""
MOST_CANDIDATES = 30
SMALL = 11
"""On boards up to this size positions are played on to the end, in haste; on larger ones for some
turns, by what each point is worth. After that, each point counts for the colour that is nearer."""
COPIES, FEWER_COPIES, TURNS = (16, 2), (6, 2), (70, 10)
"""How often each position is played on, by a bot with much time and by one with little, and for how
many turns; each first on small boards, then on large ones."""
WIN = 0.2
"""The part of a value that depends on who wins; the rest depends on by how much."""
MARGIN = 1
"""A lead of this many points for each line of the board is a clear win."""


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

    curiosity = 0.2

    def __init__(
        self,
        size: int,
        history: History,
        seed: int,
        points: int,
        copies: tuple[int, int] = COPIES,
    ) -> None:
        """``points``: about how many points all the boards have that are played on together. More
        make each board quicker; fewer keep the time better, and the search has learnt more when it
        chooses them. ``copies``: as :data:`COPIES`."""
        self._size = size
        self._history = history
        self._shape = Shape(size)
        self._chance = Chance(seed)
        self._copies = copies[size > SMALL]
        self.together = max(WORD, points // (size * size)) // self._copies

    def position(self, state: State) -> Position:
        """The position at which a search begins. Its first candidates are those that a bot without
        a search prefers."""
        black, white = (frozenset(points) for points in state.prohibited)
        start = Position(state.board, (black, white), state.last)
        self._consider([start])
        assert start.candidates is not None
        ordered = []
        for seat in (0, 1):
            values = worth_of_points(state.board, state.size, seat)
            first = sorted(values, key=lambda at: -values[at])[: MOST_CANDIDATES // 2]
            ordered.append([*first, *(at for at in start.candidates[seat] if at not in first)])
        start.candidates = (ordered[0], ordered[1])
        return start

    def awaiting(self, position: Position) -> Sequence[int]:
        return () if position.over else (0, 1)

    def candidates(self, position: Position, seat: int, random: Random) -> Sequence[int]:
        if position.candidates is None:
            self._consider([position])
        assert position.candidates is not None
        prohibited = position.prohibited[seat]
        found = [at for at in position.candidates[seat] if at not in prohibited]
        return [*found, PASS]

    def policy(self, position: Position, seat: int, random: Random) -> int:
        return self.candidates(position, seat, random)[0]

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

    def play_on_with_choices(
        self, positions: Sequence[Position], random: Random
    ) -> Sequence[tuple[Values, Sequence[LaterChoices[int]]]]:
        open_ones = [position for position in positions if not position.over]
        told = iter(self._played(open_ones) if open_ones else [])
        return [(self.value(each), ()) if each.over else next(told) for each in positions]

    def _played(
        self, positions: Sequence[Position]
    ) -> Iterator[tuple[Values, Sequence[LaterChoices[int]]]]:
        self._consider(positions)
        copies, rows = self._copies, self._shape.row_of
        boards = Boards(self._shape, [position.board for position in positions], copies)
        empty = max(position.board.count(EMPTY) for position in positions)
        turns, large = 4 + 3 * empty // 4, self._size > SMALL
        turns, last = min(turns, TURNS[large]), self._last(positions, copies)
        first = play_on(boards, self._chance, last, turns, careful=large)
        black, white = boards.areas()
        values = self._worths(black - white).reshape(len(positions), copies)
        chosen = unpacked(first[:, rows])[..., : boards.count]
        chosen = chosen.reshape(2, len(rows), len(positions), copies)
        often = chosen.mean(axis=3, dtype=np.float32)
        totals = (chosen * np.stack([values, 1 - values])[:, None]).mean(axis=3)
        return self._told(values.mean(axis=1), often, totals)

    @staticmethod
    def _told(
        values: Array, often: Array, totals: Array
    ) -> Iterator[tuple[Values, Sequence[LaterChoices[int]]]]:
        for which, value in enumerate(values.tolist()):
            later = []
            for seat in (0, 1):
                pairs = zip(often[seat, :, which].tolist(), totals[seat, :, which].tolist())
                later.append(dict(enumerate(pairs)))
            yield (value, 1 - value), later

    def _worths(self, ahead: Array) -> Array:
        """What black's leads are worth to black. ``ahead``: how many points black leads by."""
        won = 0.5 + 0.5 * np.sign(ahead)
        margin = 0.5 + 0.5 * np.tanh(ahead / (MARGIN * self._size))
        found: Array = (WIN * won + (1 - WIN) * margin).astype(np.float32)
        return found

    def _worth(self, black: int, white: int) -> Values:
        value = float(self._worths(np.array(black - white)))
        return value, 1 - value

    def _last(self, positions: Sequence[Position], copies: int = 1) -> Bits:
        """The last stone of each seat on each board."""
        last = np.zeros((2, self._shape.rows, len(positions)), np.uint8)
        for which, position in enumerate(positions):
            for seat, at in enumerate(position.last):
                if at is not None:
                    last[seat, self._shape.row_of[at], which] = 1
        return packed(np.repeat(last, copies, axis=2))

    def _consider(self, positions: Sequence[Position]) -> None:
        """Works out the candidates of positions that have none yet."""
        new = [position for position in positions if position.candidates is None]
        if not new:
            return
        boards = Boards(self._shape, [position.board for position in new])
        last = self._last(new)
        rows = self._shape.row_of - self._shape.inside.start
        values = worth(boards, last, np.zeros_like(last))[:, rows, : boards.count].astype(np.int32)
        keys = values + self._chance.numbers(np.uint16, values.shape) / (1 << 13)
        keys[values == 0] = 0
        order = np.argsort(-keys, axis=1)[:, :MOST_CANDIDATES].transpose(0, 2, 1).tolist()
        counts = np.count_nonzero(keys, axis=1).tolist()
        for which, position in enumerate(new):
            black, white = (order[seat][which][: counts[seat][which]] for seat in (0, 1))
            position.candidates = (black, white)


@lru_cache(maxsize=256)
def counted(board: bytes, size: int) -> tuple[int, int]:
    """The points of black and white once what is plainly dead is taken off."""
    owners = area(board, size, hopeless(board, size))
    return owners.count(0), owners.count(1)

"""Plays many boards on at once, by a quick policy and the rules of a turn.

All boards are one array: a row for each point, a column for each board, so that what is next to a
point is a row a fixed distance away, and a sum, a minimum or a mask of all boards is one call of
NumPy. A wall surrounds the board; its left column is the right wall of the row above. Masks have
all bits or none.

Of the rules of parallel-go.md only the repetition of positions is left out: whoever takes a ko back
while the other plays elsewhere repeats nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..board import EMPTY, stone

Array = NDArray[Any]

NOBODY = 0
"""The row, in a wall, at which a seat that passes "places" its stone."""
CAPTURES, SAVES, THREATENS, NEAR = 80, 64, 24, 12
"""What a point is worth for being the last liberty of the other's chain, a way out for an own one,
a way to leave the other's chain one liberty, or beside the other's last stone."""
SIDE, LINES = 2, (1, 4, 9, 8)
"""What it is worth for each empty point next to it, and for being on the first line, the second,
and so on."""
ROUNDS = 4
"""How often chains take over from their neighbours before it is looked at which go on."""
PARTS = np.array([[0.95], [0.8], [0.6]], np.float32)
"""How often the first three kinds are heeded."""
POOL = 1 << 20
"""How many random numbers for points there are."""


@cache
class Shape:
    """How boards of this size are laid out in rows."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.width = size + 1
        self.rows = (size + 2) * self.width + 1
        self.kind = np.dtype(np.uint8 if self.rows < 255 else np.uint16)
        """Of a row's number, and of masks."""
        points = np.arange(size * size)
        self.row_of = ((points // size + 1) * self.width + points % size + 1).astype(np.intp)
        self.point_of = np.full(self.rows, -1)
        self.point_of[self.row_of] = points
        self.inside = slice(self.width + 1, size * self.width + size + 1)
        self.sides = (-1, 1, -self.width, self.width)
        self.corners = (-self.width - 1, -self.width + 1, self.width - 1, self.width + 1)
        self.number = np.arange(self.rows, dtype=self.kind)[:, None]
        self.long_number = np.arange(self.rows, dtype=np.uint32)[:, None]
        x, y = points % size, points // size
        line = np.minimum(np.minimum(x, y), np.minimum(size - 1 - x, size - 1 - y))
        lines = np.zeros(self.rows, self.kind)
        lines[self.row_of] = np.array(LINES, self.kind)[np.minimum(line, len(LINES) - 1)]
        edge = np.zeros(self.rows, np.uint8)
        edge[self.row_of] = line == 0
        self.edge = edge[:, None]
        self.lines = lines[self.inside, None]

    def moved(self, array: Array, by: int) -> Array:
        """For each inside row, the row at this distance."""
        return array[self.inside.start + by : self.inside.stop + by]


class Boards:
    """Boards of one size.

    ``stones`` has two columns for each board: first black's stones on every board, then white's, as
    masks. So has all that differs by seat; ``empty`` has one column for each board, and so have
    ``lowest`` and ``highest``: for each stone the numbers of the first and the last row that holds
    a liberty of its chain. They are the same for a chain with one liberty; without a liberty the
    lowest has all bits, and the highest none. ``many``: the stones of chains with more than two
    liberties.
    """

    def __init__(self, shape: Shape, boards: Sequence[bytes]) -> None:
        """Boards as the rules have them."""
        content = np.frombuffer(b"".join(boards), np.uint8).reshape(len(boards), -1).T
        black, white, empty = (np.zeros((shape.rows, len(boards)), shape.kind) for _ in range(3))
        for mask, what in ((black, stone(0)), (white, stone(1)), (empty, EMPTY)):
            mask[shape.row_of] = _mask(content == what, shape.kind)
        self.shape = shape
        self.stones: Array = np.concatenate([black, white], axis=1)
        self.empty: Array = empty
        self.lowest: Array = empty
        self.highest: Array = empty
        self.many: Array = empty
        self.find_liberties()

    def __len__(self) -> int:
        return int(self.empty.shape[1])

    def find_liberties(self) -> None:
        """Works ``lowest`` and ``highest`` out: each stone takes over from those next to it of its
        colour until nothing changes. The highest is kept as the lowest of the negated numbers, so
        that both are found in one go."""
        shape, boards = self.shape, len(self)
        black, white = self.stones[:, :boards], self.stones[:, boards:]
        full, taken = ~np.zeros(1, shape.kind)[0], ~self.empty
        free = np.concatenate([shape.number | taken, ~shape.number | taken], axis=1)
        least = np.full_like(free, full)
        inner = least[shape.inside]
        for side in shape.sides:
            np.minimum(inner, shape.moved(free, side), out=inner)
        least |= _twice(~(black | white))
        barriers = []
        for by in (1, shape.width):
            links = self.stones[by:] & self.stones[:-by]
            barriers.append(_twice(~(links[:, :boards] | links[:, boards:])))
        _spread(least, (1, shape.width), barriers)
        self.lowest, self.highest = least[:, :boards], ~least[:, boards:]
        self._find_many([barrier[:, :boards] for barrier in barriers])

    def _find_many(self, barriers: Sequence[Array]) -> None:
        """Works ``many`` out: the stones whose chain has a liberty beside the lowest and the
        highest."""
        shape, found = self.shape, np.zeros_like(self.empty)
        inner, low, high = (
            found[shape.inside],
            self.lowest[shape.inside],
            self.highest[shape.inside],
        )
        free = shape.number & self.empty
        for side in shape.sides:
            near = shape.moved(free, side)
            inner |= _mask((near != 0) & (near != low) & (near != high), shape.kind)
        few = ~(found & (self.stones[:, : len(self)] | self.stones[:, len(self) :]))
        _spread(few, (1, shape.width), barriers)
        self.many = ~few

    def worth(self, last: Array) -> Array:
        """What each point is worth to each seat; 0 where it may not or should not place a stone.
        ``last``: for each seat and board the row of the other's last stone, or NOBODY."""
        shape, own, theirs = self.shape, self.stones, _other_way_round(self.stones)
        in_atari = _twice(_mask(self.lowest == self.highest, shape.kind))
        empty, many = _twice(self.empty), _twice(self.many)
        sides = self._count(empty, shape.sides)
        safe = self._around(own & many)
        room = sides + (self._around(own & ~in_atari) & 1) + (safe & 1)
        takes = self._around(theirs & in_atari)
        roomy = _mask(room >= 2, shape.kind) | takes
        legal = (empty & self._unsettled(empty))[shape.inside] & roomy
        legal &= ~self._eyes(empty, theirs)
        found = sides * shape.kind.type(SIDE) + shape.lines
        found += takes & CAPTURES
        found += self._around(own & in_atari) & SAVES
        found += self._around(theirs & ~in_atari & ~many) & THREATENS
        found += self._near(last) & NEAR
        worth = np.zeros_like(own)
        np.bitwise_and(found, legal, out=worth[shape.inside])
        return worth

    def _unsettled(self, empty: Array) -> Array:
        """The empty points from which stones of both colours can be reached, and all of a board
        that is mostly empty."""
        reached = self.stones.copy()
        inner, free = reached[self.shape.inside], empty[self.shape.inside]
        while True:
            before = reached.copy()
            for _ in range(ROUNDS):
                inner |= self._around(reached) & free
            if np.array_equal(before, reached):
                break
        both = reached & _other_way_round(reached)
        open_boards = (self.empty & 1).sum(axis=0, dtype=int) * 2 > self.shape.size**2
        return both | _mask(np.concatenate([open_boards, open_boards]), self.shape.kind)

    def _near(self, last: Array) -> Array:
        """The inside rows on all eight sides of these rows."""
        shape, spots = self.shape, np.zeros_like(self.stones)
        spots[last, np.arange(len(last))] = ~shape.kind.type(0)
        spots[NOBODY] = 0
        across = spots[1:-1] | spots[:-2] | spots[2:]  # begins at row 1
        first, length = shape.inside.start - 1, shape.inside.stop - shape.inside.start
        up, down = first - shape.width, first + shape.width
        near: Array = across[up : up + length] | across[down : down + length]
        near |= across[first : first + length]
        return near

    def _eyes(self, empty: Array, theirs: Array) -> Array:
        """Inside points that are surrounded by a seat's stones, with too few of the other's
        diagonally beside them to make them false."""
        shape = self.shape
        open_side = self._around(empty | theirs)
        against = self._count(theirs, shape.corners) + shape.edge[shape.inside]
        return ~open_side & _mask(against < 2, shape.kind)

    def _around(self, array: Array) -> Array:
        """For each inside row, whether a row next to it is in the mask."""
        left, right, up, down = (self.shape.moved(array, side) for side in self.shape.sides)
        return left | right | up | down

    def _count(self, array: Array, where: Sequence[int]) -> Array:
        """For each inside row, how many of the rows at these distances are in the mask."""
        ones = array & 1
        one, two, three, four = (self.shape.moved(ones, by) for by in where)
        return one + two + three + four

    def play(self, chosen: Array) -> Array:
        """Plays a turn on each board; returns on which ones the two choices conflict, where nothing
        is played. ``chosen``: for each seat and board a row, legal by itself, or NOBODY for a pass.
        """
        shape, boards = self.shape, len(self)
        before = self.stones, self.empty, self.lowest, self.highest, self.many
        full, placed = ~shape.kind.type(0), chosen != NOBODY
        takes = _twice(self.lowest) == chosen.astype(shape.kind)
        takes &= _twice(self.lowest == self.highest) & placed
        taken = _other_way_round(self.stones) & _mask(takes, shape.kind)
        black, white = chosen[:boards], chosen[boards:]
        conflict: Array = (black == white) & placed[:boards]
        conflict |= self._touching(taken)
        self.stones = self.stones ^ _other_way_round(taken)
        self.empty = self.empty | taken[:, :boards] | taken[:, boards:]
        self.stones[chosen, np.arange(2 * boards)] = full
        self.stones[NOBODY] = 0
        for at in (black, white):
            self.empty[at, np.arange(boards)] = 0
        self.find_liberties()
        stones = self.stones[:, :boards] | self.stones[:, boards:]
        conflict |= (_mask(self.highest == 0, shape.kind) & stones).any(axis=0)
        if conflict.any():
            both = np.concatenate([conflict, conflict])
            now = self.stones, self.empty, self.lowest, self.highest, self.many
            for to, source in zip(now, before):
                which = both if to is self.stones else conflict
                to[:, which] = source[:, which]
        return conflict

    def _touching(self, taken: Array) -> Array:
        """On which boards stones that black takes touch stones that white takes: whoever takes
        first saves his own."""
        of_white, of_black = taken[:, : len(self)], taken[:, len(self) :]
        both = np.logical_and(of_white.any(axis=0), of_black.any(axis=0))
        if both.any():
            both &= (self._around(of_white) & of_black[self.shape.inside]).any(axis=0)
        return np.asarray(both)

    def areas(self) -> tuple[Array, Array]:
        """Which points are black's and which are white's, as masks: their stones, and empty points
        that are nearer to theirs; in the end, those that only theirs can reach."""
        black, white = self.stones[:, : len(self)].copy(), self.stones[:, len(self) :].copy()
        inside, free = self.shape.inside, self.empty[self.shape.inside].copy()
        while free.any():
            to_black, to_white = self._around(black) & free, self._around(white) & free
            reached = to_black | to_white
            if not reached.any():
                break
            black[inside] |= to_black & ~to_white
            white[inside] |= to_white & ~to_black
            free &= ~reached
        return black, white


def _twice(array: Array) -> Array:
    """The same for both seats."""
    return np.concatenate([array, array], axis=1)


def _other_way_round(array: Array) -> Array:
    """White's columns first, then black's."""
    half = array.shape[1] // 2
    return np.concatenate([array[:, half:], array[:, :half]], axis=1)


def _mask(truth: Array, kind: np.dtype[Any]) -> Array:
    found: Array = np.negative(truth.view(np.uint8).astype(kind, copy=False))
    return found


def _spread(least: Array, steps: Sequence[int], barriers: Sequence[Array]) -> None:
    """Makes each row the least of all that can be reached from it by these steps up and down where
    there is no barrier. Columns that are done are soon left out."""
    changing, columns = least, None
    while True:
        before = changing.copy()
        for _ in range(ROUNDS):
            for by, barrier in zip(steps, barriers):
                up, down = changing[:-by], changing[by:]
                np.minimum(down, up | barrier, out=down)
                np.minimum(up, down | barrier, out=up)
        changed = (before != changing).any(axis=0)
        count = np.count_nonzero(changed)
        if 3 * count > len(changed):
            continue
        if columns is not None:
            least[:, columns] = changing
        if not count:
            return
        columns = np.flatnonzero(changed) if columns is None else columns[changed]
        changing = changing[:, changed]
        barriers = [barrier[:, changed] for barrier in barriers]


@cache
def _pool() -> Array:
    """Random numbers from 0 to 2**27, in steps of 2**11."""
    generator = np.random.Generator(np.random.SFC64(1))
    return generator.integers(0, 1 << 16, POOL, np.uint32) << np.uint32(11)


class Chance:
    """Random numbers for playing on. Those for points are always the same ones, from random places
    on, which costs nothing."""

    def __init__(self, seed: int) -> None:
        self._generator = np.random.Generator(np.random.SFC64(seed))

    def numbers(self, rows: int, columns: int) -> Array:
        """Random numbers from 0 to 2**27, in steps of 2**11."""
        wanted = rows * columns
        start = int(self._generator.integers(0, POOL - wanted))
        return _pool()[start : start + wanted].reshape(rows, columns)


def pick(shape: Shape, worth: Array, chance: Chance) -> Array:
    """On each board the row that is worth most, with some chance; NOBODY if none is worth
    anything."""
    keys = worth.astype(np.uint32)
    keys <<= np.uint32(24)
    keys += chance.numbers(*worth.shape)
    keys |= shape.long_number
    keys *= worth != 0
    best: Array = keys.max(axis=0)
    return (best & np.uint32(1023)).astype(np.intp)


def play_on(boards: Boards, chance: Chance, last: Array, steps: int) -> list[Array]:
    """Plays at most so many turns on each board, less if everybody has passed. Returns the choices
    of each turn. ``last``: see :meth:`Boards.kinds`."""
    shape, columns = boards.shape, np.arange(len(last))
    prohibited = np.zeros_like(boards.stones)
    played: list[Array] = []
    for _ in range(steps):
        chosen = pick(shape, boards.worth(last) & ~prohibited, chance)
        if not chosen.any():
            break
        played.append(chosen)
        conflict = boards.play(chosen)
        again = _mask(np.concatenate([conflict, conflict]), shape.kind)
        prohibited &= again
        prohibited[chosen, columns] |= again
        last = np.concatenate([chosen[len(boards) :], chosen[: len(boards)]])
    return played

"""Many boards at once, as sets of bits, and the rules of a turn.

Each row of an array is a point, and each bit of its words is a board, so that one operation looks
at 64 boards a word. A wall surrounds the board; its left column is the right wall of the row above.
What is next to a point is a row a fixed distance away.

Of the rules of parallel-go.md only the repetition of positions is left out: whoever takes a ko back
while the other plays elsewhere repeats nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, pairwise
from math import comb
from random import Random
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from ..board import EMPTY, stone

Array = NDArray[Any]
Bits = NDArray[Any]
"""An array of words, each of which has a bit for each of 64 boards."""

WORD = 64
ONES = 3
"""How many bits of a point's code are set. Two different codes together have more bits set."""


@cache
class Shape:
    """How boards of this size are laid out in rows."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.width = size + 1
        self.rows = (size + 2) * self.width + 1
        points = np.arange(size * size)
        self.row_of = ((points // size + 1) * self.width + points % size + 1).astype(np.intp)
        self.point_of = np.full(self.rows, -1)
        self.point_of[self.row_of] = points
        self.inside = slice(self.width + 1, size * self.width + size + 1)
        self.length = self.inside.stop - self.inside.start
        self.sides = (-1, 1, -self.width, self.width)
        self.corners = (-self.width - 1, -self.width + 1, self.width - 1, self.width + 1)
        self.code_of = self._codes()
        self.codes = _full(self.code_of.T)[:, :, None]
        x, y = points % size, points // size
        self.line = np.minimum(np.minimum(x, y), np.minimum(size - 1 - x, size - 1 - y))
        edge = np.zeros(self.rows, bool)
        edge[self.row_of] = self.line == 0
        self.edge = _full(edge)[self.inside, None]

    def _codes(self) -> Array:
        """A code for each row that is a point, different from all others, with few bits set; no
        bits for walls."""
        points = self.size**2
        length = next(count for count in range(5, 40) if comb(count, ONES) >= points)
        every = list(combinations(range(length), ONES))
        codes = np.zeros((self.rows, length), np.uint8)
        for row, places in zip(self.row_of, Random(1).sample(every, points)):
            codes[row, places] = 1
        return codes

    def moved(self, array: Bits, by: int) -> Bits:
        """For each inside row, the row at this distance."""
        return array[..., self.inside.start + by : self.inside.stop + by, :]

    def around(self, array: Bits) -> Bits:
        """For each inside row, whether a row next to it has the bit."""
        found = self.moved(array, -1) | self.moved(array, 1)
        found |= self.moved(array, -self.width)
        found |= self.moved(array, self.width)
        return found


class Boards:
    """Boards of one size.

    ``stones``: black's, then white's. ``seen``: for each bit of the codes, which stones belong to
    chains that have a liberty with this bit. ``atari``: the stones of chains with one liberty.
    ``many``: stones of chains that surely have more than two.
    """

    sweeps: ClassVar[int] = 3
    """How often liberties are passed on along chains, down, up, right and left each time. Chains
    that wind more than that are rare: when games on 9×9 are played on, one board in 400 has a chain
    that is wrongly taken to be in atari."""

    def __init__(self, shape: Shape, boards: Sequence[bytes], copies: int = 1) -> None:
        """``boards``: as the rules store them. There are ``copies`` of each, next to each other."""
        content = np.frombuffer(b"".join(boards), np.uint8).reshape(len(boards), -1).T
        content = np.repeat(content, copies, axis=1)
        self.shape, self.count = shape, content.shape[1]
        self.words = -(-self.count // WORD)
        self.stones: Bits = np.zeros((2, shape.rows, self.words), np.uint64)
        self.empty: Bits = np.zeros((shape.rows, self.words), np.uint64)
        for seat in (0, 1):
            self.stones[seat, shape.row_of] = packed(content == stone(seat))
        self.empty[shape.row_of] = packed(content == EMPTY)
        self.seen: Bits = self.empty
        self.atari: Bits = self.empty
        self.many: Bits = self.empty
        self._find_liberties()

    def play(self, rows: Array, chosen: Bits) -> Bits:
        """Plays a turn on each board; returns on which ones the two choices conflict, where nothing
        is played. ``chosen``: the points that the seats choose, with at most one for each seat and
        board, legal by itself. ``rows``: their rows by seat and board; 0 for a pass."""
        taken = self._taken(rows)
        conflict: Bits = np.bitwise_or.reduce(chosen[0] & chosen[1], axis=0)
        around_black = self.shape.around(taken[0])
        around_black &= taken[1, self.shape.inside]
        conflict |= np.bitwise_or.reduce(around_black, axis=0)
        before = self.stones, self.empty, self.seen, self.atari, self.many
        self.stones = (self.stones & ~taken) | chosen
        self.empty = (self.empty | taken[0] | taken[1]) & ~(chosen[0] | chosen[1])
        self._find_liberties()
        free = np.bitwise_or.reduce(self.seen, axis=0)
        dead = (self.stones[0] | self.stones[1]) & ~free
        conflict |= np.bitwise_or.reduce(dead, axis=0)
        if conflict.any():
            now = self.stones, self.empty, self.seen, self.atari, self.many
            for new, old in zip(now, before):
                np.bitwise_xor(new, (new ^ old) & conflict, out=new)
        return conflict

    def _taken(self, rows: Array) -> Bits:
        """The stones of each seat that the other's choice takes: those of chains that have a
        liberty there and no other."""
        codes = packed(np.moveaxis(self.shape.code_of[rows], 2, 1))[..., None, :]
        taken = np.zeros_like(self.stones)
        for seat in (0, 1):
            others = np.bitwise_or.reduce(self.seen ^ codes[1 - seat], axis=0)
            np.bitwise_and(self.stones[seat], ~others, out=taken[seat])
        return taken

    def _find_liberties(self) -> None:
        """Works out ``seen``, ``atari`` and ``many``."""
        shape, (black, white) = self.shape, self.stones
        seen = np.zeros((len(shape.codes), shape.rows, self.words), np.uint64)
        inner = shape.around(self.empty & shape.codes)
        np.bitwise_and(inner, (black | white)[shape.inside], out=seen[:, shape.inside])
        across, down = (
            (black[by:] & black[:-by]) | (white[by:] & white[:-by]) for by in (1, shape.width)
        )
        self._spread(seen, across, down)
        self.seen = seen
        one, two, *more = _added(list(seen))
        three, any_more = one & two, np.bitwise_or.reduce(more, axis=0)
        self.atari = three & ~any_more
        self.many = three & more[0]
        for digit in more[1:]:
            self.many |= digit

    def _spread(self, seen: Bits, across: Bits, down: Bits) -> None:
        """Gives all stones of a chain what any of them sees. ``across`` and ``down``: from which
        rows a chain goes on to the next point, and to the next line."""
        steps = list(_steps(self.shape, seen, across, down))
        room = np.empty(steps[0][0].shape, np.uint64)
        for _ in range(self.sweeps):
            for to, source, link in steps:
                np.bitwise_and(source, link, out=room)
                np.bitwise_or(to, room, out=to)

    def areas(self) -> tuple[Array, Array]:
        """How many points black has and how many white has on each board: stones, and empty points
        that are nearer to these. At the end of a game these are the points that only one colour can
        reach."""
        shape = self.shape
        reached, free = self.stones.copy(), self.empty[shape.inside].copy()
        while free.any():
            new = shape.around(reached) & free
            either = new[0] | new[1]
            if not either.any():
                break
            reached[:, shape.inside] |= new & ~new[::-1]
            free &= ~either
        black, white = unpacked(reached)[..., : self.count].sum(axis=1, dtype=np.int32)
        return black, white


def packed(truth: Array) -> Bits:
    """Packs the bits along the last axis into words."""
    short = -truth.shape[-1] % WORD
    if short:
        truth = np.concatenate([truth, np.zeros((*truth.shape[:-1], short), truth.dtype)], axis=-1)
    found: Bits = np.packbits(truth, axis=-1, bitorder="little").view(np.uint64)
    return found


def unpacked(bits: Bits) -> Array:
    """The opposite of :func:`packed`: 0 or 1 for each bit."""
    return np.unpackbits(np.ascontiguousarray(bits).view(np.uint8), axis=-1, bitorder="little")


def _full(truth: Array) -> Bits:
    """Words with all bits set where something is true, and no bit elsewhere."""
    return np.negative(truth.astype(np.uint64))


def _added(planes: list[Bits]) -> list[Bits]:
    """How many of the planes have each bit, as the digits of binary numbers, the lowest first."""
    digits = []
    while planes:
        carried: list[Bits] = []
        while len(planes) > 2:
            one, two, three = planes.pop(), planes.pop(), planes.pop()
            differ = one ^ two
            planes.insert(0, differ ^ three)
            carried.append((one & two) | (differ & three))
        if len(planes) == 2:
            one, two = planes
            planes = [one ^ two]
            carried.append(one & two)
        digits.append(planes[0])
        planes = carried
    return digits


def _steps(shape: Shape, seen: Bits, across: Bits, down: Bits) -> Iterator[tuple[Bits, Bits, Bits]]:
    """Views of a line, of the one before it, and of what links them: down, up, right and left over
    the board."""
    width, size = shape.width, shape.size
    lines = [slice(width * y + 1, width * y + size + 1) for y in range(1, size + 1)]
    columns = [slice(width + x, width * size + x + 1, width) for x in range(1, size + 1)]
    for parts, links in ((lines, down), (columns, across)):
        pairs = list(pairwise(parts))
        for one, two in pairs:
            yield seen[:, two], seen[:, one], links[one]
        for one, two in reversed(pairs):
            yield seen[:, one], seen[:, two], links[one]

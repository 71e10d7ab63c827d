"""Plays many boards on to their end at once, by a quick policy."""

from __future__ import annotations

from functools import cache

import numpy as np

from .boards import WORD, Array, Bits, Boards, Shape, packed, unpacked

POOL = 1 << 21
"""How many random numbers for points there are."""
CAPTURES, SAVES, THREATENS, NEAR = 80, 64, 24, 12
"""What a point is worth for being the last liberty of the other's chain, a way out for an own one,
a way to leave the other's chain one liberty, or beside the other's last stone."""
SIDE, LINES = 2, (1, 4, 9, 8)
"""What a point is worth for each empty point next to it, and for the line on which it lies: the
first, the second, and so on."""


class Chance:
    """Random numbers. Those for points are read from a pool that is always the same, from a random
    place on, which is quicker than drawing them."""

    def __init__(self, seed: int) -> None:
        self._generator = np.random.Generator(np.random.SFC64(seed))

    def numbers(self, kind: type, shape: tuple[int, ...]) -> Array:
        """Random numbers of this kind."""
        wanted, pool = int(np.prod(shape)), _pool(kind)
        start = int(self._generator.integers(0, POOL - wanted))
        return pool[start : start + wanted].reshape(shape)

    def bits(self, parts: int, words: int) -> list[Bits]:
        """For each seat bits of which a half are set, then three quarters, then seven eighths, and
        so on."""
        bits = self._generator.integers(0, 1 << 64, (parts, 2, words), np.uint64, endpoint=False)
        return list(np.bitwise_or.accumulate(bits, axis=0))


@cache
def _pool(kind: type) -> Array:
    return np.random.Generator(np.random.SFC64(1)).integers(0, np.iinfo(kind).max, POOL, kind)


def pick(shape: Shape, worths: Array, chance: Chance) -> tuple[Array, Bits]:
    """Picks the inside row that is worth most for each seat on each board; returns its number, 0 if
    no row is worth anything, and its bit. Chance decides among rows that are worth the same, and
    changes worths a little unless all are 0 or 1. ``worths``: by seat, row and board."""
    if worths.max() == 1 and shape.rows < 1 << 7:
        keys, low = chance.numbers(np.uint16, worths.shape) & ~np.uint16(127), 127
    else:
        keys, low = worths.astype(np.uint32) << np.uint32(24), 1023
        keys += chance.numbers(np.uint16, worths.shape).astype(np.uint32) << np.uint32(11)
    keys |= np.arange(shape.inside.start, shape.inside.stop, dtype=keys.dtype)[:, None]
    keys *= worths != 0
    best = keys.max(axis=1)
    chosen = np.zeros((2, shape.rows, worths.shape[-1] // WORD), np.uint64)
    chosen[:, shape.inside] = packed(keys == np.maximum(best, 1)[:, None])
    return (best & low).astype(np.intp), chosen


def open_to(boards: Boards, prohibited: Bits) -> tuple[Bits, Bits]:
    """The inside rows where each seat may place a stone and should think of it: where it takes
    something or is not in atari itself, and fills no eye of its own. The second: where the chain
    would live on."""
    shape, own, theirs = boards.shape, boards.stones, boards.stones[::-1]
    left, right, up, down = (shape.moved(boards.empty, side) for side in shape.sides)
    one = left | right | up | down
    two = (left & right) | (up & down) | ((left | right) & (up | down))
    takes = shape.around(theirs & boards.atari)
    room = shape.around(own & ~boards.atari) & one
    room |= shape.around(own & boards.many)
    room |= takes
    room |= two
    eye = ~(shape.around(boards.empty | theirs)) & ~_false_eyes(shape, theirs)
    room &= boards.empty[shape.inside] & ~eye & ~prohibited[:, shape.inside]
    return room, takes


def _false_eyes(shape: Shape, theirs: Bits) -> Bits:
    """Where a row is a false eye, because the other colour has too many of the points diagonally
    beside it."""
    one, two, three, four = (shape.moved(theirs, by) for by in shape.corners)
    either, other = one | two, three | four
    found = (one & two) | (three & four) | (either & other)
    found |= (either | other) & shape.edge
    return found


def _contact(shape: Shape, own: Bits, theirs: Bits) -> Bits:
    """Where a stone would cut, or bend around the other's: beside a stone of theirs with an own one
    diagonally, or between two of theirs with an own one beside it."""
    width = shape.width
    west, east, north, south = (shape.moved(theirs, side) for side in shape.sides)
    own_nw, own_ne, own_sw, own_se = (shape.moved(own, by) for by in shape.corners)
    found = (north & (own_nw | own_ne)) | (south & (own_sw | own_se))
    found |= west & (own_nw | own_sw)
    found |= east & (own_ne | own_se)
    found |= west & east & (shape.moved(own, -width) | shape.moved(own, width))
    found |= north & south & (shape.moved(own, -1) | shape.moved(own, 1))
    return found


def near(shape: Shape, stones: Bits) -> Bits:
    """The inside rows on all eight sides of these rows."""
    across = np.zeros_like(stones)
    across[:, 1:-1] = stones[:, 1:-1] | stones[:, :-2] | stones[:, 2:]
    found = shape.moved(across, -shape.width) | shape.moved(across, shape.width)
    found |= shape.moved(across, 0)
    return found


def hasty(boards: Boards, last: Bits, prohibited: Bits, chance: Chance) -> Bits:
    """The inside rows among which each seat chooses in haste: what it can take, else what it can
    save, else what threatens or cuts close to the other's ``last`` stone, else any. Now and then a
    seat overlooks one of these."""
    shape, own, theirs = boards.shape, boards.stones, boards.stones[::-1]
    points, takes = open_to(boards, prohibited)
    saves = shape.around(own & boards.atari)
    threatens = shape.around(theirs & ~boards.atari & ~boards.many)
    beside = near(shape, last[::-1])
    local = (_contact(shape, own, theirs) | threatens) & beside
    _, often, mostly = chance.bits(3, boards.words)
    found = points
    for wish, how_often in ((local, often), (saves, often), (takes, mostly)):
        wished = wish & points
        heeded = how_often & np.bitwise_or.reduce(wished, axis=1)
        found = found ^ ((found ^ wished) & heeded[:, None])
    return found


def play_on(boards: Boards, chance: Chance, last: Bits, turns: int, careful: bool) -> Bits:
    """Plays at most ``turns`` turns on each board, fewer if everybody passes. Returns which points
    each seat was the first to choose. ``last``: the stones of the turn before. ``careful``: points
    are chosen by what they are worth, which is better for few turns."""
    prohibited = np.zeros_like(boards.stones)
    first = np.zeros_like(boards.stones)
    for _ in range(turns):
        if careful:
            worths = worth(boards, last, prohibited)
        else:
            worths = unpacked(hasty(boards, last, prohibited, chance))
        rows, chosen = pick(boards.shape, worths, chance)
        if not rows.any():
            break
        conflict = boards.play(rows, chosen)
        prohibited = (prohibited | chosen) & conflict
        last = chosen
        new = chosen & ~(first[0] | first[1])
        first |= new & ~conflict
    return first


def worth(boards: Boards, last: Bits, prohibited: Bits) -> Array:
    """What each inside row is worth to each seat on each board; 0 where it may not or should not
    place a stone. ``last``: the stones of the turn before."""
    shape, own, theirs = boards.shape, boards.stones, boards.stones[::-1]
    points, takes = open_to(boards, prohibited)
    points &= _unsettled(boards)
    found = np.zeros(shape.rows, np.uint8)
    found[shape.row_of] = np.array(LINES)[np.minimum(shape.line, len(LINES) - 1)]
    worths: Array = found[shape.inside, None]
    for side in shape.sides:
        worths = worths + SIDE * unpacked(shape.moved(boards.empty, side))
    worths = worths + CAPTURES * unpacked(takes)
    for much, where in (
        (SAVES, shape.around(own & boards.atari)),
        (THREATENS, shape.around(theirs & ~boards.atari & ~boards.many)),
        (NEAR, near(shape, last[::-1])),
    ):
        worths += much * unpacked(where)
    worths *= unpacked(points)
    return worths


def _unsettled(boards: Boards) -> Bits:
    """The inside rows from which stones of both colours can be reached, and all of a board that is
    mostly empty."""
    shape, reached = boards.shape, boards.stones.copy()
    inner, free = reached[:, shape.inside], boards.empty[shape.inside]
    while True:
        before = inner.copy()
        for _ in range(3):
            inner |= shape.around(reached) & free
        if np.array_equal(before, inner):
            break
    airy = unpacked(boards.empty).sum(axis=0, dtype=np.int32) * 2 > shape.size**2
    unsettled: Bits = inner[0] & inner[1]
    return unsettled | packed(airy.astype(np.uint8))

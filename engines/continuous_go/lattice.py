"""The board as the bots that look ahead think of it: walls along the lines of a lattice, and the
rectangles that they can enclose.

Both seats have the same lattice, white's a little beside black's, so that walls of both fit side by
side. A wall is a side of a square of the lattice that is not on the edge of the board. Walls,
squares and rectangles are numbered, and sets of them are integers with a bit for each.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise, product

import numpy as np

from .exact import UNIT
from .state import Settings
from .strokes import Strokes
from .walls import SHIFT, Piece, cell_lines

_MOST_SQUARES = 14
_LONGEST = 4
_LEAST_SHARE = 0.6
"""How large rectangles that are one square wide are at least, as a share of the upper limit. Wider
ones may be smaller."""
_NEAR = 2
"""How many squares away from a wall is near it."""
_PREFERRED = 1.05
"""The factor by which a rectangle near a wall of the opponent's is preferred."""

_Wall = tuple[bool, int, int]
"""Whether it is upright, the number of its line, and its place along the line."""
_Square = tuple[int, int]
"""Its column and its row."""
_Corner = tuple[int, int]
"""Where two lines of the lattice cross: the number of the upright one, and of the level one."""


@dataclass(frozen=True)
class Rectangle:
    """``around``: its walls in order, -1 where it lies on the edge of the board. ``walls``,
    ``squares``: as sets."""

    around: tuple[int, ...]
    walls: int
    squares: int


@dataclass(frozen=True)
class Lattice:
    """``columns``: how many squares are in a row. ``square``: the area of one. ``ends``: for each
    seat the ends of its walls, in units. ``lengths``: of walls, in spaces.

    ``with_wall``, ``with_square``: the rectangles that have a wall or square. ``near``: for each
    wall the rectangles with a square near it. ``links``: for each wall, and after the walls for
    each square, the walls and squares that it touches, and that therefore belong to the same group
    if the same seat has them. In these sets, too, the squares are numbered after the walls. For
    each seat and wall: ``crossed``, the walls that the opponent cannot draw beside it;
    ``ruled_out``, the opponent's rectangles that have one of these.

    ``order``: the kinds of rectangles, the best first. A kind is how many squares a rectangle adds,
    how many walls it lacks, and whether only those near the opponent's walls are meant.
    """

    columns: int
    square: float
    ends: tuple[tuple[Piece, ...], ...]
    lengths: tuple[float, ...]
    rectangles: tuple[Rectangle, ...]
    with_wall: tuple[int, ...]
    with_square: tuple[int, ...]
    near: tuple[int, ...]
    links: tuple[int, ...]
    crossed: tuple[tuple[int, ...], ...]
    ruled_out: tuple[tuple[int, ...], ...]
    order: tuple[tuple[int, int, bool], ...]


@lru_cache(maxsize=8)
def lattice(settings: Settings) -> Lattice | None:
    """The lattice for these options; None if rectangles would be too small to be drawn."""
    lines = [_lines(settings, seat) for seat in (0, 1)]
    count = len(lines[0]) - 1
    if count < 1:
        return None
    walls = [
        (upright, line, along)
        for upright in (True, False)
        for line in range(count + 1)
        if lines[0][line] not in (0, settings.side)
        for along in range(count)
    ]
    ends = tuple(tuple(_ends(wall, own) for wall in walls) for own in lines)
    spans = [(high - low) / UNIT for low, high in pairwise(lines[0])]
    numbers = {wall: number for number, wall in enumerate(walls)}
    rectangles = tuple(_rectangles(lines, numbers, settings.upper * UNIT**2))
    with_wall = _holders([each.walls for each in rectangles], len(walls))
    with_square = _holders([each.squares for each in rectangles], count * count)
    crossed = _crossed(ends)
    return Lattice(
        columns=count,
        square=(sum(spans) / count) ** 2,
        ends=ends,
        lengths=tuple(spans[along] for _, _, along in walls),
        rectangles=rectangles,
        with_wall=with_wall,
        with_square=with_square,
        near=tuple(
            union(with_square[y * count + x] for x, y in _squares_near(wall, count))
            for wall in walls
        ),
        links=tuple(_links(walls, count)),
        crossed=crossed,
        ruled_out=tuple(
            tuple(union(with_wall[wall] for wall in bits(others)) for others in own)
            for own in crossed
        ),
        order=tuple(_order(rectangles)),
    )


def bits(members: int) -> Iterator[int]:
    """Yields the numbers in a set, ascending."""
    while members:
        yield (members & -members).bit_length() - 1
        members &= members - 1


def union(sets: Iterable[int]) -> int:
    """What is in one of the sets."""
    found = 0
    for each in sets:
        found |= each
    return found


def _lines(settings: Settings, seat: int) -> list[int]:
    """The lines of the medium bot's cells, and one between each two of them unless that makes too
    many."""
    lines = cell_lines(settings, seat)
    if 2 * (len(lines) - 1) > _MOST_SQUARES:
        return lines
    middles = [(low + high) // 2 for low, high in pairwise(cell_lines(settings, 0))]
    return sorted([*lines, *(middle + SHIFT * seat for middle in middles)])


def _ends(wall: _Wall, lines: Sequence[int]) -> Piece:
    upright, line, along = wall
    if upright:
        return (lines[line], lines[along]), (lines[line], lines[along + 1])
    return (lines[along], lines[line]), (lines[along + 1], lines[line])


def _rectangles(
    lines: Sequence[Sequence[int]], numbers: dict[_Wall, int], limit: float
) -> Iterator[Rectangle]:
    """Yields the rectangles of up to four squares a side that are not too large for either seat,
    nor needlessly small."""
    count = len(lines[0]) - 1
    sizes = range(1, min(_LONGEST, count) + 1)
    for wide, high in product(sizes, sizes):
        for left, top in product(range(count - wide + 1), range(count - high + 1)):
            right, low = left + wide, top + high
            areas = [(own[right] - own[left]) * (own[low] - own[top]) for own in lines]
            if max(areas) > limit or (min(areas) < _LEAST_SHARE * limit and min(wide, high) < 2):
                continue
            around: list[_Wall] = [
                *((False, top, x) for x in range(left, right)),
                *((True, right, y) for y in range(top, low)),
                *((False, low, x) for x in reversed(range(left, right))),
                *((True, left, y) for y in reversed(range(top, low))),
            ]
            walls = tuple(numbers.get(wall, -1) for wall in around)
            if max(walls) < 0:
                continue  # the whole board, which nothing needs to enclose
            inside = product(range(left, right), range(top, low))
            yield Rectangle(
                walls,
                union(1 << wall for wall in walls if wall >= 0),
                union(1 << y * count + x for x, y in inside),
            )


def _squares_near(wall: _Wall, count: int) -> Iterator[_Square]:
    upright, line, along = wall
    across = range(max(0, line - _NEAR), min(count, line + _NEAR))
    beside = range(max(0, along - _NEAR + 1), min(count, along + _NEAR))
    return product(*((across, beside) if upright else (beside, across)))


def _links(walls: Sequence[_Wall], count: int) -> list[int]:
    """Links walls that meet at a corner, and each square with its walls and with the squares beside
    it."""
    found = [0] * (len(walls) + count * count)
    at_corner: dict[_Corner, int] = {}

    def numbers(*squares: _Square) -> list[int]:
        within = [(x, y) for x, y in squares if 0 <= x < count and 0 <= y < count]
        return [len(walls) + y * count + x for x, y in within]

    for number, (upright, line, along) in enumerate(walls):
        x, y = (line, along) if upright else (along, line)
        for corner in (x, y), (x + (not upright), y + upright):
            at_corner[corner] = at_corner.get(corner, 0) | 1 << number
        for square in numbers((x, y), (x - upright, y - (not upright))):
            found[number] |= 1 << square
            found[square] |= 1 << number
    for together in at_corner.values():
        for number in bits(together):
            found[number] |= together
    for x, y in product(range(count), repeat=2):
        (square,) = numbers((x, y))
        beside = numbers((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))
        found[square] |= union(1 << other for other in beside)
    return found


def _order(rectangles: Sequence[Rectangle]) -> list[tuple[int, int, bool]]:
    """The kinds of rectangles, sorted by the squares that they add for each wall that they lack."""
    sizes = {(each.squares.bit_count(), each.walls.bit_count()) for each in rectangles}
    found = {
        (added, lacking, near)
        for squares, walls in sizes
        for added in range(1, squares + 1)
        for lacking in range(1, walls + 1)
        for near in (True, False)
    }

    def worth(kind: tuple[int, int, bool]) -> float:
        added, lacking, near = kind
        return added / lacking * (_PREFERRED if near else 1)

    return sorted(found, key=worth, reverse=True)


def _holders(sets: Sequence[int], count: int) -> tuple[int, ...]:
    """For each of ``count`` numbers the indices of the sets that hold it, as a set."""
    found = [0] * count
    for index, members in enumerate(sets):
        for each in bits(members):
            found[each] |= 1 << index
    return tuple(found)


def _crossed(ends: Sequence[Sequence[Piece]]) -> tuple[tuple[int, ...], ...]:
    """For each seat and wall, the walls of the opponent's that are too near to it."""
    black, white = (
        np.array([[*start, *end] for start, end in own], dtype=np.int64).reshape(-1, 4)
        for own in ends
    )
    found = [[0] * len(own) for own in ends]
    for _, _, pairs in Strokes(white).too_near(black):
        for one, other in pairs.tolist():
            found[0][one] |= 1 << other
            found[1][other] |= 1 << one
    return tuple(map(tuple, found))

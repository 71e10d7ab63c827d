"""The faces into which one colour's lines and the edge of the board divide the board.

Whether segments touch is decided in integers. The place where two segments cross is a fraction;
each of its coordinates is computed by a single, correctly rounded division, so that all segments
through one place get exactly the same node, and no others do. Every segment is cut at its nodes,
pieces that only continue each other are joined into chains, and ``rings`` follows the chains around
the faces.

Rules: continuous-go.md, "Area".
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from . import shapes
from .exact import Flags, Segments
from .rings import Rings, rings
from .shapes import Floats, Indices
from .strokes import Strokes

Nodes = npt.NDArray[np.complex128]
"""Points as complex numbers, so that they can be sorted and compared as single values."""

Chains = tuple[Indices, Indices]
"""The places of all chains, one chain after another, and the number of places of each chain."""

_NOBODY = -1


@dataclass(frozen=True)
class Faces:
    """Faces with their rings, their areas in square units, and the figures on their boundaries.

    ``places``, (p, 2): the points of the rings, in units. ``figures``, (n, 2): pairs (face, figure
    on its boundary), ascending; a figure is a connected set of the colour's segments. Figures that
    lie inside one face and enclose nothing are left out, because no other face touches them.
    """

    places: Floats
    rings: Rings
    areas: Floats
    figures: Indices


def faces(strokes: Strokes, side: int) -> Faces:
    """The faces that one colour's strokes make on a board with this side, in units."""
    own = len(strokes.rows)
    rows = np.vstack([strokes.rows, _edge(side)])
    segment, nodes = _nodes(rows, np.vstack([strokes.pairs(), _touching_edge(rows)]))
    places, place = np.unique(nodes, return_inverse=True)
    spots = places.view(np.float64).reshape(-1, 2)
    found = rings(spots, *_chains(rows, segment, place, places))
    size = np.diff(found.first_place[found.first_ring])
    face = np.repeat(np.arange(len(size)), size)
    owner = np.full(len(places), _NOBODY)
    on_line = segment < own
    owner[place[on_line]] = _figure_of(own, strokes.pairs())[segment[on_line]]
    return Faces(spots, found, shapes.areas(found.polygons), _figures(face, owner[found.place]))


def _edge(side: int) -> Segments:
    return np.array(
        [[0, 0, 0, side], [0, 0, side, 0], [0, side, side, side], [side, 0, side, side]],
        dtype=np.int64,
    )


def _touching_edge(rows: Segments) -> Indices:
    """The pairs (segment of a line, segment of the edge) that touch. The edge's four segments are
    the last of ``rows``. No line leaves the board, so comparing coordinates is enough."""
    side = rows[-4:].max()
    own = rows[:-4]
    low, high = np.minimum(own[:, 1], own[:, 3]), np.maximum(own[:, 1], own[:, 3])
    touched = np.column_stack([own[:, 0] == 0, low == 0, high == side, own[:, 2] == side])
    found: Indices = np.argwhere(touched) + np.array([0, len(own)])
    return found


def _nodes(rows: Segments, pairs: Indices) -> tuple[Indices, Nodes]:
    """Where segments have to be cut: indices of segments, and a node on each of them.

    A segment's two ends are among its nodes. ``pairs``: all pairs of segments that touch. Segments
    with a common end meet nowhere else, unless they lie on the same line.
    """
    crossing, level = _crossing_and_level(rows, pairs)
    a, b = rows[crossing[:, 0]], rows[crossing[:, 1]]
    along, other = a[:, 2:] - a[:, :2], b[:, 2:] - b[:, :2]
    below = _cross(along, other)[:, None]
    above = _cross(b[:, :2] - a[:, :2], other)[:, None]
    places = (a[:, :2] * below + along * above) / below
    numbers = [np.arange(len(rows))] * 2 + [crossing[:, 0], crossing[:, 1]]
    points = [rows[:, :2].astype(np.float64), rows[:, 2:].astype(np.float64)] + [places] * 2
    for one, two in ((0, 1), (1, 0)):
        line, on_it = rows[level[:, one]], rows[level[:, two]]
        for end in (on_it[:, :2], on_it[:, 2:]):
            inside = ((end - line[:, :2]) * (end - line[:, 2:]) <= 0).all(axis=1)
            numbers.append(level[inside, one])
            points.append(end[inside].astype(np.float64))
    return np.concatenate(numbers), np.vstack(points).view(np.complex128)[:, 0]


def _crossing_and_level(rows: Segments, pairs: Indices) -> tuple[Indices, Indices]:
    """The pairs that cross or of which one ends on the other, and the pairs that lie on the same
    line. Pairs that only share an end are in neither."""
    way = rows[:, 2:] - rows[:, :2]
    level = _cross(way[pairs[:, 0]], way[pairs[:, 1]]) == 0
    apart = ~level
    ends = _ends(rows)
    for one in (end[pairs[:, 0]] for end in ends):
        for two in (end[pairs[:, 1]] for end in ends):
            apart &= one != two
    return pairs[apart], pairs[level]


def _ends(rows: Segments) -> tuple[Indices, Indices]:
    """The two ends of each row, each as a single integer."""
    return rows[:, 0] << 16 | rows[:, 1], rows[:, 2] << 16 | rows[:, 3]


def _chains(rows: Segments, segment: Indices, place: Indices, places: Nodes) -> Chains:
    """The segments cut at their nodes, each piece once. Pieces that only continue each other form
    one chain; chains with a loose end are left out, because they enclose nothing.

    ``place``: each node's index in ``places``, which ascend by x, then y. Chains are sorted by
    their least pieces, and each runs in the direction in which that piece ascends. So the same
    faces come in the same order, no matter how many chains they are made of.
    """
    start, end, size = _joined(*_pieces(rows, segment, place, places), len(places))
    first = np.cumsum(size) - size
    piece = _names(start, end, len(places))
    least = np.minimum.reduceat(piece, first)
    ascends = (start < end)[piece == np.repeat(least, size)]
    passed = np.insert(end, first, start[first])
    size += 1
    order = np.argsort(least)
    begins = np.empty(len(order), dtype=np.int64)
    begins[order] = np.cumsum(size[order]) - size[order]
    along = np.arange(len(passed)) - np.repeat(np.cumsum(size) - size, size)
    along = np.where(np.repeat(ascends, size), along, np.repeat(size, size) - 1 - along)
    in_order = np.empty_like(passed)
    in_order[np.repeat(begins, size) + along] = passed
    return in_order, size[order]


def _joined(start: Indices, end: Indices, places: int) -> tuple[Indices, Indices, Indices]:
    """The starts and ends of the pieces of all chains without loose ends, and the number of pieces
    of each chain."""
    degree = np.bincount(np.concatenate([start, end]), minlength=places)
    goes_on = (end[:-1] == start[1:]) & (degree[start[1:]] == 2)
    first = np.append(0, np.flatnonzero(~goes_on) + 1)
    size = np.diff(np.append(first, len(start)))
    tied = (degree[start[first]] > 1) & (degree[end[first + size - 1]] > 1)
    kept = np.repeat(tied, size)
    return start[kept], end[kept], size[tied]


def _pieces(
    rows: Segments, segment: Indices, place: Indices, places: Nodes
) -> tuple[Indices, Indices]:
    """The starts and ends of the pieces in the order in which they were drawn, each piece once.

    Rounded places keep their order along a segment: from left to right, and by y if their x is the
    same.
    """
    falls = (rows[:, 3] < rows[:, 1])[segment]
    column = np.append(0, np.cumsum(np.diff(places.real) > 0))
    whole = 2 * len(places)
    along = column[place] * whole + np.where(falls, len(places) - place, place)
    along = np.where(_backward(rows)[segment], whole * len(places) - 1 - along, along)
    order = np.argsort(segment * whole * len(places) + along)
    segment, place = segment[order], place[order]
    follows = (segment[1:] == segment[:-1]) & (place[1:] != place[:-1])
    start, end = place[:-1][follows], place[1:][follows]
    names = _names(start, end, len(places))
    ordered = np.sort(names)
    if (ordered[1:] != ordered[:-1]).all():
        return start, end
    _, once = np.unique(names, return_index=True)
    once.sort()
    return start[once], end[once]


def _names(start: Indices, end: Indices, places: int) -> Indices:
    """An integer for each piece, the same for both directions; they sort like the pieces' ends."""
    return np.minimum(start, end) * places + np.maximum(start, end)


def _backward(rows: Segments) -> Flags:
    """Which segments were drawn from right to left. All rows go from left to right; the drawn
    direction is inferred from the previous and the next row."""
    ends = _ends(rows)
    meets = np.zeros((2, 2, len(rows)), dtype=np.bool_)
    for number, own in enumerate(ends):
        for other in ends:
            meets[0, number, 1:] |= own[1:] == other[:-1]
            meets[1, number, :-1] |= own[:-1] == other[1:]
    (_, right_before), (left_after, right_after) = meets
    found: Flags = left_after | (~right_after & right_before)
    return found


def _figure_of(count: int, pairs: Indices) -> Indices:
    """The figure of each of ``count`` segments. Most segments touch the previous one; such runs are
    put together first."""
    follows = np.zeros(count, dtype=np.bool_)
    follows[pairs[pairs[:, 1] - pairs[:, 0] == 1, 1]] = True
    line = np.cumsum(~follows) - 1
    links = line[pairs]
    least = components(int(line[-1]) + 1, links[links[:, 0] != links[:, 1]])
    found: Indices = least[line]
    return found


def components(count: int, pairs: Indices) -> Indices:
    """For each of ``count`` things, the least index of all things that ``pairs`` connect it with,
    directly or through others."""
    least: Indices = np.arange(count)
    while True:
        before = least.copy()
        lower = np.minimum(least[pairs[:, 0]], least[pairs[:, 1]])
        np.minimum.at(least, pairs[:, 0], lower)
        np.minimum.at(least, pairs[:, 1], lower)
        least = least[least]
        if (least == before).all():
            return least


def _figures(face: Indices, owner: Indices) -> Indices:
    """The distinct pairs (face, figure at a place of its rings), ascending, without _NOBODY."""
    owners = int(owner.max()) + 1
    names = np.unique((face * owners + owner)[owner != _NOBODY])
    return np.column_stack(np.divmod(names, owners))


def _cross(first: Segments, second: Segments) -> Segments:
    return first[:, 0] * second[:, 1] - first[:, 1] * second[:, 0]

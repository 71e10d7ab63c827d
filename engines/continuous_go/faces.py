"""The faces that one colour's lines and the edge of the board cut the board into.

Which segments touch is known in whole numbers. Where two of them cross, the exact place is a
fraction; its two coordinates are divided once, correctly rounded, so that all segments through
one place get the very same node, and only they. Every segment is cut at its nodes, pieces that
only follow each other are joined to chains, and ``rings`` follows these round the faces.

Source: "Area" in the rules of Continuous Go.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engines.continuous_go import shapes
from engines.continuous_go.exact import Flags, Segments
from engines.continuous_go.rings import Rings, rings
from engines.continuous_go.shapes import Floats, Indices
from engines.continuous_go.strokes import Strokes

Nodes = npt.NDArray[np.complex128]
"""Points as complex numbers, so that they can be sorted and compared whole."""

Chains = tuple[Indices, Indices]
"""The places of chains, one chain after the other, and how many each has."""

_NOBODY = -1


@dataclass(frozen=True)
class Faces:
    """Faces by their rings, their areas in square units, and the figures they touch.

    ``places``, (p, 2): the points of the rings, in units. ``figures``: pairs (face, number of a
    figure on its boundary), (n, 2), ascending; a figure is a connected set of the colour's
    segments. One that lies inside a face and encloses nothing is left out: no other face touches
    it.
    """

    places: Floats
    rings: Rings
    areas: Floats
    figures: Indices


def faces(strokes: Strokes, side: int) -> Faces:
    """The faces of one colour's strokes on a board of this side, in units."""
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
    """The pairs (line's segment, edge's segment) that touch: no line leaves the board. The edge's
    four rows come last."""
    side = rows[-4:].max()
    own = rows[:-4]
    low, high = np.minimum(own[:, 1], own[:, 3]), np.maximum(own[:, 1], own[:, 3])
    touched = np.column_stack([own[:, 0] == 0, low == 0, high == side, own[:, 2] == side])
    found: Indices = np.argwhere(touched) + np.array([0, len(own)])
    return found


def _nodes(rows: Segments, pairs: Indices) -> tuple[Indices, Nodes]:
    """Where segments have to be cut: numbers of segments, and a node on each.

    A segment's two ends are among its nodes. ``pairs``: all that touch. Those with a common end
    meet nowhere else, unless they lie on one line.
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
    """Of the pairs that touch, those that cross between their ends or at one's, and those that
    lie on one line. Those that only share an end are in neither."""
    way = rows[:, 2:] - rows[:, :2]
    level = _cross(way[pairs[:, 0]], way[pairs[:, 1]]) == 0
    apart = ~level
    ends = _ends(rows)
    for one in (end[pairs[:, 0]] for end in ends):
        for two in (end[pairs[:, 1]] for end in ends):
            apart &= one != two
    return pairs[apart], pairs[level]


def _ends(rows: Segments) -> tuple[Indices, Indices]:
    """Both ends of each row as one whole number each."""
    return rows[:, 0] << 16 | rows[:, 1], rows[:, 2] << 16 | rows[:, 3]


def _chains(rows: Segments, segment: Indices, place: Indices, places: Nodes) -> Chains:
    """The segments cut at their nodes, each piece once; pieces that only follow each other are
    one chain, and those that end loose, where they enclose nothing, are left out.

    ``place``: for each node its number in ``places``, which ascend by x and then by y. Chains come
    in the order of their least pieces, each in the direction in which that one ascends, so that
    the same faces come in the same order however many chains they are made of.
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
    """Where the pieces of chains that do not end loose start and end, and how many each has."""
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
    """Where pieces start and end, in the order in which they were drawn, each only once.

    Rounded places keep their order along a segment: from left to right, and upward or downward
    where x is the same.
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
    """One whole number for each piece, whichever way it goes; they ascend as its ends do."""
    return np.minimum(start, end) * places + np.maximum(start, end)


def _backward(rows: Segments) -> Flags:
    """Which rows, all from left to right, were drawn the other way, going by those beside them."""
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
    """For each of ``count`` segments the number of its figure; most follow the one before."""
    follows = np.zeros(count, dtype=np.bool_)
    follows[pairs[pairs[:, 1] - pairs[:, 0] == 1, 1]] = True
    line = np.cumsum(~follows) - 1
    links = line[pairs]
    least = components(int(line[-1]) + 1, links[links[:, 0] != links[:, 1]])
    found: Indices = least[line]
    return found


def components(count: int, pairs: Indices) -> Indices:
    """For each of ``count`` things the least number of those that pairs connect it with."""
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
    """The different pairs (face, owner of a place that its rings pass), _NOBODY left out."""
    owners = int(owner.max()) + 1
    names = np.unique((face * owners + owner)[owner != _NOBODY])
    return np.column_stack(np.divmod(names, owners))


def _cross(first: Segments, second: Segments) -> Segments:
    return first[:, 0] * second[:, 1] - first[:, 1] * second[:, 0]

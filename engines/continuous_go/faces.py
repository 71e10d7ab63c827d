"""The faces that one colour's lines and the edge of the board cut the board into.

Which segments touch is known in whole numbers. Where two of them cross, the exact place is a
fraction; its two coordinates are divided once, correctly rounded, so that all segments through
one place get the very same node, and only they. Every segment is cut at its nodes, and Shapely
puts the pieces together to polygons; it finds no crossing of its own.

Source: "Area" in the rules of Continuous Go.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engines.continuous_go import shapes
from engines.continuous_go.exact import Segments, touching
from engines.continuous_go.shapes import Floats, Indices, Polygons
from engines.continuous_go.strokes import Strokes

Nodes = npt.NDArray[np.complex128]
"""Points as complex numbers, so that they can be sorted and compared whole."""

_NOBODY = -1


@dataclass(frozen=True)
class Faces:
    """Faces as polygons in units, their areas in square units, and the figures they touch.

    ``figures``: for each face the numbers of the figures (connected sets of the colour's
    segments) on its boundary, ascending. A figure that lies inside a face and encloses nothing
    is left out: no other face touches it.
    """

    polygons: Polygons
    areas: Floats
    figures: tuple[tuple[int, ...], ...]


def faces(strokes: Strokes, side: int) -> Faces:
    """The faces of one colour's strokes on a board of this side, in units."""
    own = len(strokes.rows)
    rows = np.vstack([strokes.rows, _edge(side)])
    segment, nodes = _nodes(rows, np.vstack([strokes.pairs(), _touching_edge(rows)]))
    places, place = np.unique(nodes, return_inverse=True)
    polygons = shapes.faces(_pieces(rows, segment, place, places))
    owner = np.full(len(places), _NOBODY)
    on_line = segment < own
    owner[place[on_line]] = _components(own, strokes.pairs())[segment[on_line]]
    return Faces(polygons, shapes.areas(polygons), _figures(polygons, places, owner))


def _edge(side: int) -> Segments:
    return np.array(
        [[0, 0, 0, side], [0, 0, side, 0], [0, side, side, side], [side, 0, side, side]],
        dtype=np.int64,
    )


def _touching_edge(rows: Segments) -> Indices:
    """The pairs (line's segment, edge's segment) that touch; the edge's four rows come last."""
    side = rows[-4:].max()
    own = np.flatnonzero(((rows[:-4] == 0) | (rows[:-4] == side)).any(axis=1))
    edge = np.arange(len(rows) - 4, len(rows))
    pairs = np.column_stack([np.repeat(own, 4), np.tile(edge, len(own))])
    return pairs[touching(rows[pairs[:, 0]], rows[pairs[:, 1]])]


def _nodes(rows: Segments, pairs: Indices) -> tuple[Indices, Nodes]:
    """Where segments have to be cut: numbers of segments, and a node on each.

    A segment's two ends are among its nodes. ``pairs``: all that touch.
    """
    a, b = rows[pairs[:, 0]], rows[pairs[:, 1]]
    along, other = a[:, 2:] - a[:, :2], b[:, 2:] - b[:, :2]
    between = b[:, :2] - a[:, :2]
    below = _cross(along, other)
    slanted = below != 0
    above = _cross(between, other)[slanted, None]
    below = below[slanted, None]
    crossings = (a[slanted, :2] * below + along[slanted] * above) / below
    numbers = [np.arange(len(rows))] * 2 + [pairs[slanted, 0], pairs[slanted, 1]]
    points = [rows[:, :2].astype(np.float64), rows[:, 2:].astype(np.float64)] + [crossings] * 2
    for one, two in ((0, 1), (1, 0)):
        line, on_it = rows[pairs[~slanted, one]], rows[pairs[~slanted, two]]
        for end in (on_it[:, :2], on_it[:, 2:]):
            inside = ((end - line[:, :2]) * (end - line[:, 2:]) <= 0).all(axis=1)
            numbers.append(pairs[~slanted, one][inside])
            points.append(end[inside].astype(np.float64))
    return np.concatenate(numbers), np.vstack(points).view(np.complex128)[:, 0]


def _pieces(rows: Segments, segment: Indices, place: Indices, places: Nodes) -> Floats:
    """The segments cut at their nodes, each piece once: (n, 2, 2).

    ``place``: for each node its number in ``places``, which ascend by x and then by y. Rounded
    places keep their order: from left to right, and upward or downward where x is the same.
    """
    falls = (rows[:, 3] < rows[:, 1])[segment]
    column = np.append(0, np.cumsum(np.diff(places.real) > 0))
    among = np.where(falls, len(places) - place, place)
    order = np.argsort((segment * len(places) + column[place]) * 2 * len(places) + among)
    segment, place = segment[order], place[order]
    follows = (segment[1:] == segment[:-1]) & (place[1:] != place[:-1])
    ends = np.sort(np.column_stack([place[:-1], place[1:]])[follows], axis=1)
    first, second = np.divmod(np.unique(ends[:, 0] * len(places) + ends[:, 1]), len(places))
    pieces: Floats = places[np.column_stack([first, second])].view(np.float64)
    return pieces.reshape(-1, 2, 2)


def _components(count: int, pairs: Indices) -> Indices:
    """For each of ``count`` things the least number of those that pairs connect it with."""
    least = np.arange(count)
    while True:
        before = least.copy()
        lower = np.minimum(least[pairs[:, 0]], least[pairs[:, 1]])
        np.minimum.at(least, pairs[:, 0], lower)
        np.minimum.at(least, pairs[:, 1], lower)
        least = least[least]
        if (least == before).all():
            return least


def _figures(polygons: Polygons, places: Nodes, owner: Indices) -> tuple[tuple[int, ...], ...]:
    """For each polygon, whose places its rings pass; ``places`` ascend.

    Rings pass no other places, and ``owner`` is _NOBODY where only the board's edge is.
    """
    points, polygon = shapes.corners(polygons)
    nodes = np.ascontiguousarray(points).view(np.complex128)[:, 0]
    owners = owner[np.searchsorted(places, nodes)]
    names = np.unique((polygon * len(places) + owners)[owners != _NOBODY])
    figures: list[list[int]] = [[] for _ in polygons]
    for name in names.tolist():
        figures[name // len(places)].append(name % len(places))
    return tuple(map(tuple, figures))


def _cross(first: Segments, second: Segments) -> Segments:
    return first[:, 0] * second[:, 1] - first[:, 1] * second[:, 0]

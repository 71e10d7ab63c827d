"""What the game uses Shapely for: finding boxes that meet, making polygons, and areas.

The only module that uses Shapely. It makes no decisions about the rules: segments whose boxes meet
are tested again in integers, and rings have exact nodes (see ``faces.py``).
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import shapely

from .exact import Segments

Indices = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Polygons = npt.NDArray[Any]


class Boxes:
    """A spatial index of the bounding boxes of segments."""

    def __init__(self, rows: Segments) -> None:
        self.size = len(rows)
        self._tree = shapely.STRtree(shapely.linestrings(rows.reshape(-1, 2, 2).astype(np.float64)))

    def meeting(self, rows: Segments, margin: int) -> Indices:
        """The pairs (row, segment of this index) whose boxes meet, (p, 2). The rows' boxes are
        widened by ``margin``."""
        low, high = np.minimum(rows[:, :2], rows[:, 2:]), np.maximum(rows[:, :2], rows[:, 2:])
        boxes = shapely.box(*(low - margin).T.astype(float), *(high + margin).T.astype(float))
        found: Indices = self._tree.query(boxes).T
        return found


def rings_through(points: Floats, ring: Indices) -> Polygons:
    """Rings through ``points``, (n, 2), which are closed and come one after another. ``ring``: the
    index of each point's ring, ascending."""
    made: Polygons = shapely.linearrings(points, indices=ring)
    return made


def polygons(rings: Polygons, polygon: Indices) -> Polygons:
    """Polygons made of rings. ``polygon``: the index of each ring's polygon, ascending; the outer
    ring comes before the holes."""
    made: Polygons = shapely.polygons(rings, indices=polygon)
    return made


def containing(rings: Polygons, spots: Floats) -> tuple[Indices, Indices]:
    """The pairs (ring, spot inside it). ``spots``: (s, 2). A spot on a ring is not inside it."""
    tree = shapely.STRtree(shapely.points(spots))
    near = np.unique(tree.query(rings)[0])
    ring, spot = tree.query(shapely.polygons(rings[near]), predicate="contains")
    return near[ring], spot


def areas(polygons: Polygons) -> Floats:
    """The area of each polygon."""
    found: Floats = shapely.area(polygons)
    return found


def rings(polygons: Polygons) -> tuple[Floats, Indices, Indices]:
    """The points of all rings, (n, 2), the index of each ring's first point, and the index of each
    polygon's first ring.

    Rings are closed, and a polygon's outer ring comes before its holes. Both lists of indices have
    one more entry: the end of the last ring or polygon.
    """
    _, points, (first_point, first_ring) = shapely.to_ragged_array(polygons)
    return points, first_point, first_ring


def shared_area(first: Polygons, second: Polygons) -> float:
    """The area that polygons of both arrays share; within each array they do not overlap.

    The polygons that may overlap are united first. Pair by pair, a face with thousands of holes
    would be processed as a whole for each of its thousands of neighbours.
    """
    if not len(first) or not len(second):
        return 0.0
    left, right = shapely.STRtree(first).query(second)
    both = second[np.unique(left)], first[np.unique(right)]
    return float(shapely.area(shapely.intersection(*map(shapely.coverage_union_all, both))))


def count_points(polygons: Polygons) -> int:
    """The number of points of all rings together."""
    return int(shapely.get_num_coordinates(polygons).sum())


def thinned(points: Floats, line: Indices, tolerance: float) -> tuple[Floats, Indices]:
    """The lines with fewer points, nowhere farther from the old lines than ``tolerance``: their
    points, and the index of each point's line.

    ``points``: (n, 2), one line after another. ``line``: the index of each point's line, ascending.
    """
    lines = shapely.linestrings(points, indices=line)
    found: tuple[Floats, Indices] = shapely.get_coordinates(
        shapely.simplify(lines, tolerance, preserve_topology=False), return_index=True
    )
    return found


def together(polygons: Polygons) -> Polygons:
    """The polygons, with those that share an edge united."""
    parts: Polygons = shapely.get_parts(shapely.coverage_union_all(polygons))
    return parts


def thinned_polygons(polygons: Polygons, tolerance: float) -> Polygons:
    """The polygons with fewer points; very small ones are dropped."""
    thin = shapely.get_parts(shapely.simplify(polygons, tolerance, preserve_topology=False))
    kept: Polygons = thin[shapely.area(thin) >= tolerance**2]
    return kept

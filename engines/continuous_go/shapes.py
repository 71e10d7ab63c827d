"""What Shapely does for the game: finding boxes that meet, polygons of edges, areas.

The only module that speaks to Shapely. It decides nothing: what meets is looked at again in
whole numbers, and edges come with nodes that are exact (see ``faces.py``).
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import shapely

from engines.continuous_go.exact import Segments

Indices = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Polygons = npt.NDArray[Any]


class Boxes:
    """A spatial index of the bounding boxes of segments."""

    def __init__(self, rows: Segments) -> None:
        self.size = len(rows)
        self._tree = shapely.STRtree(shapely.linestrings(rows.reshape(-1, 2, 2).astype(np.float64)))

    def meeting(self, rows: Segments, margin: int) -> Indices:
        """The pairs (row, segment of this index) whose boxes, the row's widened, meet: (p, 2)."""
        low, high = np.minimum(rows[:, :2], rows[:, 2:]), np.maximum(rows[:, :2], rows[:, 2:])
        boxes = shapely.box(*(low - margin).T.astype(float), *(high + margin).T.astype(float))
        found: Indices = self._tree.query(boxes).T
        return found


def rings_through(points: Floats, ring: Indices) -> Polygons:
    """Rings of points (n, 2), ring after ring, each closed; ``ring``: for each point the number of
    its ring, ascending."""
    made: Polygons = shapely.linearrings(points, indices=ring)
    return made


def polygons(rings: Polygons, polygon: Indices) -> Polygons:
    """Polygons of rings. ``polygon``: for each ring the number of its polygon, ascending; the outer
    ring comes before the holes."""
    made: Polygons = shapely.polygons(rings, indices=polygon)
    return made


def containing(rings: Polygons, spots: Floats) -> tuple[Indices, Indices]:
    """The pairs (ring, spot inside it); ``spots``: (s, 2). A spot on a ring is not inside it."""
    tree = shapely.STRtree(shapely.points(spots))
    near = np.unique(tree.query(rings)[0])
    ring, spot = tree.query(shapely.polygons(rings[near]), predicate="contains")
    return near[ring], spot


def areas(polygons: Polygons) -> Floats:
    """The area of each polygon."""
    found: Floats = shapely.area(polygons)
    return found


def rings(polygons: Polygons) -> tuple[Floats, Indices, Indices]:
    """All rings' points (n, 2), where each ring begins among them, and each polygon's first ring.

    Rings are closed, a polygon's outer ring comes before its holes, and both lists of beginnings
    hold the end of the last one, too.
    """
    _, points, (first_point, first_ring) = shapely.to_ragged_array(polygons)
    return points, first_point, first_ring


def shared_area(first: Polygons, second: Polygons) -> float:
    """The area that lies in polygons of both; within each array they do not overlap.

    Those that can have any part in it are put together first: pair by pair, a face with thousands
    of holes would be looked at whole for each of its thousands of neighbours.
    """
    if not len(first) or not len(second):
        return 0.0
    left, right = shapely.STRtree(first).query(second)
    both = second[np.unique(left)], first[np.unique(right)]
    return float(shapely.area(shapely.intersection(*map(shapely.coverage_union_all, both))))


def count_points(polygons: Polygons) -> int:
    """How many points all rings have."""
    return int(shapely.get_num_coordinates(polygons).sum())


def thinned(points: Floats, line: Indices, tolerance: float) -> tuple[Floats, Indices]:
    """Lines with fewer points, none farther from the old line than ``tolerance``.

    ``points``: (n, 2), line after line; ``line``: for each the number of its line, ascending.
    """
    lines = shapely.linestrings(points, indices=line)
    found: tuple[Floats, Indices] = shapely.get_coordinates(
        shapely.simplify(lines, tolerance, preserve_topology=False), return_index=True
    )
    return found


def together(polygons: Polygons) -> Polygons:
    """The polygons that these make where those that share an edge are one."""
    parts: Polygons = shapely.get_parts(shapely.coverage_union_all(polygons))
    return parts


def thinned_polygons(polygons: Polygons, tolerance: float) -> Polygons:
    """Polygons with fewer points; small ones disappear."""
    thin = shapely.get_parts(shapely.simplify(polygons, tolerance, preserve_topology=False))
    kept: Polygons = thin[shapely.area(thin) >= tolerance**2]
    return kept

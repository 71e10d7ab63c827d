"""Decides in integers whether segments touch or come too near to each other.

Coordinates are in units of 1/1024 of a space, so a board is at most 18,432 units wide. Segments are
rows ``[x0, y0, x1, y1]`` of int64 arrays of shape (n, 4); no segment has length 0. The cross
product of two vectors between points of the board is below 2**30, so its square and the product of
two cross products fit in 64 bits with room to spare.

Rules: continuous-go.md, "A turn" and "For whoever builds it".
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import isqrt

import numpy as np
import numpy.typing as npt

from ..rules import Point

Segments = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]

UNIT = 1024
"""How many units make a space, the distance between neighbouring grid lines."""
CLEARANCE = UNIT // 64
"""Lines of different colours are at least this far apart, in units."""
SPACE = 1 << 40
"""Lengths are integers in 2**-40 of a space, so sums are exact and a length can be given back
exactly."""
LEAST = SPACE // 64
"""The shortest line that may be drawn. A budget counts as used up if less than this is left."""


def length(path: Iterable[Point]) -> int:
    """The length in 2**-40 of a space of a polyline in units; each segment's length is rounded.

    >>> length([(0, 0), (3 * UNIT, 4 * UNIT)]) == 5 * SPACE
    True
    """
    return sum(distance(start, end) for start, end in pairwise(path))


def distance(start: Point, end: Point) -> int:
    """The distance between two points in 2**-40 of a space, rounded to the nearest integer."""
    square = (end[0] - start[0]) ** 2 + (end[1] - start[1]) ** 2
    return (isqrt(square << 62) + 1) >> 1


def segments(path: Sequence[Point]) -> Segments:
    """The segments of a polyline in order: one row fewer than it has points."""
    points = np.array(path, dtype=np.int64).reshape(-1, 2)
    return np.hstack([points[:-1], points[1:]])


def touching(a: Segments, b: Segments) -> Flags:
    """Whether the two segments have a point in common, for each row.

    >>> a = np.array([[0, 0, 4, 2], [0, 0, 4, 2]])
    >>> touching(a, np.array([[2, 1, 2, 9], [2, 2, 2, 9]])).tolist()
    [True, False]
    """
    first, second = _sides(a, b)
    found = first * second <= 0
    a, b = a[found], b[found]
    third, fourth = _sides(b, a)
    found[found] = _boxes_meet(a, b) & (third * fourth <= 0)
    return found


def near(a: Segments, b: Segments) -> Flags:
    """Whether the two segments come nearer to each other than 1/64 of a space, for each row.

    >>> a = np.array([[0, 0, 1024, 0], [0, 0, 1024, 0]])
    >>> near(a, np.array([[512, 16, 512, 99], [512, 15, 512, 99]])).tolist()
    [False, True]
    """
    found = np.flatnonzero(~_beyond(b, a))
    found = found[~_beyond(a[found], b[found])]
    result = np.zeros(len(a), dtype=np.bool_)
    a, b = a[found], b[found]
    first, second = _sides(a, b)
    third, fourth = _sides(b, a)
    result[found] = (
        ((first * second < 0) & (third * fourth < 0))
        | _near_point(a, b[:, 0], b[:, 1], first)
        | _near_point(a, b[:, 2], b[:, 3], second)
        | _near_point(b, a[:, 0], a[:, 1], third)
        | _near_point(b, a[:, 2], a[:, 3], fourth)
    )
    return result


def near_point(a: Segments, points: Segments) -> Flags:
    """Whether the point ``[x, y]`` is nearer to the segment than 1/64 of a space, for each row."""
    return _near_point(a, points[:, 0], points[:, 1], _side(a, points[:, 0], points[:, 1]))


def _beyond(a: Segments, b: Segments) -> Flags:
    """Whether b as a whole is on one side of a's line and at least 1/64 from it, for each row."""
    first, second = _sides(a, b)
    dx, dy = a[:, 2] - a[:, 0], a[:, 3] - a[:, 1]
    reach = CLEARANCE**2 * (dx * dx + dy * dy)
    nearest = np.minimum(np.abs(first), np.abs(second))
    found: Flags = (first * second > 0) & (nearest * nearest >= reach)
    return found


def _near_point(a: Segments, x: Segments, y: Segments, side: Segments) -> Flags:
    ax, ay, bx, by = a.T
    dx, dy = bx - ax, by - ay
    along = dx * (x - ax) + dy * (y - ay)
    square = dx * dx + dy * dy
    nearest = CLEARANCE**2
    found: Flags = np.where(
        along <= 0,
        (x - ax) ** 2 + (y - ay) ** 2 < nearest,
        np.where(
            along >= square,
            (x - bx) ** 2 + (y - by) ** 2 < nearest,
            side * side < nearest * square,
        ),
    )
    return found


def _sides(a: Segments, b: Segments) -> tuple[Segments, Segments]:
    """For each of b's two ends, its signed distance from a's line, multiplied by a's length: the
    sign says on which side it is, and 0 that it is on the line."""
    return _side(a, b[:, 0], b[:, 1]), _side(a, b[:, 2], b[:, 3])


def _side(a: Segments, x: Segments, y: Segments) -> Segments:
    ax, ay, bx, by = a.T
    side: Segments = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
    return side


def _boxes_meet(a: Segments, b: Segments) -> Flags:
    meet = np.ones(len(a), dtype=np.bool_)
    for low, high in ((0, 2), (1, 3)):
        meet &= np.minimum(a[:, low], a[:, high]) <= np.maximum(b[:, low], b[:, high])
        meet &= np.minimum(b[:, low], b[:, high]) <= np.maximum(a[:, low], a[:, high])
    return meet

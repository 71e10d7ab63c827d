"""Where on a path a line may start, and where it has to stop.

Places on a path are computed in floating point. They only say where to look for an end on the grid;
the stored line is then tested in integers (see ``drawing.py``). Places nearer to each other than
10**-9 of a space count as the same.

Rules: continuous-go.md, "No touching" and "Budget".
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from .exact import CLEARANCE, UNIT, Segments, near_point
from .shapes import Floats
from .strokes import Portion, Strokes

_SAMPLE = 200
SAME = UNIT * 1e-9
"""Places on a path that are nearer to each other than this count as the same; in units."""


class Stop(NamedTuple):
    """A place on a path: the index of a segment, and how far along it, from 0 to 1."""

    leg: int
    along: float


def first_free(legs: Segments, opponent: Strokes) -> Stop | None:
    """The first place on a path that is at least 1/64 from the opponent's lines; None if there is
    none.

    ``legs``: the path's segments in order. If the opponent has many segments, a sample of them
    rules out most of the path first.
    """
    if not _is_near(legs[0, :2], opponent):
        return Stop(0, 0.0)
    doubtful = np.arange(len(legs))
    if len(opponent.rows) > 2 * _SAMPLE:
        sample = Strokes(opponent.rows[:: len(opponent.rows) // _SAMPLE])
        parts = [_gaps(legs, sample, portion) for portion in sample.too_near(legs)]
        doubtful = np.flatnonzero(np.concatenate(parts) < np.inf)
    for portion in opponent.too_near(legs[doubtful]):
        gaps = _gaps(legs[doubtful], opponent, portion)
        if (gaps < np.inf).any():
            leg = int(np.argmax(gaps < np.inf))
            return Stop(int(doubtful[portion.start + leg]), float(gaps[leg]))
    return None


def first_entry(legs: Segments, start: Stop, opponent: Strokes) -> Stop | None:
    """The first place after ``start`` at which a path comes nearer than 1/64 to the opponent's
    lines; None if it never does."""
    for _, _, pairs in opponent.too_near(legs[start.leg :]):
        low, high = forbidden(legs[pairs[:, 0] + start.leg], opponent.rows[pairs[:, 1]])
        ahead = (pairs[:, 0] > 0) | (high > start.along + tolerance(legs[start.leg]))
        if ahead.any():
            leg = int(pairs[ahead, 0].min())
            least = start.along if leg == 0 else 0.0
            entry = float(low[ahead & (pairs[:, 0] == leg)].min())
            return Stop(leg + start.leg, min(max(entry, least), 1.0))
    return None


def forbidden(a: Segments, b: Segments) -> tuple[Floats, Floats]:
    """The first and the last place along ``a`` that is nearer than 1/64 to ``b``, for each row.

    Places count from 0 to 1 along ``a`` and beyond that on its line; (inf, -inf) if no point of the
    line is near. The points near a segment form two discs around its ends and a rectangle between
    them. This shape is convex, so all places between the first and the last are near.
    """
    ax, ay, bx, by = a.T.astype(np.float64)
    cx, cy, ex, ey = b.T.astype(np.float64)
    dx, dy, ux, uy = bx - ax, by - ay, ex - cx, ey - cy
    reach = CLEARANCE * np.sqrt(ux * ux + uy * uy)
    beside = (ax - cx) * uy - (ay - cy) * ux
    beyond = (ax - cx) * ux + (ay - cy) * uy
    across = _between(beside, dx * uy - dy * ux, -reach, reach)
    within = _between(beyond, dx * ux + dy * uy, np.zeros_like(ux), ux * ux + uy * uy)
    low, high = np.maximum(across[0], within[0]), np.minimum(across[1], within[1])
    parts = [
        (np.where(low < high, low, np.inf), np.where(low < high, high, -np.inf)),
        _in_disc(ax - cx, ay - cy, dx, dy),
        _in_disc(ax - ex, ay - ey, dx, dy),
    ]
    lows, highs = zip(*parts)
    return np.minimum.reduce(lows), np.maximum.reduce(highs)


def tolerance(leg: Segments) -> float:
    """:data:`SAME` as a share of a segment's length."""
    return SAME / math.sqrt((leg[2] - leg[0]) ** 2 + (leg[3] - leg[1]) ** 2)


def _is_near(point: Segments, opponent: Strokes) -> bool:
    spot = np.concatenate([point, point])[None, :]
    return not opponent.free(spot)[0]


def _gaps(legs: Segments, opponent: Strokes, portion: Portion) -> Floats:
    """The first place on each segment of a portion, from 0 to 1, that is far enough from the
    opponent's lines; inf if there is none."""
    leg = portion.pairs[:, 0] - portion.start
    a, b = legs[portion.pairs[:, 0]], opponent.rows[portion.pairs[:, 1]]
    starts_in, ends_in = near_point(b, a[:, :2]), near_point(b, a[:, 2:])
    low, high = forbidden(a, b)
    begin = leg + np.where(starts_in, 0.0, np.clip(low, 0.0, 1.0))
    end = leg + np.where(ends_in, 1.0, np.clip(high, 0.0, 1.0))
    begin += np.where(starts_in, 0.0, SAME / np.sqrt(((a[:, 2:] - a[:, :2]) ** 2).sum(axis=1)))
    order = np.lexsort((~starts_in, begin, leg))
    reached = np.maximum(np.maximum.accumulate(end[order]), leg[order])
    before = np.maximum(np.append(0.0, reached[:-1]), leg[order])
    count = portion.stop - portion.start
    gaps = np.where(np.bincount(leg, minlength=count) > 0, np.inf, 0.0)
    open_end = np.bincount(leg, ends_in, minlength=count)[leg[order]] == 0
    last = np.append(leg[order][1:] != leg[order][:-1], True)[: len(order)]
    for places, where in (
        (reached, open_end & last),
        (before, ~starts_in[order] & (begin[order] > before)),
    ):
        np.minimum.at(gaps, leg[order][where], (places - leg[order])[where])
    return gaps


def _between(value: Floats, slope: Floats, least: Floats, most: Floats) -> tuple[Floats, Floats]:
    """The ends of the interval of t with ``least < value + t * slope < most``; (inf, -inf) if it is
    empty."""
    level = slope == 0
    divisor = np.where(level, 1.0, slope)
    ends = (least - value) / divisor, (most - value) / divisor
    always = (least < value) & (value < most)
    low = np.where(level, np.where(always, -np.inf, np.inf), np.minimum(*ends))
    high = np.where(level, np.where(always, np.inf, -np.inf), np.maximum(*ends))
    return low, high


def _in_disc(wx: Floats, wy: Floats, dx: Floats, dy: Floats) -> tuple[Floats, Floats]:
    """The ends of the interval of t in which the point ``w + t * d`` is nearer than 1/64 to the
    origin; (inf, -inf) if it is empty."""
    square = dx * dx + dy * dy
    aside = wx * dy - wy * dx
    left = CLEARANCE**2 * square - aside * aside
    root = np.sqrt(np.maximum(left, 0.0))
    middle = -(wx * dx + wy * dy)
    low = np.where(left > 0, (middle - root) / square, np.inf)
    high = np.where(left > 0, (middle + root) / square, -np.inf)
    return low, high

"""Simplifies a position for its small picture: some hundred points, however many were drawn.

A picture is a few hundred pixels wide, so the weakest of these thinnings is invisible.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate, chain, pairwise

import numpy as np

from . import shapes
from .areas import is_tangled, sections
from .exact import UNIT
from .shapes import Floats, Indices
from .state import State

MOST_POINTS = 1500
"""The most points of all lines together."""
MOST_CORNERS = 600
"""The most points of the areas that one colour holds."""

_THINNINGS = [UNIT / 32 * 2**n for n in range(5)]
_FEWEST = 2


Path = list[list[float]]
"""Points in spaces, rounded to hundredths."""


@dataclass(frozen=True, slots=True)
class Thinned:
    """What a picture shows of a board of ``size`` grid lines each way. ``lines``: with their seats,
    in order. ``held``: the rings around what black and white hold; None if it is not shown."""

    size: int
    lines: list[tuple[int, Path]]
    held: tuple[list[Path], list[Path]] | None


def thinned(state: State) -> Thinned:
    """The lines and, if the game is finished and its areas do not take long to work out, what each
    colour holds."""
    shows = state.finished and not is_tangled(state)
    held = (_held(state, 0), _held(state, 1)) if shows else None
    return Thinned(state.settings.size, _lines(state), held)


def _lines(state: State) -> list[tuple[int, Path]]:
    if not len(state.lines):
        return []
    every = list(state.lines)
    points = np.array([point for _, path in every for point in path], dtype=np.float64)
    line = np.repeat(np.arange(len(every)), [len(path) for _, path in every])
    for tolerance in _THINNINGS:
        thin, owner = shapes.thinned(points, line, tolerance)
        if len(thin) <= MOST_POINTS:
            break
    ends = np.searchsorted(owner, np.arange(len(every) + 1)).tolist()
    return [
        (every[number][0], _spaces(thin[ends[number] : ends[number + 1]]))
        for number in _longest(thin, owner)
    ]


def _longest(points: Floats, owner: Indices) -> list[int]:
    """The indices of the lines to draw, ascending: the longest ones, as many as fit in
    :data:`MOST_POINTS`."""
    steps = np.hypot(*np.diff(points, axis=0).T) * (owner[1:] == owner[:-1])
    length = np.bincount(owner[1:], steps)
    size = np.bincount(owner)
    order = np.argsort(-length, kind="stable")
    order = order[size[order] >= _FEWEST]
    kept: list[int] = np.sort(order[np.cumsum(size[order]) <= MOST_POINTS]).tolist()
    return kept


def _held(state: State, seat: int) -> list[Path]:
    """The rings around the sections that count, the largest first, as many as fit in
    :data:`MOST_CORNERS`."""
    counting, _ = sections(state, seat).counting()
    if not len(counting):
        return []
    held = shapes.together(counting)
    for tolerance in _THINNINGS:
        thin = shapes.thinned_polygons(held, tolerance)
        if shapes.count_points(thin) <= MOST_CORNERS:
            break
    thin = thin[np.argsort(-shapes.areas(thin), kind="stable")]
    if not len(thin):
        return []
    points, first_point, first_ring = shapes.rings(thin)
    rings = [_spaces(points[begin:end]) for begin, end in pairwise(first_point.tolist())]
    outlines = [rings[begin:end] for begin, end in pairwise(first_ring.tolist())]
    sizes = accumulate(sum(map(len, outline)) for outline in outlines)
    kept = [outline for outline, size in zip(outlines, sizes) if size <= MOST_CORNERS]
    return list(chain.from_iterable(kept))


def _spaces(points: Floats) -> Path:
    spaces: Path = np.round(points / UNIT, 2).tolist()
    return spaces

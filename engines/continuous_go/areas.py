"""Sections, groups and the score.

Rules: continuous-go.md, "Area".
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import compress, pairwise
from math import fsum
from typing import Literal

import numpy as np

from . import shapes
from .exact import UNIT
from .faces import Faces, components, faces
from .shapes import Floats, Indices
from .state import Score, State

Why = Literal["counts", "too-big", "group-too-small"]

SMALLEST = 1e-9
"""In squares. Sections smaller than this are not listed; an area exceeds or falls short of a limit
only if by more than this."""
_STEPS = 2**30
"""Areas are rounded to about 10**-9 for sorting, so that rounding errors do not affect the
order."""
_LEFT_OUT = -1

_EFFORT_OF_A_PLACE = 6
"""A crossing place takes about as much work as this many points."""
_MOST_EFFORT = 16_000


@dataclass(frozen=True)
class Sections:
    """A seat's sections, largest first.

    ``faces``: the faces that the colour's lines make; None if it has no lines. ``order``: each
    section's face, as an index. ``areas``: in squares. ``groups``: each section's group, numbered
    from 0 in the order of the sections; None if the section is too big. ``why``: that each section
    counts, or why not.
    """

    faces: Faces | None
    order: Indices
    areas: list[float]
    groups: list[int | None]
    why: list[Why]

    @property
    def polygons(self) -> shapes.Polygons:
        """The sections as polygons, in units."""
        return _NO_POLYGONS if self.faces is None else self.faces.rings.polygons[self.order]

    def counting(self) -> tuple[shapes.Polygons, float]:
        """The sections that count, and their total area in squares."""
        counts = [why == "counts" for why in self.why]
        return self.polygons[np.array(counts, dtype=np.bool_)], fsum(compress(self.areas, counts))


_NO_POLYGONS = np.empty(0, dtype=np.object_)
_NONE = Sections(None, np.empty(0, dtype=np.int64), [], [], [])


def sections(state: State, seat: int) -> Sections:
    """A seat's sections, largest first."""
    found: Sections = state.remember(("sections", seat), lambda: _sections(state, seat))
    return found


def score(state: State) -> Score:
    """The current score."""
    if state.final is not None:
        return state.final
    found: Score = state.remember("score", lambda: _score(state))
    return found


def is_tangled(state: State) -> bool:
    """Whether the areas take long to work out: about a twentieth of a second or more."""
    effort = 0
    for seat in (0, 1):
        points, places = state.lines.count(seat)
        effort += points + _EFFORT_OF_A_PLACE * places
    return effort > _MOST_EFFORT


def _sections(state: State, seat: int) -> Sections:
    strokes = state.strokes(seat)
    if not len(strokes.rows):
        return _NONE
    found = faces(strokes, state.settings.side)
    every = found.areas / UNIT**2
    order = _largest_first(found)
    order = order[every[order] >= SMALLEST]
    areas = every[order]
    small = areas <= state.settings.upper + SMALLEST
    number = np.full(len(every), _LEFT_OUT)
    number[order[small]] = np.flatnonzero(small)
    section, figure = number[found.figures[:, 0]], found.figures[:, 1]
    linked = section != _LEFT_OUT
    group = _groups(np.flatnonzero(small), section[linked], figure[linked])
    enough = _sums(areas[small], group) >= state.settings.lower - SMALLEST
    groups: list[int | None] = [None] * len(order)
    why: list[Why] = ["too-big"] * len(order)
    for which, own in zip(np.flatnonzero(small).tolist(), group.tolist()):
        groups[which] = own
        why[which] = "counts" if enough[own] else "group-too-small"
    return Sections(found, order, areas.tolist(), groups, why)


def _largest_first(found: Faces) -> Indices:
    """The indices of the faces, the largest first; faces of equal area by their smallest point."""
    sizes = np.rint(found.areas / UNIT**2 * _STEPS)
    first = found.rings.place[found.rings.first_place[found.rings.first_ring[:-1]]]
    order: Indices = np.lexsort((first, -sizes))
    return order


def _groups(sections: Indices, section: Indices, figure: Indices) -> Indices:
    """The group of each of ``sections``, which ascend; groups are numbered from 0 in that order.

    ``section`` and ``figure`` are pairs: each figure is on the section's boundary. Sections with a
    common figure are in the same group.

    >>> pairs = np.array([[0, 1], [0, 2], [1, 3], [2, 2], [2, 5], [4, 5]])
    >>> _groups(np.arange(5), *pairs.T).tolist()
    [0, 1, 0, 2, 0]
    """
    figures, figure = np.unique(figure, return_inverse=True)
    others = int(sections.max(initial=-1)) + 1
    pairs = np.column_stack([section, others + figure])
    least = components(others + len(figures), pairs)
    return np.unique(least[sections], return_inverse=True)[1]


def _sums(areas: Floats, group: Indices) -> Floats:
    """The total area of each group, summed without rounding errors."""
    order = np.argsort(group, kind="stable")
    ends = np.cumsum(np.bincount(group)).tolist()
    parts = areas[order].tolist()
    return np.array([fsum(parts[begin:end]) for begin, end in pairwise([0, *ends])])


def _score(state: State) -> Score:
    (blacks, black), (whites, white) = (sections(state, seat).counting() for seat in (0, 1))
    shared = shapes.shared_area(blacks, whites) / UNIT**2
    board = (state.settings.size - 1) ** 2
    return Score(
        own=(max(black - shared, 0.0), max(white - shared, 0.0)),
        shared=shared,
        open=max(board - black - white + shared, 0.0),
        komi=state.settings.komi,
    )

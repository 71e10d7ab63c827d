"""Sections, groups and the score.

Source: "Area" in the rules of Continuous Go, whose numbers are those of the functions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import fsum
from typing import Any, Literal

import numpy as np

from engines.continuous_go import shapes
from engines.continuous_go.exact import UNIT
from engines.continuous_go.faces import Faces, faces
from engines.continuous_go.state import State
from engines.game import Json, plain_number

Why = Literal["counts", "too-big", "group-too-small"]

SMALLEST = 1e-9
"""Squares: a smaller section is not listed, a smaller excess or lack does not matter."""
_STEPS = 2**30
"""Areas are sorted in steps of about 10**-9, so that rounding errors order nothing."""


@dataclass(frozen=True)
class Section:
    """A face of one colour: its polygon in units, its area in squares, and what it is worth.

    ``group`` numbers the colour's groups from 0 in the order of its sections, largest first;
    None where the section is too big.
    """

    polygon: Any
    area: float
    group: int | None
    why: Why


@dataclass(frozen=True)
class Score:
    """The squares that each colour alone holds, that both hold, and that nobody holds."""

    own: tuple[float, float]
    shared: float
    open: float
    komi: float

    @property
    def totals(self) -> tuple[float, float]:
        """What counts in the end: black's area, and white's with komi."""
        black, white = self.own
        return black + self.shared, white + self.shared + self.komi

    def as_json(self) -> Json:
        """The score as it is shown."""
        return {
            "own": [plain_number(area) for area in self.own],
            "shared": plain_number(self.shared),
            "open": plain_number(self.open),
            "komi": plain_number(self.komi),
            "totals": [plain_number(total) for total in self.totals],
        }


def sections(state: State, seat: int) -> tuple[Section, ...]:
    """A seat's sections, largest first."""
    found: tuple[Section, ...] = state.remember(("sections", seat), lambda: _sections(state, seat))
    return found


def score(state: State) -> Score:
    """The score as it stands."""
    found: Score = state.remember("score", lambda: _score(state))
    return found


def areas_and_score(state: State) -> Json:
    """Both seats' sections and the score, as they are shown beside the position."""
    listed = [_listed(sections(state, seat)) for seat in (0, 1)]
    return {"areas": listed, "score": score(state).as_json()}


def _listed(own: Sequence[Section]) -> list[Json]:
    return [
        {
            "area": plain_number(section.area),
            "group": section.group,
            "counts": section.why == "counts",
            "why": section.why,
            "outline": outline,
        }
        for section, outline in zip(own, _outlines(own))
    ]


def _sections(state: State, seat: int) -> tuple[Section, ...]:
    strokes = state.strokes(seat)
    if not len(strokes.rows):
        return ()
    found = faces(strokes, state.settings.side)
    areas = (found.areas / UNIT**2).tolist()
    order = [number for number in _largest_first(found) if areas[number] >= SMALLEST]
    small = [number for number in order if areas[number] <= state.settings.upper + SMALLEST]
    group = dict(zip(small, _groups([found.figures[number] for number in small])))
    shares: dict[int, list[float]] = {}
    for number, own in group.items():
        shares.setdefault(own, []).append(areas[number])
    least = state.settings.lower - SMALLEST
    enough = {own: fsum(parts) >= least for own, parts in shares.items()}

    def why(number: int) -> Why:
        if number not in group:
            return "too-big"
        return "counts" if enough[group[number]] else "group-too-small"

    return tuple(
        Section(found.polygons[number], areas[number], group.get(number), why(number))
        for number in order
    )


def _largest_first(found: Faces) -> list[int]:
    """The faces by area; those of equal area by their smallest point."""
    sizes = np.rint(found.areas / UNIT**2 * _STEPS)
    points, polygon = shapes.corners(found.polygons)
    _, first = np.unique(polygon, return_index=True)
    order: list[int] = np.lexsort((points[first, 1], points[first, 0], -sizes)).tolist()
    return order


def _groups(figures: Sequence[tuple[int, ...]]) -> list[int]:
    """For each section the number of its group: sections with a common figure are in one.

    >>> _groups([(1, 2), (3,), (2, 5), (), (5,)])
    [0, 1, 0, 2, 0]
    """
    leader = list(range(len(figures)))

    def lead(section: int) -> int:
        while leader[section] != section:
            leader[section] = section = leader[leader[section]]
        return section

    seen: dict[int, int] = {}
    for section, own in enumerate(figures):
        for figure in own:
            one, other = sorted((lead(seen.setdefault(figure, section)), lead(section)))
            leader[other] = one
    number: dict[int, int] = {}
    return [number.setdefault(lead(section), len(number)) for section in range(len(figures))]


def _score(state: State) -> Score:
    counting = [
        [section for section in sections(state, seat) if section.why == "counts"] for seat in (0, 1)
    ]
    black, white = (fsum(section.area for section in own) for own in counting)
    shared = shapes.shared_area(*map(_polygons, counting)) / UNIT**2
    board = (state.settings.size - 1) ** 2
    return Score(
        own=(max(black - shared, 0.0), max(white - shared, 0.0)),
        shared=shared,
        open=max(board - black - white + shared, 0.0),
        komi=state.settings.komi,
    )


def _outlines(own: Sequence[Section]) -> list[Any]:
    """Each section's outer ring and holes, their points in spaces."""
    if not own:
        return []
    points, first_point, first_ring = shapes.rings(_polygons(own))
    rounded = np.round(points / UNIT, 6)
    spaces = rounded.tolist()
    for number, axis in np.argwhere(rounded == np.rint(rounded)).tolist():
        spaces[number][axis] = int(spaces[number][axis])
    rings = [spaces[begin:end] for begin, end in pairwise(first_point.tolist())]
    return [rings[begin:end] for begin, end in pairwise(first_ring.tolist())]


def _polygons(own: Sequence[Section]) -> shapes.Polygons:
    return np.array([section.polygon for section in own])

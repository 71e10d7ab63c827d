"""What players see of a game of Continuous Go: the position, and as an extra areas and score.

Rules: continuous-go.md, "Area" and "Position".
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Any

import numpy as np

from ..changes import Change, changes
from ..outcome import plain_number
from ..rules import Json, Point
from . import shapes
from .areas import Sections, score, sections
from .exact import SPACE, UNIT
from .state import State, path_json

MOST_OUTLINED = 40_000
"""The most points of outlines that a page gets: about a megabyte before compression."""


def view(state: State, seat: int | None) -> Json:
    """The position, the same for every seat: nothing is ever sealed. A finished one has the areas
    and the score."""
    position = without_areas(state)
    return {**position, **areas_and_score(state)} if state.finished else position


def without_areas(state: State) -> Json:
    """The position without the areas, which take long to work out."""
    return {
        "size": state.settings.size,
        "lines": _lines_json(state.lines.since(0)),
        **_beside_lines(state),
    }


def changes_without_areas(before: State, after: State) -> list[Change]:
    """The changes that turn one :func:`without_areas` into another: the lines that are gone and
    those that are new. Lines that both share are not compared one by one."""
    same = before.lines.shared_with(after.lines)
    gone, new = len(before.lines) - same, _lines_json(after.lines.since(same))
    lines: list[Change] = [[["lines"], same, gone, new]] if gone or new else []
    return lines + changes(_beside_lines(before), _beside_lines(after))


def _lines_json(lines: Iterable[tuple[int, list[Point]]]) -> list[Json]:
    return [{"seat": seat, "path": path_json(path)} for seat, path in lines]


def _beside_lines(state: State) -> Json:
    """The parts of a position that stay small, however much is drawn."""
    beside: Json = {
        "remaining": plain_number(state.remaining / SPACE),
        "consecutive_passes": state.passes,
    }
    return {**beside, "score": score(state).as_json()} if state.finished else beside


def areas_and_score(state: State) -> Json:
    """Both seats' sections and the score, as the extra shows them."""
    listed = [_listed(sections(state, seat)) for seat in (0, 1)]
    return {"areas": listed, "score": score(state).as_json()}


def shown_areas(state: State) -> Json:
    """The same for pages: without sections if their outlines are too large for a page."""
    points = sum(shapes.count_points(sections(state, seat).polygons) for seat in (0, 1))
    if points > MOST_OUTLINED:
        return {"areas": None, "score": score(state).as_json()}
    return areas_and_score(state)


def _listed(own: Sections) -> list[Json]:
    return [
        {
            "area": plain_number(area),
            "group": group,
            "counts": why == "counts",
            "why": why,
            "outline": outline,
        }
        for area, group, why, outline in zip(own.areas, own.groups, own.why, _outlines(own))
    ]


def _outlines(own: Sections) -> list[Any]:
    """Each section's outer ring and holes, with points in spaces."""
    if own.faces is None:
        return []
    rounded = np.round(own.faces.places / UNIT, 6)
    spaces = rounded.tolist()
    for number, axis in np.argwhere(rounded == np.rint(rounded)).tolist():
        spaces[number][axis] = int(spaces[number][axis])
    found = own.faces.rings
    points = [spaces[place] for place in found.place.tolist()]
    rings = [points[begin:end] for begin, end in pairwise(found.first_place.tolist())]
    first = found.first_ring.tolist()
    return [rings[first[face] : first[face + 1]] for face in own.order.tolist()]

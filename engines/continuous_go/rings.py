"""The rings around the faces into which lines divide the plane, found by walking half-edges.

A half-edge is a chain of pieces walked in one direction: ``2 * chain`` from its first place to its
last, ``2 * chain + 1`` back. A walk that at each place takes the next half-edge counterclockwise
from the one that leads back has the same face on its right all the way around. So a face's outer
ring is walked clockwise and the rings of its holes counterclockwise.

Rules: continuous-go.md, "Area".
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from . import shapes
from .shapes import Floats, Indices, Polygons

_WALKED = -1


@dataclass(frozen=True)
class Rings:
    """Faces as polygons, and their rings. Each ring is closed and begins with its smallest place.

    ``place``: the places of all rings, one ring after another. ``first_place``: the index in
    ``place`` at which each ring begins. ``first_ring``: the index of each face's outer ring; its
    holes follow it, those with more places first, on a tie those with the larger first place.
    ``first_place`` and ``first_ring`` each have one more entry: the end of the last ring or face.
    """

    polygons: Polygons
    place: Indices
    first_place: Indices
    first_ring: Indices


def rings(places: Floats, passed: Indices, size: Indices) -> Rings:
    """The rings of all faces except the one outside the board.

    ``places``: (p, 2), ascending by x, then y; the first is a corner of the board. ``passed``: the
    places of all chains, one chain after another; ``size``: the number of places of each. All
    pieces are different, no two cross, and chains meet only at their ends. The faces are sorted by
    the least half-edges of their outer rings.
    """
    end = np.cumsum(size) - 1
    begin = end - size + 1
    tail = np.column_stack([passed[begin], passed[end]]).ravel()
    way = places[np.column_stack([passed[begin + 1], passed[end - 1]]).ravel()] - places[tail]
    edge, edges, walk = _loops(_onward(tail, np.arctan2(way[:, 1], way[:, 0])), tail)
    first_edge = np.cumsum(edges) - edges
    pieces = np.add.reduceat(size[edge >> 1] - 1, first_edge)
    place, count = _closed(_along(edge, begin, end, passed), pieces)
    last = np.cumsum(count)
    first = last - count
    doubled = _doubled(places, place, first)
    outer = doubled <= 0
    lines = shapes.rings_through(places[place], np.repeat(np.arange(len(count)), count))
    spots = places[place[first]]
    face = _faces(lines, spots, walk, doubled)
    kept = np.flatnonzero(face >= 0)
    rank = np.minimum.reduceat(edge, first_edge)[face[kept]]
    holes = -place[first + 1][kept], -place[first][kept], -count[kept], ~outer[kept]
    order = np.lexsort((*holes, rank))
    kept = kept[order]
    begins = np.cumsum(count[kept]) - count[kept]
    steps = np.arange(count[kept].sum()) - np.repeat(begins, count[kept])
    return Rings(
        shapes.polygons(lines[kept], np.cumsum(outer[kept]) - 1),
        place[np.repeat(first[kept], count[kept]) + steps],
        np.append(begins, len(steps)),
        np.append(np.flatnonzero(outer[kept]), len(kept)),
    )


def _onward(tail: Indices, angle: Floats) -> Indices:
    """The half-edge that is walked after each one. ``tail``, ``angle``: the place where each
    half-edge begins, and its direction there."""
    order = np.argsort(tail + 1j * angle)
    begins = np.append(True, np.diff(tail[order]) != 0)
    counterclockwise = np.roll(order, -1)
    counterclockwise[np.roll(begins, -1)] = order[begins]
    turned = np.empty_like(order)
    turned[order] = counterclockwise
    onward: Indices = turned[np.arange(len(tail)) ^ 1]
    return onward


def _loops(onward: Indices, tail: Indices) -> tuple[Indices, Indices, Indices]:
    """The half-edges of all loops, the number of half-edges of each loop, and its walk's index.

    A closed walk is cut into loops wherever it returns to a place, so that a loop passes each place
    once. A chain that is walked there and back separates nothing and is left out.
    """
    walked, begins = _walks(onward)
    length = np.diff(begins)
    number = np.repeat(np.arange(len(length)), length)
    places = int(tail.max()) + 1
    passing = np.sort(number * places + tail[walked])
    again = np.unique(passing[1:][passing[1:] == passing[:-1]] // places)
    cut = [
        (loop, walk)
        for walk in again.tolist()
        for loop in _cut(walked[begins[walk] : begins[walk + 1]], tail)
    ]
    whole = np.setdiff1d(np.arange(len(length)), again, assume_unique=True)
    edge = _joined(
        np.array(walked)[~np.isin(number, again)], [one for loop, _ in cut for one in loop]
    )
    size = _joined(length[whole], [len(loop) for loop, _ in cut])
    walk_of = _joined(whole, [walk for _, walk in cut])
    first = np.cumsum(size) - size
    kept = (size != 2) | (edge[first] ^ 1 != edge[first + size - 1])
    return edge[np.repeat(kept, size)], size[kept], walk_of[kept]


def _walks(onward: Indices) -> tuple[list[int], list[int]]:
    """The half-edges of all closed walks, one walk after another, and the index at which each walk
    begins, followed by the end of the last one.

    >>> _walks(np.array([2, 1, 0]))
    ([0, 2, 1], [0, 2, 3])
    """
    walked: list[int] = []
    begins = [0]
    left = onward.tolist()
    for begin, after in enumerate(left):
        edge, following = begin, after
        if following == _WALKED:
            continue
        while following != _WALKED:
            left[edge] = _WALKED
            walked.append(edge)
            edge, following = following, left[following]
        begins.append(len(walked))
    return walked, begins


def _joined(numbers: Indices, more: list[int]) -> Indices:
    return np.concatenate([numbers, np.array(more, dtype=np.int64)])


def _cut(walk: list[int], tail: Indices) -> list[list[int]]:
    """The loops of a closed walk, each cut out as soon as it returns to its first place.

    >>> _cut([0, 1, 2, 3], np.array([7, 8, 8, 7]))
    [[1], [0, 2], [3]]
    """
    loops: list[list[int]] = []
    path: list[tuple[int, int]] = []
    left_by: dict[int, int] = {}
    places = tail[walk].tolist()
    for edge, start, end in zip(walk, places, [*places[1:], places[0]]):
        left_by[start] = len(path)
        path.append((edge, start))
        if end in left_by:
            loop = path[left_by[end] :]
            del path[left_by[end] :]
            for _, place in loop:
                del left_by[place]
            loops.append([each for each, _ in loop])
    return loops


def _along(edge: Indices, begin: Indices, end: Indices, passed: Indices) -> Indices:
    """The places of the half-edges one after another, without the last place of each."""
    size = (end - begin)[edge >> 1]
    back = edge & 1
    steps = np.arange(size.sum()) - np.repeat(np.cumsum(size) - size, size)
    first = np.where(back, end[edge >> 1], begin[edge >> 1])
    found: Indices = passed[np.repeat(first, size) + np.repeat(1 - 2 * back, size) * steps]
    return found


def _closed(place: Indices, count: Indices) -> tuple[Indices, Indices]:
    """The places of the loops, rotated so that each loop begins and ends with its smallest place;
    and the number of places of each, now one more than ``count``.

    >>> _closed(np.array([5, 3, 4, 8, 7]), np.array([3, 2]))
    (array([3, 4, 5, 3, 7, 8, 7]), array([4, 3]))
    """
    first = np.cumsum(count) - count
    least = np.minimum.reduceat(place, first)
    turn = np.flatnonzero(place == np.repeat(least, count)) - first
    longer = count + 1
    steps = np.arange(longer.sum()) - np.repeat(np.cumsum(longer) - longer, longer)
    steps = (steps + np.repeat(turn, longer)) % np.repeat(count, longer)
    return place[np.repeat(first, longer) + steps], longer


def _doubled(places: Floats, place: Indices, first: Indices) -> Floats:
    """Twice the area inside each closed loop, negative if it is walked clockwise."""
    count = np.diff(np.append(first, len(place)))
    x, y = (places[place] - np.repeat(places[place[first]], count, axis=0)).T
    doubled: Floats = np.add.reduceat(x * np.roll(y, -1) - np.roll(x, -1) * y, first)
    return doubled


def _faces(lines: Polygons, spots: Floats, walk: Indices, doubled: Floats) -> Indices:
    """The index of the outer ring of each loop's face; -1 for the face outside the board.

    ``lines``: the loops; ``spots``: their smallest places. The loops of one walk bound one face. If
    none of them is an outer ring, they are holes of the smallest face that contains them.
    """
    outer = np.flatnonzero(doubled <= 0)
    of_walk = np.full(int(walk.max()) + 1, -1)
    of_walk[walk[outer]] = outer
    lone = np.flatnonzero(of_walk[walk] < 0)
    if len(lone) > 1:
        within, which = shapes.containing(lines[outer], spots[lone])
        by_area = np.argsort(doubled[outer[within]], kind="stable")
        of_walk[walk[lone[which[by_area]]]] = outer[within[by_area]]
    face: Indices = of_walk[walk]
    return face

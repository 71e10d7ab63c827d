"""Computes sections a second way, slowly and exactly: by a walk along half-edges, in fractions.

It shares nothing with the engine except the rules.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cmp_to_key, partial
from itertools import combinations, pairwise

Node = tuple[Fraction, Fraction]
Segment = tuple[Node, Node]
Ring = list[Node]


@dataclass(frozen=True)
class Face:
    """A face's area in square units, and the numbers of the figures on its boundary."""

    area: Fraction
    figures: frozenset[int]


def faces(paths: Iterable[Sequence[tuple[int, int]]], side: int) -> list[Face]:
    """The faces into which lines, in units, cut a board with this side."""
    lines = list({_sorted(line) for path in paths for line in pairwise(map(_node, path))})
    edge = list(pairwise(map(_node, [(0, 0), (side, 0), (side, side), (0, side), (0, 0)])))
    figure = _labels(range(len(lines)), _touching(lines))
    owner: dict[Segment, int] = {}
    around: dict[Node, set[Node]] = defaultdict(set)
    for number, pieces in enumerate(_cut([*lines, *edge])):
        for start, end in pieces:
            around[start].add(end)
            around[end].add(start)
            if number < len(lines):
                owner[_sorted((start, end))] = figure[number]
    rings = _rings(around)
    outer = [ring for ring in rings if _area(ring) > 0]
    boundaries = {number: [ring] for number, ring in enumerate(outer)}
    component = _labels(around, [(u, v) for u, ends in around.items() for v in ends])
    for hole in rings:
        holding = [
            (_area(ring), number)
            for number, ring in enumerate(outer)
            if component[ring[0]] != component[hole[0]] and _holds(ring, hole[0])
        ]
        if _area(hole) <= 0 and holding:
            boundaries[min(holding)[1]].append(hole)
    return [
        Face(
            sum(map(_area, boundary), Fraction(0)),
            frozenset(
                owner[_sorted(piece)]
                for ring in boundary
                for piece in pairwise([*ring, ring[0]])
                if _sorted(piece) in owner
            ),
        )
        for boundary in boundaries.values()
    ]


def groups(found: Sequence[Face], upper: float) -> list[list[Fraction]]:
    """The areas of each group's sections, in ascending order, without sections larger than
    ``upper``."""
    small = [face for face in found if face.area <= Fraction(upper) * 1024**2]
    linked = [
        (a, b) for a, b in combinations(range(len(small)), 2) if small[a].figures & small[b].figures
    ]
    label = _labels(range(len(small)), linked)
    areas: dict[int, list[Fraction]] = defaultdict(list)
    for number, face in enumerate(small):
        areas[label[number]].append(face.area)
    return sorted(sorted(group) for group in areas.values())


def _node(point: tuple[int, int]) -> Node:
    return Fraction(point[0]), Fraction(point[1])


def _sorted(segment: Segment) -> Segment:
    return min(segment), max(segment)


def _minus(a: Node, b: Node) -> Node:
    return a[0] - b[0], a[1] - b[1]


def _cross(a: Node, b: Node) -> Fraction:
    return a[0] * b[1] - a[1] * b[0]


def _on(point: Node, segment: Segment) -> bool:
    start, end = segment
    inside = all(min(u, v) <= w <= max(u, v) for u, v, w in zip(start, end, point))
    return inside and _cross(_minus(end, start), _minus(point, start)) == 0


def _common(a: Segment, b: Segment) -> set[Node]:
    """The points where two segments meet: a crossing, or the ends of one that lie on the other."""
    along, other = _minus(a[1], a[0]), _minus(b[1], b[0])
    below = _cross(along, other)
    if below == 0:
        return {p for p in a if _on(p, b)} | {p for p in b if _on(p, a)}
    part = _cross(_minus(b[0], a[0]), other) / below
    point = a[0][0] + along[0] * part, a[0][1] + along[1] * part
    return {point} if _on(point, a) and _on(point, b) else set()


def _touching(lines: Sequence[Segment]) -> list[tuple[int, int]]:
    pairs = combinations(range(len(lines)), 2)
    return [(i, j) for i, j in pairs if _common(lines[i], lines[j])]


def _cut(segments: Sequence[Segment]) -> list[list[Segment]]:
    nodes = [set(segment) for segment in segments]
    for i, j in combinations(range(len(segments)), 2):
        common = _common(segments[i], segments[j])
        nodes[i] |= common
        nodes[j] |= common
    return [list(pairwise(sorted(own))) for own in nodes]


def _labels(things, pairs):
    label = {thing: thing for thing in things}

    def first(thing):
        while label[thing] != thing:
            thing = label[thing]
        return thing

    for a, b in pairs:
        label[first(a)] = first(b)
    return {thing: first(thing) for thing in label}


def _rings(around: dict[Node, set[Node]]) -> list[Ring]:
    """Every ring along half-edges that turns as far left as possible at each node."""
    following: dict[Segment, Segment] = {}
    for node, ends in around.items():
        turned = sorted(ends, key=cmp_to_key(partial(_turn, node)))
        for end, after in zip(turned, turned[1:] + turned[:1]):
            following[after, node] = (node, end)
    rings = []
    while following:
        start, step = next(iter(following.items()))
        ring = [start[0]]
        del following[start]
        while step != start:
            ring.append(step[0])
            step = following.pop(step)
        rings.append(ring)
    return rings


def _turn(node: Node, u: Node, v: Node) -> int:
    first, second = _minus(u, node), _minus(v, node)
    halves = [(way[1] < 0 or (way[1] == 0 and way[0] < 0)) for way in (first, second)]
    if halves[0] != halves[1]:
        return -1 if halves[1] else 1
    return -1 if _cross(first, second) > 0 else 1


def _area(ring: Ring) -> Fraction:
    return sum((_cross(u, v) for u, v in pairwise([*ring, ring[0]])), Fraction(0)) / 2


def _holds(ring: Ring, point: Node) -> bool:
    """Whether a point lies inside the ring, given that it is not on it."""
    inside = False
    for (x0, y0), (x1, y1) in pairwise([*ring, ring[0]]):
        if (y0 > point[1]) != (y1 > point[1]):
            inside ^= point[0] < x0 + (point[1] - y0) * (x1 - x0) / (y1 - y0)
    return inside

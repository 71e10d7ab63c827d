"""One colour's lines as a set of segments, and how another line meets them.

A :class:`Strokes` is immutable, but it caches results (an index, the pairs that touch) and passes
them on to its successors, so that the cost of a step depends on its new line only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from .exact import CLEARANCE, Flags, Segments, near, touching
from .shapes import Boxes, Indices

MOST_PLACES = 10_000
"""The most crossing places that one colour's lines may have."""

_FIRST_PORTION = 8
_LARGEST_PORTION = 256
_BOXES_AT_ONCE = 4_000_000
_PAIRS_AT_ONCE = 100_000
_PAIRS_WITHOUT_INDEX = 30_000
_PAIRS_IN_A_SWEEP = 500_000


class Portion(NamedTuple):
    """The pairs (segment of a line, row), (p, 2), for the line's segments from ``start`` up to but
    not including ``stop``."""

    start: int
    stop: int
    pairs: Indices


class Strokes:
    """The distinct segments of one colour, in the order in which they were first drawn.

    ``rows``: (n, 4), each with its smaller end first.
    """

    def __init__(
        self,
        rows: Segments,
        boxes: Boxes | None = None,
        indexed: int = 0,
        pairs: Indices | None = None,
    ) -> None:
        self.rows = rows
        self._boxes = boxes
        self._indexed = indexed
        self._pairs = np.empty((0, 2), dtype=np.int64) if len(rows) < 2 else pairs

    @classmethod
    def of(cls, drawn: Segments) -> Strokes:
        """The strokes of a colour that has drawn these segments in this order."""
        return cls(_different(drawn))

    def with_line(self, line: Segments) -> tuple[Strokes, int, int]:
        """The strokes with one more line, and its numbers of new segments and crossing places.

        ``line``: the line's segments in order. A crossing place is a pair of segments, at least one
        of them new, that touch and are not neighbours in this line. Counting stops some way beyond
        :data:`MOST_PLACES`.
        """
        different = _different(line)
        touched = self._all_meeting(different, touching)
        same = (different[touched[:, 0]] == self.rows[touched[:, 1]]).all(axis=1)
        new = np.ones(len(different), dtype=np.bool_)
        new[touched[same, 0]] = False
        fresh = Strokes(different[new])
        number = len(self.rows) + np.cumsum(new) - 1
        touched = touched[new[touched[:, 0]]]
        outward = np.column_stack([touched[:, 1], number[touched[:, 0]]])
        pairs = np.vstack([outward, fresh.pairs() + len(self.rows)])
        places = len(pairs) - _neighbours(line, fresh.rows)
        known = None if self._pairs is None else np.vstack([self._pairs, pairs])
        rows = np.vstack([self.rows, fresh.rows])
        return Strokes(rows, self._boxes, self._indexed, known), len(fresh.rows), places

    def without_last(self, count: int) -> Strokes:
        """The strokes without the last ``count`` segments."""
        left = len(self.rows) - count
        pairs = None if self._pairs is None else self._pairs[self._pairs[:, 1] < left]
        return Strokes(self.rows[:left], self._boxes, min(self._indexed, left), pairs)

    def pairs(self) -> Indices:
        """The pairs of rows that touch, (p, 2), the earlier row first."""
        if self._pairs is None:
            near = _sweep(self.rows)
            if near is None:
                found = self._all_meeting(self.rows, touching)
                self._pairs = found[found[:, 0] < found[:, 1]]
            else:
                self._pairs = near[touching(self.rows[near[:, 0]], self.rows[near[:, 1]])]
        return self._pairs

    def too_near(self, line: Segments) -> Iterator[Portion]:
        """Yields the pairs (segment of ``line``, row) that are nearer than 1/64, in portions."""
        return self._meeting(line, near, CLEARANCE)

    def free(self, line: Segments) -> Flags:
        """Whether each segment of ``line`` keeps 1/64 away from all rows."""
        clear = np.ones(len(line), dtype=np.bool_)
        for _, _, found in self.too_near(line):
            clear[found[:, 0]] = False
        return clear

    def all_free(self, line: Segments) -> bool:
        """Whether the whole line keeps 1/64 away from all rows."""
        return not any(len(found) for _, _, found in self.too_near(line))

    def _all_meeting(self, line: Segments, test: Callable[[Segments, Segments], Flags]) -> Indices:
        portions = [np.empty((0, 2), dtype=np.int64)]
        count = 0
        for _, _, found in self._meeting(line, test, 0):
            portions.append(found)
            count += len(found)
            if line is not self.rows and count > 10 * MOST_PLACES:
                break
        return np.vstack(portions)

    def _meeting(
        self, line: Segments, test: Callable[[Segments, Segments], Flags], margin: int
    ) -> Iterator[Portion]:
        """Yields the pairs (segment of ``line``, row) that pass the test, in growing portions:
        callers often find what they look for early and stop."""
        start, size = 0, _FIRST_PORTION
        if line is self.rows:
            size = max(_LARGEST_PORTION, _BOXES_AT_ONCE // len(line))
        while start < len(line):
            rows = line[start : start + size]
            pairs = self._boxes_meeting(rows, margin)
            if len(pairs):
                cuts = range(_PAIRS_AT_ONCE, len(pairs), _PAIRS_AT_ONCE)
                parts = np.split(pairs, cuts) if cuts else [pairs]
                tested = [test(rows[part[:, 0]], self.rows[part[:, 1]]) for part in parts]
                pairs = pairs[np.concatenate(tested)]
                pairs[:, 0] += start
            yield Portion(start, start + len(rows), pairs)
            start, size = start + len(rows), max(size, min(4 * size, _LARGEST_PORTION))

    def _boxes_meeting(self, rows: Segments, margin: int) -> Indices:
        """The pairs (row of ``rows``, own row) whose boxes meet, the first widened by
        ``margin``."""
        if len(rows) * (len(self.rows) - self._indexed) > _PAIRS_WITHOUT_INDEX:
            self._boxes, self._indexed = Boxes(self.rows), len(self.rows)
        found = _overlaps(rows, self.rows[self._indexed :], margin)
        found[:, 1] += self._indexed
        if self._boxes is None or not self._indexed:
            return found
        indexed = self._boxes.meeting(rows, margin)
        return np.vstack([indexed[indexed[:, 1] < self._indexed], found])


def _sweep(rows: Segments) -> Indices | None:
    """The pairs of rows whose boxes meet, (p, 2), the earlier row first; None if too many rows
    overlap from left to right. ``rows`` have their smaller end first.

    The board is cut into strips about twice as high as the average row, and each strip is swept
    from left to right. A pair is reported once, in the first strip that both rows reach.
    """
    low, high = np.minimum(rows[:, 1], rows[:, 3]), np.maximum(rows[:, 1], rows[:, 3])
    height = 2 * int((high - low).sum()) // len(rows) + 1
    first, last = low // height, high // height
    row, strip = _spread(np.arange(len(rows)), first, last - first + 1)
    left = strip << 15 | rows[row, 0]
    order = np.argsort(left)
    left, row, strip = left[order], row[order], strip[order]
    after = np.arange(1, len(row) + 1)
    count = np.searchsorted(left, strip << 15 | rows[row, 2], side="right") - after
    if count.sum() > _PAIRS_IN_A_SWEEP:
        return None
    place, other = _spread(after - 1, after, count)
    one, other = row[place], row[other]
    meet = (low[other] <= high[one]) & (low[one] <= high[other])
    meet &= np.maximum(first[one], first[other]) == strip[place]
    one, other = one[meet], other[meet]
    return np.column_stack([np.minimum(one, other), np.maximum(one, other)])


def _spread(things: Indices, first: Indices, count: Indices) -> tuple[Indices, Indices]:
    """Repeats each thing ``count`` times, paired with consecutive numbers from its ``first`` on.

    >>> _spread(np.array([7, 8]), np.array([20, 30]), np.array([1, 2]))
    (array([7, 8, 8]), array([20, 30, 31]))
    """
    begins = first - np.cumsum(count) + count
    numbers: Indices = np.repeat(begins, count)
    numbers += np.arange(len(numbers))
    return np.repeat(things, count), numbers


def _different(line: Segments) -> Segments:
    """The distinct segments of a line, smaller end first, in the order in which they first
    appear."""
    start, end = line[:, 0] << 15 | line[:, 1], line[:, 2] << 15 | line[:, 3]
    rows = np.where((start > end)[:, None], line[:, [2, 3, 0, 1]], line)
    names = np.minimum(start, end) << 30 | np.maximum(start, end)
    ordered = np.sort(names)
    if (ordered[1:] != ordered[:-1]).all():
        return rows
    _, first = np.unique(names, return_index=True)
    return rows[np.sort(first)]


def _keys(rows: Segments) -> Indices:
    """A single integer for each segment, made of its four coordinates, which are below 2**15."""
    return ((rows[:, 0] << 15 | rows[:, 1]) << 15 | rows[:, 2]) << 15 | rows[:, 3]


def _neighbours(line: Segments, fresh: Segments) -> int:
    """How many pairs of different segments are neighbours in a line, at least one of them being in
    ``fresh``."""
    if len(line) < 2:
        return 0
    forward, backward = _keys(line), _keys(line[:, [2, 3, 0, 1]])
    names = np.minimum(forward, backward).tolist()
    new = set(_keys(fresh).tolist())
    return len(
        {frozenset(two) for two in pairwise(names) if two[0] != two[1] and not new.isdisjoint(two)}
    )


def _overlaps(rows: Segments, others: Segments, margin: int) -> Indices:
    """The pairs whose boxes meet, the first widened by ``margin``. ``others`` have their smaller
    end first."""
    low = np.minimum(rows[:, :2], rows[:, 2:]) - margin
    high = np.maximum(rows[:, :2], rows[:, 2:]) + margin
    pairs = np.argwhere((others[:, 0] <= high[:, :1]) & (others[:, 2] >= low[:, :1]))
    row, other = pairs.T
    least = np.minimum(others[other, 1], others[other, 3])
    most = np.maximum(others[other, 1], others[other, 3])
    found: Indices = pairs[(least <= high[row, 1]) & (most >= low[row, 1])]
    return found

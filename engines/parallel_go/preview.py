"""What each mark in a count would change, and how many points each side would have after it.

The board is divided into rooms: stones that are marked together form one, and so do the empty
points of one region. A mark changes only the rooms around it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import lru_cache

from ..board import EMPTY, colours, neighbours, regions
from .counting import marked_with


@dataclass(frozen=True, slots=True)
class PossibleMark:
    """``stones`` (indices, ascending) of ``seat`` that are marked together. ``dies``: whether they
    would then be dead; ``points``: black's and white's after it."""

    seat: int
    stones: tuple[int, ...]
    dies: bool
    points: tuple[int, int]


def marks_possible(board: bytes, size: int, dead: Collection[int]) -> list[PossibleMark]:
    """Every possible mark, in the order of their first stones.

    >>> board = bytes([2, 1, 2, 4, 4, 4, 2, 4, 1])  # B.B, WWW, BW.
    >>> [(mark.stones, mark.points) for mark in marks_possible(board, 3, dead=())]
    [((0, 2), (1, 8)), ((3, 4, 5, 7), (9, 0)), ((6,), (2, 6))]
    """
    rooms = _rooms(board, size)
    gone = {rooms.at[index] for index in dead}
    count = _Count(rooms, gone)
    found = []
    for party, stones in enumerate(rooms.stones):
        dies = party not in gone
        points = count.without(party) if dies else count.again_with(party)
        found.append(PossibleMark(rooms.seats[party], stones, dies, points))
    return found


@dataclass(frozen=True, slots=True)
class _Rooms:
    """``at``: the number of each point's room. The rooms with ``stones``, which belong to
    ``seats``, come first, then the empty ones. ``sizes``: in points; ``beside``: the rooms that
    touch each room."""

    at: tuple[int, ...]
    stones: tuple[tuple[int, ...], ...]
    seats: tuple[int, ...]
    sizes: tuple[int, ...]
    beside: tuple[frozenset[int], ...]


@lru_cache(maxsize=8)  # a count is made of many marks on one board
def _rooms(board: bytes, size: int) -> _Rooms:
    at = [-1] * len(board)
    parties: list[tuple[int, ...]] = []
    for index, stones in enumerate(board):
        if stones != EMPTY and at[index] < 0:
            party = marked_with(board, size, index)
            for point in party:
                at[point] = len(parties)
            parties.append(party)
    sizes = [len(party) for party in parties]
    for region, _ in regions(board, neighbours(size)):
        for point in region:
            at[point] = len(sizes)
        sizes.append(len(region))
    beside: list[set[int]] = [set() for _ in sizes]
    for point, around in enumerate(neighbours(size)):
        beside[at[point]].update(at[near] for near in around)
    return _Rooms(
        tuple(at),
        tuple(parties),
        tuple(colours(board[party[0]])[0] for party in parties),
        tuple(sizes),
        tuple(frozenset(near - {room}) for room, near in enumerate(beside)),
    )


@dataclass(frozen=True, slots=True)
class _Area:
    """Adjoining rooms without living stones, and the living rooms around them."""

    size: int
    around: frozenset[int]


class _Count:
    """The count as it stands, and what it would be with one more room of stones dead, or alive
    again."""

    def __init__(self, rooms: _Rooms, gone: Collection[int]) -> None:
        self._rooms = rooms
        self._gone = gone
        empty = range(len(rooms.stones), len(rooms.sizes))
        self._areas: list[_Area] = []
        self._area_of: dict[int, int] = {}
        self._members: list[set[int]] = []
        for area, members in self._joined([*empty, *gone], living=None):
            self._area_of.update(dict.fromkeys(members, len(self._areas)))
            self._areas.append(area)
            self._members.append(members)
        points = [0, 0]
        for party, seat in enumerate(rooms.seats):
            points[seat] += rooms.sizes[party] if party not in gone else 0
        self._points = tuple(points)
        self._points = self._changed(add=self._areas)

    def without(self, party: int) -> tuple[int, int]:
        """The points if these stones were dead, too: they and the areas beside them become one
        area."""
        rooms = self._rooms
        touched = {self._area_of[room] for room in rooms.beside[party] if room in self._area_of}
        joined = [self._areas[number] for number in touched]
        living = {room for room in rooms.beside[party] if room not in self._area_of}
        around = living.union(*(area.around for area in joined)) - {party}
        whole = _Area(
            rooms.sizes[party] + sum(area.size for area in joined),
            frozenset(around),
        )
        return self._changed(add=[whole], take=joined, party=party, lives=-1)

    def again_with(self, party: int) -> tuple[int, int]:
        """The points if these stones were alive again: one area falls apart into several."""
        number = self._area_of[party]
        parts = [area for area, _ in self._joined(self._members[number] - {party}, living=party)]
        return self._changed(add=parts, take=[self._areas[number]], party=party, lives=1)

    def _joined(
        self, among: Collection[int], living: int | None
    ) -> Iterable[tuple[_Area, set[int]]]:
        """Joins these rooms, which hold no living stones, into areas, and yields each with its
        rooms. ``living``: a room that counts as alive although it is marked dead."""
        rooms, left = self._rooms, set(among)
        while left:
            members, around, stack = set(), set(), [left.pop()]
            while stack:
                room = stack.pop()
                members.add(room)
                for near in rooms.beside[room]:
                    if near in left:
                        left.remove(near)
                        stack.append(near)
                    elif near == living or self._lives(near):
                        around.add(near)
            yield _Area(sum(rooms.sizes[room] for room in members), frozenset(around)), members

    def _lives(self, room: int) -> bool:
        return room < len(self._rooms.stones) and room not in self._gone

    def _changed(
        self,
        *,
        add: Iterable[_Area],
        take: Iterable[_Area] = (),
        party: int | None = None,
        lives: int = 0,
    ) -> tuple[int, int]:
        """The points with some areas added and some taken away. ``lives``: 1 if the stones of
        ``party`` count again, -1 if they no longer count."""
        points = list(self._points)
        if party is not None:
            points[self._rooms.seats[party]] += lives * self._rooms.sizes[party]
        for sign, areas in ((1, add), (-1, take)):
            for area in areas:
                owners = {self._rooms.seats[room] for room in area.around}
                if len(owners) == 1:
                    points[owners.pop()] += sign * area.size
        return points[0], points[1]

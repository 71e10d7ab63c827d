"""A position of Continuous Go as walls of a lattice, for looking ahead. It is changed in place. Of
lines that do not follow the lattice it knows only which walls they rule out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..rules import Point
from .exact import LEAST, SPACE
from .lattice import Lattice, bits, lattice, union
from .state import State
from .walls import Piece, gaps, path_along, walls_of

Choice = tuple[int, ...]
"""The walls to draw, in order along a line; none to pass."""

_LEAST = LEAST / SPACE


@dataclass(slots=True)
class Sketch:
    """For each seat, as sets: ``drawn``, its walls; ``dead``, those that it cannot draw;
    ``covered``, the squares of its area; ``open``, the rectangles that it can enclose and that
    would add to its area; ``near``, all rectangles near the opponent's walls, open or not.

    ``lacking``, ``adding``: for each seat and number, the rectangles that lack this number of
    walls, and those that add this number of squares, open or not.

    ``left``: for each seat what is left of its budget, in spaces. The last wall of a turn may take
    more than is left; the next turn then has so much less. ``seat``: whose turn it is, -1 when the
    game is over.
    ``passes``: as in ``State``. ``drew``: whether something was drawn in this turn.
    """

    lattice: Lattice
    budget: float
    komi: float
    lower: float
    drawn: list[int]
    dead: list[int]
    covered: list[int]
    open: list[int]
    near: list[int]
    lacking: list[list[int]]
    adding: list[list[int]]
    left: list[float]
    seat: int
    passes: int
    drew: bool

    def copy(self) -> Sketch:
        """The same position, which may be changed without changing this one."""
        return Sketch(
            self.lattice,
            self.budget,
            self.komi,
            self.lower,
            self.drawn.copy(),
            self.dead.copy(),
            self.covered.copy(),
            self.open.copy(),
            self.near.copy(),
            [own.copy() for own in self.lacking],
            [own.copy() for own in self.adding],
            self.left.copy(),
            self.seat,
            self.passes,
            self.drew,
        )

    def play(self, choice: Choice) -> None:
        """Draws these walls as far as the budget goes, or passes."""
        seat = self.seat
        if not choice:
            self._end_turn()
            return
        left, lengths = self.left[seat], self.lattice.lengths
        for wall in choice:
            if left < _LEAST:
                break
            left -= lengths[wall]
            self._draw(wall, seat)
        self.left[seat] = left
        self.drew = True
        if left < _LEAST:
            self._end_turn()

    def add(self, wall: int, seat: int) -> None:
        """Adds a wall to those that a seat has drawn, and what it encloses to the seat's area."""
        self.drawn[seat] |= 1 << wall
        self.near[1 - seat] |= self.lattice.near[wall]
        having = self.lattice.with_wall[wall]
        closed = _count_down(self.lacking[seat], having) & self.open[seat]
        if closed:
            self._cover(seat, closed)

    def _draw(self, wall: int, seat: int) -> None:
        other, grid = 1 - seat, self.lattice
        self.add(wall, seat)
        self.dead[other] |= grid.crossed[seat][wall]
        self.open[other] &= ~grid.ruled_out[seat][wall]

    def _cover(self, seat: int, closed: int) -> None:
        """Adds rectangles to a seat's area; those that would add nothing any more are open no
        longer."""
        grid, adding = self.lattice, self.adding[seat]
        new = union(grid.rectangles[index].squares for index in bits(closed)) & ~self.covered[seat]
        self.covered[seat] |= new
        for square in bits(new):
            _count_down(adding, grid.with_square[square])
        self.open[seat] &= ~adding[0]

    def _end_turn(self) -> None:
        seat = self.seat
        self.passes = 0 if self.drew else self.passes + 1
        self.left[seat] = min(self.left[seat], 0.0) + self.budget
        self.drew = False
        self.seat = 1 - seat if self.passes < 2 else -1


def sketch(state: State) -> Sketch | None:
    """The position of a state; None if its options leave no room for a lattice."""
    grid = lattice(state.settings)
    if grid is None:
        return None
    rectangles = (1 << len(grid.rectangles)) - 1
    lacking = _by_count([each.walls for each in grid.rectangles])
    adding = _by_count([each.squares for each in grid.rectangles])
    left = [state.settings.budget] * 2
    left[state.seat] = state.remaining / SPACE
    position = Sketch(
        grid,
        state.settings.budget,
        state.settings.komi,
        state.settings.lower,
        drawn=[0, 0],
        dead=[0, 0],
        covered=[0, 0],
        open=[rectangles, rectangles],
        near=[0, 0],
        lacking=[lacking, lacking.copy()],
        adding=[adding, adding.copy()],
        left=left,
        seat=-1 if state.finished else state.seat,
        passes=state.passes,
        drew=state.drawn > 0,
    )
    for seat in (0, 1):
        _add_lines(position, state, seat)
    return position


def as_path(state: State, choice: Choice) -> Sequence[Point]:
    """The line that draws the missing parts of these walls, for the seat whose turn it is."""
    grid, seat = lattice(state.settings), state.seat
    assert grid is not None
    walls = walls_of(state.strokes(seat))
    pieces: list[Piece] = []
    ends = [grid.ends[seat][wall] for wall in choice]
    for number, (low, high) in enumerate(ends):
        after = ends[number + 1] if number + 1 < len(ends) else ()
        before = ends[number - 1] if number else ()
        backwards = (low in after and high not in after) or (high in before and low not in before)
        pieces += gaps(high, low, walls) if backwards else gaps(low, high, walls)
    return path_along(tuple(pieces))


def _add_lines(position: Sketch, state: State, seat: int) -> None:
    """Adds a seat's walls to a position; marks which others the opponent's lines rule out."""
    grid = position.lattice
    walls = walls_of(state.strokes(seat))
    missing = [
        (wall, piece)
        for wall, (low, high) in enumerate(grid.ends[seat])
        for piece in gaps(low, high, walls)
    ]
    rows = np.array([[*start, *end] for _, (start, end) in missing], dtype=np.int64)
    free = state.strokes(1 - seat).free(rows.reshape(-1, 4)).tolist()
    blocked = [wall for (wall, _), clear in zip(missing, free) if not clear]
    position.dead[seat] = union(1 << wall for wall in blocked)
    position.open[seat] &= ~union(grid.with_wall[wall] for wall in blocked)
    undrawn = {wall for wall, _ in missing}
    for wall in range(len(grid.ends[seat])):
        if wall not in undrawn:
            position.add(wall, seat)


def _by_count(sets: Sequence[int]) -> list[int]:
    """For each number the indices of the sets that have this number of members, as a set."""
    found = [0] * (1 + max((members.bit_count() for members in sets), default=0))
    for index, members in enumerate(sets):
        found[members.bit_count()] |= 1 << index
    return found


def _count_down(by_count: list[int], members: int) -> int:
    """Lowers the count of these members by one; returns those whose count is now zero."""
    none = 0
    for count in range(1, len(by_count)):
        moved = by_count[count] & members
        if moved:
            by_count[count] ^= moved
            by_count[count - 1] |= moved
            if count == 1:
                none = moved
    return none

"""A position of Continuous Go as walls of a lattice, for looking ahead: it is changed in place, and
knows nothing of lines that do not follow the lattice but which walls they rule out."""

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
    ``open``, the rectangles that it can enclose and that would add to its area; ``begun``, those
    of them (and others) of which it has a wall; ``covered``, the squares of its area.

    ``left``: for each seat what is left of its budget, in spaces. A turn's last wall may take more,
    which is missing in the next turn. ``seat``: whose turn it is, -1 when the game is over.
    ``passes``: as in ``State``. ``drew``: whether something was drawn in this turn.
    """

    lattice: Lattice
    budget: float
    komi: float
    lower: float
    drawn: list[int]
    dead: list[int]
    open: list[int]
    begun: list[int]
    covered: list[int]
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
            self.open.copy(),
            self.begun.copy(),
            self.covered.copy(),
            self.left.copy(),
            self.seat,
            self.passes,
            self.drew,
        )

    def play(self, choice: Choice) -> None:
        """Draws these walls as far as the budget goes, or passes."""
        seat, grid = self.seat, self.lattice
        if not choice:
            self._end_turn()
            return
        left = self.left[seat]
        for wall in choice:
            if left < _LEAST:
                break
            left -= grid.lengths[wall]
            self.drawn[seat] |= 1 << wall
            self.begun[seat] |= grid.with_wall[wall]
            self.dead[1 - seat] |= grid.crossed[seat][wall]
            self.open[1 - seat] &= ~grid.ruled_out[seat][wall]
        self.left[seat] = left
        self.drew = True
        self.cover(seat, union(grid.with_wall[wall] for wall in choice))
        if left < _LEAST:
            self._end_turn()

    def cover(self, seat: int, changed: int) -> None:
        """Adds what the seat has enclosed to its area; closes what would add nothing any more."""
        grid, missing, covered = self.lattice, ~self.drawn[seat], self.covered[seat]
        new = 0
        for index in bits(changed & self.open[seat]):
            each = grid.rectangles[index]
            if not each.walls & missing:
                new |= each.squares
        new &= ~covered
        if not new:
            return
        self.covered[seat] = covered = covered | new
        for index in bits(union(grid.with_square[square] for square in bits(new))):
            if not grid.rectangles[index].squares & ~covered:
                self.open[seat] &= ~(1 << index)

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
    left = [state.settings.budget] * 2
    left[state.seat] = state.remaining / SPACE
    position = Sketch(
        grid,
        state.settings.budget,
        state.settings.komi,
        state.settings.lower,
        drawn=[0, 0],
        dead=[0, 0],
        open=[rectangles, rectangles],
        begun=[0, 0],
        covered=[0, 0],
        left=left,
        seat=-1 if state.finished else state.seat,
        passes=state.passes,
        drew=state.drawn > 0,
    )
    for seat in (0, 1):
        _add_lines(position, state, seat)
    return position


def as_path(state: State, choice: Choice) -> Sequence[Point]:
    """The line that draws what is missing of these walls, for the seat on turn."""
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
    """Adds a seat's walls to a position, and what the other's lines rule out."""
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
    every = (1 << len(grid.ends[seat])) - 1
    position.drawn[seat] = every & ~union(1 << wall for wall, _ in missing)
    position.begun[seat] = union(grid.with_wall[wall] for wall in bits(position.drawn[seat]))
    position.cover(seat, position.begun[seat])

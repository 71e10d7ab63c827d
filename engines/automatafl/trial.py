"""A board on which bots try moves and take them back.

The rules are those of ``agent`` and ``moves``, without what they tell people about each move: a bot
tries thousands of moves for each that it makes. A piece is a number here: 0 for an empty cell, else
WHITE, BLACK or AGENT.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from .agent import NUMBER, look
from .moves import Move
from .state import State

WHITE, BLACK, AGENT = 1, 2, 3
PIECES = ".WBA"

Rays = tuple[range, range, range, range]
"""The cells to the left of a cell, to the right, above and below, the nearest first."""

Undo = list[tuple[int, int]]
"""Cells and what was on them, in the order in which they changed."""


@cache
def rays_of(width: int, height: int) -> tuple[Rays, ...]:
    """The rays of every cell of a board of this size."""
    return tuple(
        (
            range(cell - 1, cell - cell % width - 1, -1),
            range(cell + 1, cell - cell % width + width),
            range(cell - width, -1, -width),
            range(cell + width, width * height, width),
        )
        for cell in range(width * height)
    )


class Trial:
    """A position that changes in place."""

    def __init__(self, state: State) -> None:
        self.cells = [PIECES.index(piece) for piece in state.board]
        self.width = state.width
        self.agent = state.agent
        self.rays = rays_of(state.width, state.height)
        self._tie_stays = state.tie == "freeze"

    def set_up(self, cells: bytes, agent: int) -> None:
        """Goes on from other pieces, with the Agent on this cell."""
        self.cells[:] = cells
        self.agent = agent

    def destination(self) -> int:
        """The cell that the Agent goes to now; its own if it stays."""
        cells = self.cells
        seen = []
        for ray in self.rays[self.agent]:
            for cell in ray:
                if cells[cell]:
                    seen.append((cells[cell], ray.index(cell) + 1))
                    break
            else:
                seen.append((0, len(ray)))
        row, right = _decision(seen[0], seen[1])
        column, down = _decision(seen[2], seen[3])
        if row < column or (row == column and self._tie_stays):
            return self.agent + right if row != column else self.agent
        return self.agent + down * self.width

    def walk(self) -> int:
        """Makes the Agent's step. Returns the cell that it came from, for :meth:`walk_to`."""
        came_from = self.agent
        self.walk_to(self.destination())
        return came_from

    def walk_to(self, cell: int) -> None:
        """Puts the Agent on this cell, which is empty or its own."""
        self.cells[self.agent] = 0
        self.cells[cell] = AGENT
        self.agent = cell

    def carry_out(self, moves: Sequence[Move]) -> Undo:
        """Carries out different moves that do not conflict (``moves.carry_out``)."""
        cells = self.cells
        starts = [start for start, _ in moves]
        waiting = [
            (start, end, self._is_open(start, end, starts))
            for start, end in moves
            if starts.count(start) == 1
        ]
        undo: Undo = []
        going = True
        while going:
            going = False
            for move in waiting:
                start, end, is_open = move
                if cells[start] and not cells[end]:
                    waiting.remove(move)
                    going = True
                    if is_open:
                        undo += ((start, cells[start]), (end, 0))
                        cells[end], cells[start] = cells[start], 0
                    break
        return undo

    def take_back(self, undo: Undo) -> None:
        """Puts the pieces back to where they were."""
        for cell, piece in reversed(undo):
            self.cells[cell] = piece

    def _is_open(self, start: int, end: int, starts: Sequence[int]) -> bool:
        """Whether no piece is in the way of a move, before any of them is carried out."""
        stride = self.width if (end - start) % self.width == 0 else 1
        first, beyond = (end, start) if end < start else (start + stride, end + stride)
        if not any(self.cells[first:beyond:stride]):
            return True
        path = range(first, beyond, stride)
        return not any(self.cells[cell] and cell not in starts for cell in path)


@cache
def _decision(before: tuple[int, int], after: tuple[int, int]) -> tuple[int, int]:
    """How an axis ranks (the lower, the better) and its step: -1, 0 or 1.

    ``before`` and ``after``: the piece seen on each side, and its distance; without a piece, how
    many cells there are.
    """
    (left, near), (right, far) = before, after
    line = f"{_far_end(left, near)[::-1]}A{_far_end(right, far)}"
    view = look("row", line, near)
    if not view.step:
        return 1 << 30, 0
    assert view.rule is not None
    white, black = min(view.nearest("W"), 99), min(view.nearest("B"), 99)
    ranks = {"opposing-pair": (white, black), "from-black": (black, 0), "toward-white": (white, 0)}
    first, second = ranks[view.rule]
    return NUMBER[view.rule] * 10_000 + first * 100 + second, view.step


def _far_end(piece: int, distance: int) -> str:
    return "." * (distance - 1) + PIECES[piece] if distance else ""

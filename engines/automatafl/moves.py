"""Finds conflicts between sealed moves, and carries out moves that do not conflict."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ..rules import Json

Move = tuple[int, int]
"""The cells that a move starts from and goes to."""

Named = tuple[int, Move]
"""A seat and its move."""


@dataclass(frozen=True, slots=True)
class Conflict:
    """A cell to be marked, the seats that lose their moves because they named it, and whether they
    named it as ``from`` or ``to``."""

    cell: int
    seats: tuple[int, ...]
    why: str


def conflicts(board: str, named: Sequence[Named], once: bool) -> list[Conflict]:
    """The conflicts between a turn's moves, sorted by cell, ``from`` before ``to``.

    With ``once``, equal moves count as one move (automatafl.md, "Conflicts").

    >>> conflicts("W..", [(0, (0, 2)), (1, (1, 2))], once=False)
    [Conflict(cell=2, seats=(0, 1), why='to')]
    """
    found = []
    for place, why in enumerate(("from", "to")):
        by_cell: dict[int, list[Named]] = {}
        for seat, move in named:
            by_cell.setdefault(move[place], []).append((seat, move))
        for cell, rivals in by_cell.items():
            several = len({move for _, move in rivals}) > 1 if once else len(rivals) > 1
            if several and (why == "to" or board[cell] != "."):
                found.append(Conflict(cell, tuple(sorted(seat for seat, _ in rivals)), why))
    return sorted(found, key=lambda conflict: (conflict.cell, conflict.why))


def carry_out(board: str, width: int, named: Iterable[Named]) -> tuple[str, list[Json]]:
    """The board after a turn's moves, none of which conflict, and the events.

    ``named`` is sorted by seat; equal moves are made once, by the first seat (automatafl.md,
    "Carrying out").

    >>> carry_out("W..B.", 5, [(0, (0, 2))])
    ('..WB.', [{'type': 'moved', 'seat': 0, 'from': [0, 0], 'to': [2, 0]}])
    """
    moves: dict[Move, int] = {}
    for seat, move in named:
        moves.setdefault(move, seat)
    starts = [start for start, _ in moves]
    forked = {start for start in starts if starts.count(start) > 1}
    waiting = [move for move in moves if move[0] not in forked]
    cells, events = list(board), []
    while ready := [m for m in waiting if cells[m[0]] != "." and cells[m[1]] == "."]:
        move = ready[0]
        waiting.remove(move)
        if _in_the_way(board, width, move, starts):
            events.append(_event(moves[move], move, width, "in-the-way"))
        else:
            cells[move[1]], cells[move[0]] = cells[move[0]], "."
            events.append(_event(moves[move], move, width))
    for move, seat in moves.items():
        if move[0] in forked:
            events.append(_event(seat, move, width, "forked"))
        elif move in waiting:
            why = "no-piece" if cells[move[0]] == "." else "occupied"
            events.append(_event(seat, move, width, why))
    return "".join(cells), events


def _in_the_way(board: str, width: int, move: Move, starts: Sequence[int]) -> bool:
    """Whether the Agent or a piece that no move starts from stands on the move's path. These have
    not moved since the start of the turn."""
    start, end = move
    stride = width if (end - start) % width == 0 else 1
    path = range(start + stride, end + 1, stride) if end > start else range(end, start, stride)
    return any(board[cell] != "." and cell not in starts for cell in path)


def _event(seat: int, move: Move, width: int, why: str | None = None) -> Json:
    (start_y, start_x), (end_y, end_x) = divmod(move[0], width), divmod(move[1], width)
    event: Json = {"type": "failed" if why else "moved", "seat": seat}
    event |= {"from": [start_x, start_y], "to": [end_x, end_y]}
    return event | {"why": why} if why else event

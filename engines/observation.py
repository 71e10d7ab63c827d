"""What a seat sees of a game, as an array and as text, for programs that learn or search.

Both reveal no more than :meth:`engines.rules.Rules.view` and the extras do: they contain nobody's
sealed choice.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from .rules import Rules

Planes = npt.NDArray[np.float32]
State = TypeVar("State")


class Observation(ABC, Generic[State]):
    """What a seat sees. ``seat`` None is a spectator, who sees the seats in their order."""

    @abstractmethod
    def planes(self, state: State) -> tuple[str, ...]:
        """What each plane of the array shows. ``seat + 1`` is the seat after the one that looks,
        and so on; after the last seat comes the first."""

    @abstractmethod
    def array(self, state: State, seat: int | None) -> Planes:
        """The position as numbers from 0 to 1, of shape (planes, rows, columns). The shape depends
        on the options and the number of seats alone."""

    @abstractmethod
    def text(self, state: State, seat: int | None) -> str:
        """The position in lines of text: a drawing of the board, and what is not on it."""


def heading(rules: Rules[Any], state: Any, seat: int | None) -> str:
    """Lines that say which game this is, and whose turn it is."""
    about = f"{rules.name}, turn {rules.turn(state)}, {rules.phase(state)}."
    you = "You are a spectator." if seat is None else f"You are seat {seat}."
    outcome = rules.outcome(state)
    if outcome is not None:
        return f"{about} {you} Ranks by seat: {comma_separated(outcome.ranks)} ({outcome.reason})."
    how = "in secret, at once" if rules.sealed(state) else "openly, one at a time"
    return f"{about} {you} Seats that choose now, {how}: {comma_separated(rules.awaiting(state))}."


def from_seat(seat: int | None, seats: int) -> list[int]:
    """All seats, beginning with the one that looks.

    >>> from_seat(1, 3)
    [1, 2, 0]
    """
    return [((seat or 0) + further) % seats for further in range(seats)]


def seat_names(text: str, seats: int) -> list[str]:
    """The names of planes of which there is one for each seat.

    >>> seat_names("stones of", 2)
    ['stones of seat', 'stones of seat + 1']
    """
    return [f"{text} seat{f' + {further}' if further else ''}" for further in range(seats)]


def filled(values: Iterable[float], rows: int, columns: int) -> Planes:
    """Planes each of which is filled with one number.

    >>> filled([1, 0.5], 1, 2).tolist()
    [[[1.0, 1.0]], [[0.5, 0.5]]]
    """
    numbers = np.array([*values], dtype=np.float32)
    return np.broadcast_to(numbers[:, None, None], (len(numbers), rows, columns))


def marked(points: Iterable[Sequence[int]], rows: int, columns: int) -> Planes:
    """A plane with 1 at these points ``[x, y]``, of shape (1, rows, columns).

    >>> marked([[1, 0]], 1, 2).tolist()
    [[[0.0, 1.0]]]
    """
    plane = np.zeros((1, rows, columns), dtype=np.float32)
    for x, y in points:
        plane[0, y, x] = 1
    return plane


def drawing(rows: Sequence[Sequence[str]]) -> str:
    """A board with the numbers of its columns above and of its rows on the left.

    >>> print(drawing([[".", "0"], ["1", "."]]))
       0 1
    0  . 0
    1  1 .
    """
    columns = [str(x) for x in range(len(rows[0]))]
    wide = max(len(cell) for row in [columns, *rows] for cell in row)
    left = len(str(len(rows) - 1))
    lines = [" " * left, *(f"{y:>{left}}" for y in range(len(rows)))]
    return "\n".join(
        f"{line}  {' '.join(cell.rjust(wide) for cell in row)}".rstrip()
        for line, row in zip(lines, [columns, *rows])
    )


def comma_separated(things: Iterable[object]) -> str:
    """Joins things with commas; ``none`` if there is nothing.

    >>> comma_separated([0, 2]), comma_separated([])
    ('0, 2', 'none')
    """
    return ", ".join(map(str, things)) or "none"

"""JSON shapes that several games share.

Each game declares the shapes of its positions, events and actions in its ``position.py``: for
readers, for the tests that hold the engine to them, and for the browser modules, whose types are
made from them (``python -m games.pages.page_types``).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal, TypedDict

Cell = Annotated[Sequence[int], "Miai.Point"]
"""``[x, y]`` of a point or cell, zero-based, x to the right and y down from the top left corner."""

Spot = Annotated[Sequence[float], "Miai.Point"]
"""``[x, y]`` of a place anywhere on a board, in spaces from the top left corner."""


class SeatAt(TypedDict):
    """A stone and its seat."""

    seat: int
    at: Cell


class Pass(TypedDict):
    """Nothing is placed."""

    type: Literal["pass"]


class Passed(TypedDict):
    """A seat passed."""

    type: Literal["passed"]
    seat: int


class Absent(TypedDict):
    """A seat's time was up."""

    type: Literal["absent"]
    seat: int


class Left(TypedDict):
    """A seat left the game."""

    type: Literal["left"]
    seat: int

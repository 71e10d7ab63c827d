"""The shapes of positions, events and actions of Territory, as JSON."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from ..json_shapes import Cell, Left

Card = Literal["double-move", "freedom", "replacement"]
Holder = int | Literal["gray"] | None
"""What lies on a cell: nothing, a seat's tile, or a gray tile of a seat that left."""


class Taking(TypedDict):
    """The cells that can be taken with a card. ``then[i]``, for a double move: the further cells
    that the second tile can take once the first is on ``cells[i]``."""

    cells: list[Cell]
    then: NotRequired[list[list[Cell]]]


class Choices(TypedDict):
    """The cells that the seat on turn can take: without a card, and with each card it still has."""

    seat: int
    cells: list[Cell]
    cards: dict[Card, Taking]


class Position(TypedDict):
    """``board[y][x]``: None if the cell is empty, a seat, or “gray” for a tile of a seat that left.
    By seat: ``cards``, those that it still has; ``blocked``, whether it cannot move any more.
    ``left``: the seats that have left the game. The extra ``choices`` is None if the game is
    over."""

    rows: int
    columns: int
    board: list[list[Holder]]
    cards: list[list[Card]]
    blocked: list[bool]
    left: list[int]
    choices: NotRequired[Choices | None]


class Placed(TypedDict):
    """A seat placed a tile on an empty cell."""

    type: Literal["placed"]
    seat: int
    at: Cell
    card: Card | None


Replaced = TypedDict(
    "Replaced",
    {"type": Literal["replaced"], "seat": int, "at": Cell, "from": int | Literal["gray"]},
)
Replaced.__doc__ = "A seat replaced another seat's tile, or a gray one, with its own."


class Filled(TypedDict):
    """The only seat that could still move got all empty cells."""

    type: Literal["filled"]
    seat: int
    cells: list[Cell]


class Skipped(TypedDict):
    """A seat placed nothing."""

    type: Literal["skipped"]
    seat: int
    why: Literal["absent", "blocked"]


class Grayed(TypedDict):
    """The tiles of a seat that left turned gray."""

    type: Literal["grayed"]
    seat: int
    cells: list[Cell]


Event = Placed | Replaced | Filled | Skipped | Grayed | Left


class Place(TypedDict):
    """Place a tile, or two in a double move."""

    type: Literal["place"]
    at: Cell
    card: NotRequired[Card]
    then: NotRequired[Cell]


Action = Place

"""What positions, events and actions of Territory are made of, as JSON."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from engines.json_shapes import Cell, Left

Card = Literal["double-move", "freedom", "replacement"]
Holder = int | Literal["gray"] | None
"""What lies on a cell: nothing, a seat's tile, or the gray one of a seat that left."""


class Taking(TypedDict):
    """The cells that can be taken with a card. ``then[i]``: those that a tile on ``cells[i]``
    brings into reach of the second tile of a double move."""

    cells: list[Cell]
    then: NotRequired[list[list[Cell]]]


class Choices(TypedDict):
    """What the seat on turn can take: without a card, and with each that it still holds."""

    seat: int
    cells: list[Cell]
    cards: dict[Card, Taking]


class Position(TypedDict):
    """By seat: its ``cards``, and whether it is ``blocked``. The extra ``choices`` is None when the
    game is over."""

    rows: int
    columns: int
    board: list[list[Holder]]
    cards: list[list[Card]]
    blocked: list[bool]
    left: list[int]
    choices: NotRequired[Choices | None]


class Placed(TypedDict):
    """A seat's tile lies on a cell that was empty."""

    type: Literal["placed"]
    seat: int
    at: Cell
    card: Card | None


Replaced = TypedDict(
    "Replaced",
    {"type": Literal["replaced"], "seat": int, "at": Cell, "from": int | Literal["gray"]},
)
"""A seat took the tile of another, or a gray one."""


class Filled(TypedDict):
    """The only seat that could still move got all cells that were left."""

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
    """A tile is placed, two in a double move."""

    type: Literal["place"]
    at: Cell
    card: NotRequired[Card]
    then: NotRequired[Cell]


Action = Place

"""What positions, events and actions of Lonely Number are made of, as JSON."""

from __future__ import annotations

from typing import Literal, TypedDict

from ..json_shapes import Absent, Left


class Position(TypedDict):
    """By seat: its points, and what it named in the last turn."""

    highest: int
    points: list[int]
    last: list[int | None]
    left: list[int]


class Named(TypedDict):
    """What a seat named."""

    type: Literal["named"]
    seat: int
    number: int


class Won(TypedDict):
    """Whose number was the lowest that nobody else named."""

    type: Literal["won"]
    seat: int


Event = Named | Won | Absent | Left


class Name(TypedDict):
    """A number is named."""

    type: Literal["name"]
    number: int


Action = Name

"""What positions, events and actions of Parallel Multiplayer Go are made of, as JSON."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from engines.json_shapes import Absent, Cell, Left, Pass, Passed, SeatAt


class Position(TypedDict):
    """``board[y][x]``: nothing, a seat, or the seats of a shared stone.

    ``last``: the stones of the last turn. ``closed``: points that may not be chosen now. The
    extras: ``heat[seat][y][x]``, and ``order[y][x]``, the seats that are in the game as groups of
    equals, coldest first, None where nobody can place a stone; ``points[seat]`` as the board
    stands, and ``area[y][x]``, whose an empty point is.
    """

    size: int
    board: list[list[int | list[int] | None]]
    last: list[SeatAt]
    closed: list[Cell]
    left: list[int]
    heat: NotRequired[list[list[list[float]]]]
    order: NotRequired[list[list[list[list[int]] | None]]]
    points: NotRequired[list[float]]
    area: NotRequired[list[list[int | None]]]


class Placed(TypedDict):
    """A seat's stone is on the board."""

    type: Literal["placed"]
    seat: int
    at: Cell


class Collision(TypedDict):
    """Several seats chose one point. ``heats``: by the rule of heat, in the order of ``seats``."""

    type: Literal["collision"]
    at: Cell
    seats: list[int]
    heats: list[float] | None
    winner: int | None


class Captured(TypedDict):
    """Stones were taken off: in stage 1 those that lay there before, in stage 2 new ones."""

    type: Literal["captured"]
    stage: int
    stones: list[SeatAt]


Event = Placed | Collision | Captured | Passed | Absent | Left


class Place(TypedDict):
    """A stone is placed."""

    type: Literal["place"]
    at: Cell


Action = Place | Pass

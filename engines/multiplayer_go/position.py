"""The shapes of positions, events and actions of Parallel Multiplayer Go, as JSON."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from ..json_shapes import Absent, Cell, Left, Pass, Passed, SeatAt


class Position(TypedDict):
    """``size``: the lines of the board. ``board[y][x]``: None if the point is empty, a seat, or the
    seats of a shared stone. ``last``: the stones of the last turn. ``closed``: points that may not
    be chosen in this turn. ``left``: the seats that have left the game.

    The extras: ``heat[seat][y][x]``; ``order[y][x]``, the seats still in the game as groups of
    equals, coldest first, or None if nobody can place a stone there; ``points[seat]``, the score as
    the board stands; ``area[y][x]``, the seat whose territory an empty point is, or None.
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
    """A seat has placed a stone; if a stone is shared, there is an event for each of its seats."""

    type: Literal["placed"]
    seat: int
    at: Cell


class Collision(TypedDict):
    """Several seats chose one point. ``heats``: in the order of ``seats``; None under collision
    rules without heat. ``winner``: None if no seat alone gets the point."""

    type: Literal["collision"]
    at: Cell
    seats: list[int]
    heats: list[float] | None
    winner: int | None


class Captured(TypedDict):
    """Stones were captured: in stage 1 chains without new stones, in stage 2 chains with them."""

    type: Literal["captured"]
    stage: int
    stones: list[SeatAt]


Event = Placed | Collision | Captured | Passed | Absent | Left


class Place(TypedDict):
    """Place a stone."""

    type: Literal["place"]
    at: Cell


Action = Place | Pass

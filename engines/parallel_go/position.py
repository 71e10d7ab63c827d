"""The shapes of positions, events and actions of Parallel Go, as JSON."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from ..json_shapes import Absent, Cell, Left, Pass, Passed, SeatAt


class Position(TypedDict):
    """``size``: the lines of the board. ``board[y][x]``: None if the point is empty, or a seat: 0
    is black, 1 is white.

    By seat: ``last``, the stone of the last turn; ``prohibited``, the points that may not be chosen
    now; ``captures``, how many stones it has captured. Only from the count on: ``dead`` stones, the
    seats that have ``accepted``, and the owner of each point in ``area[y][x]``. ``count``: what
    marks would change; None when nothing is counted.
    """

    size: int
    board: list[list[int | None]]
    last: tuple[Cell | None, Cell | None]
    prohibited: tuple[list[Cell], list[Cell]]
    captures: tuple[int, int]
    dead: NotRequired[list[Cell]]
    accepted: NotRequired[list[int]]
    area: NotRequired[list[list[int | None]]]
    count: NotRequired[Count | None]


class Count(TypedDict):
    """``marks``: what each possible mark would change. ``undo``: for each seat a stone of its last
    mark that stands; marking there again undoes it. ``timeUp``: what happens when the time runs
    out: both accept the count, play goes on, or the game ends with all stones alive."""

    marks: list[PossibleMark]
    undo: tuple[Cell | None, Cell | None]
    timeUp: Literal["accepted", "resumed", "alive"]


class PossibleMark(TypedDict):
    """``stones`` of ``seat`` that are marked together. ``dies``: whether they would then be dead;
    ``points``: the points of both seats after it."""

    seat: int
    dies: bool
    stones: list[Cell]
    points: tuple[int, int]


class Placed(TypedDict):
    """A seat placed a stone."""

    type: Literal["placed"]
    seat: int
    at: Cell


class Captured(TypedDict):
    """Stones were captured."""

    type: Literal["captured"]
    stones: list[SeatAt]


class Conflict(TypedDict):
    """Nothing was played, and both choose again. ``chosen``: by seat; None is a pass."""

    type: Literal["conflict"]
    why: Literal["same-point", "order", "repetition"]
    chosen: tuple[Cell | None, Cell | None]


class Counting(TypedDict):
    """Both passed: the stones are counted now."""

    type: Literal["counting"]


class Marked(TypedDict):
    """Stones were marked as dead, or as alive again."""

    type: Literal["marked"]
    seat: int
    at: Cell
    dead: bool
    stones: list[SeatAt]


class Accepted(TypedDict):
    """A seat agrees with the count."""

    type: Literal["accepted"]
    seat: int


class Resumed(TypedDict):
    """Play goes on: a seat wants it, or the time for counting ran out."""

    type: Literal["resumed"]
    seat: NotRequired[int]
    why: NotRequired[Literal["time"]]


Event = (
    Placed | Captured | Conflict | Counting | Marked | Accepted | Resumed | Passed | Absent | Left
)


class Place(TypedDict):
    """A stone is placed."""

    type: Literal["place"]
    at: Cell


class Mark(TypedDict):
    """A stone, and those connected with it, is marked as dead, or as alive again."""

    type: Literal["mark"]
    at: Cell


class Answer(TypedDict):
    """An answer to a count."""

    type: Literal["accept", "resume"]


Action = Place | Mark | Answer | Pass

"""The shapes of positions, events and actions of Continuous Go, as JSON."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from ..json_shapes import Absent, Left, Pass, Passed, Spot


class Line(TypedDict):
    """A line on the board."""

    seat: int
    path: list[Spot]


class Section(TypedDict):
    """A section of a colour. ``area``: in squares. ``group``: None if it is too big to be in one.

    ``outline``: closed rings, the outer one first, then the holes.
    """

    area: float
    group: int | None
    counts: bool
    why: Literal["counts", "too-big", "group-too-small"]
    outline: list[list[Spot]]


class Score(TypedDict):
    """Areas in squares: ``own``, what black and white hold alone; ``shared``, what both hold;
    ``open``, what nobody holds; and the totals, white's with komi."""

    own: tuple[float, float]
    shared: float
    open: float
    komi: float
    totals: tuple[float, float]


class Position(TypedDict):
    """``size``: the lines of the board; places are given in the spaces between them, and need not
    be whole. ``lines``: in the order in which they were drawn; seat 0 is black, 1 is white.
    ``remaining``: the rest of the turn's budget, in spaces. The game ends with two
    ``consecutive_passes``.

    The extra, which a finished position always has: ``areas`` by seat, None if their outlines are
    too large for a page, and ``score``.
    """

    size: int
    lines: list[Line]
    remaining: float
    consecutive_passes: int
    areas: NotRequired[tuple[list[Section], list[Section]] | None]
    score: NotRequired[Score]


class Drawn(TypedDict):
    """A line was drawn. ``length``: in spaces. ``stopped``: what cut it short, if anything did."""

    type: Literal["drawn"]
    seat: int
    path: list[Spot]
    length: float
    stopped: Literal["opponent", "budget"] | None


class Undone(TypedDict):
    """A seat took back its last line."""

    type: Literal["undone"]
    seat: int


class Scored(TypedDict):
    """The game is over."""

    type: Literal["scored"]
    scores: tuple[float, float]


Event = Drawn | Undone | Scored | Passed | Absent | Left


class Draw(TypedDict):
    """Draw a line."""

    type: Literal["draw"]
    path: list[Spot]


class Undo(TypedDict):
    """Take back the last line of this turn."""

    type: Literal["undo"]


Action = Draw | Undo | Pass

"""What positions, events and actions of Continuous Go are made of, as JSON."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from engines.json_shapes import Absent, Left, Pass, Passed, Spot


class Line(TypedDict):
    """A line on the board."""

    seat: int
    path: list[Spot]


class Section(TypedDict):
    """A section of a colour: in squares; ``group`` None: too big to be in one.

    ``outline``: closed rings, the outer one first, then the holes.
    """

    area: float
    group: int | None
    counts: bool
    why: Literal["counts", "too-big", "group-too-small"]
    outline: list[list[Spot]]


class Score(TypedDict):
    """Squares: what black alone and white alone holds, what both hold, what nobody holds, and the
    totals, white's with komi."""

    own: tuple[float, float]
    shared: float
    open: float
    komi: float
    totals: tuple[float, float]


class Position(TypedDict):
    """``remaining``: what is left of the length of the turn, in spaces.

    The extra, which a finished position always has: ``areas`` by seat, None where their outlines
    are more than a page can take, and ``score``.
    """

    size: int
    lines: list[Line]
    remaining: float
    consecutive_passes: int
    areas: NotRequired[tuple[list[Section], list[Section]] | None]
    score: NotRequired[Score]


class Drawn(TypedDict):
    """A line was drawn. ``stopped``: what cut it short, if anything did."""

    type: Literal["drawn"]
    seat: int
    path: list[Spot]
    length: float
    stopped: Literal["opponent", "budget"] | None


class Undone(TypedDict):
    """A seat took its last line back."""

    type: Literal["undone"]
    seat: int


class Scored(TypedDict):
    """The game is over."""

    type: Literal["scored"]
    scores: tuple[float, float]


Event = Drawn | Undone | Scored | Passed | Absent | Left


class Draw(TypedDict):
    """A line is drawn."""

    type: Literal["draw"]
    path: list[Spot]


class Undo(TypedDict):
    """The last line of the turn is taken back."""

    type: Literal["undo"]


Action = Draw | Undo | Pass

"""What positions, events and actions of Automatafl are made of, as JSON."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from engines.json_shapes import Absent, Cell, Left

Rule = Literal["opposing-pair", "from-black", "toward-white"]


class Seen(TypedDict):
    """The nearest piece in one direction."""

    piece: Literal["W", "B"]
    at: Cell
    distance: int


class Row(TypedDict):
    """What the Agent sees in its row, the rule that this calls for, and the cell that it leads to;
    None: there is no room."""

    left: Seen | None
    right: Seen | None
    rule: Rule | None
    to: Cell | None


class Column(TypedDict):
    """The same for its column."""

    up: Seen | None
    down: Seen | None
    rule: Rule | None
    to: Cell | None


class Decision(TypedDict):
    """Where the Agent stands, what it sees, the axis that it follows, by which rule, to which
    cell (all None: it stays), and what decided between the axes."""

    agent: Cell
    row: Row
    column: Column
    axis: Literal["row", "column"] | None
    rule: Rule | None
    to: Cell | None
    reason: Literal["only-axis", "rule", "nearer-white", "nearer-black", "tie"] | None


class Lines(TypedDict):
    """By row the x, by column the y of the cells that may be named."""

    rows: list[list[int]]
    columns: list[list[int]]


class Position(TypedDict):
    """``board``: rows of ``.``, ``W``, ``B`` and ``A``. ``goals``: each seat's corners. ``marked``:
    cells that conflicts have closed. ``standing``: seats whose moves stand while others choose
    again.

    The extras: ``lines``; what the Agent would do now, None when the game is over; and what it did
    last, None before its first step.
    """

    width: int
    height: int
    board: list[str]
    agent: Cell
    goals: list[list[Cell]]
    marked: list[Cell]
    standing: list[int]
    left: list[int]
    lines: NotRequired[Lines]
    decision: NotRequired[Decision | None]
    last_decision: NotRequired[Decision | None]


Moved = TypedDict("Moved", {"type": Literal["moved"], "seat": int, "from": Cell, "to": Cell})
"""A seat's move succeeded."""

Failed = TypedDict(
    "Failed",
    {
        "type": Literal["failed"],
        "seat": int,
        "from": Cell,
        "to": Cell,
        "why": Literal["in-the-way", "no-piece", "occupied", "forked"],
    },
)
"""A seat's move failed."""

AgentStep = TypedDict(
    "AgentStep", {"type": Literal["agent"], "from": Cell, "to": Cell, "why": Rule | None}
)
"""The Agent's step, or that it stayed."""


class Conflict(TypedDict):
    """Seats named the same cell, to move ``from`` it or ``to`` it, and choose again."""

    type: Literal["conflict"]
    at: Cell
    seats: list[int]
    why: Literal["from", "to"]


Event = Moved | Failed | AgentStep | Conflict | Absent | Left

Move = TypedDict("Move", {"type": Literal["move"], "from": Cell, "to": Cell})
"""What stands on one cell moves to another."""

Action = Move

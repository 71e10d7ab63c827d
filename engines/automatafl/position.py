"""The shapes of positions, events and actions of Automatafl, as JSON."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from ..json_shapes import Absent, Cell, Left

Rule = Literal["opposing-pair", "from-black", "toward-white"]


class Seen(TypedDict):
    """The nearest piece in one direction."""

    piece: Literal["W", "B"]
    at: Cell
    distance: int


class Row(TypedDict):
    """What the Agent sees in its row. ``rule``: the rule that applies, if any. ``to``: the cell
    that it leads to, None if no rule applies or that cell is not free."""

    left: Seen | None
    right: Seen | None
    rule: Rule | None
    to: Cell | None


class Column(TypedDict):
    """The same for the Agent's column."""

    up: Seen | None
    down: Seen | None
    rule: Rule | None
    to: Cell | None


class Decision(TypedDict):
    """Where the Agent stands and what it sees; the axis that it follows, the rule, and the cell
    that it goes to (all None if it stays); and what decided between the axes."""

    agent: Cell
    row: Row
    column: Column
    axis: Literal["row", "column"] | None
    rule: Rule | None
    to: Cell | None
    reason: Literal["only-axis", "rule", "nearer-white", "nearer-black", "tie"] | None


class Lines(TypedDict):
    """The cells that a move may name: ``rows[y]`` holds their x, ``columns[x]`` their y."""

    rows: list[list[int]]
    columns: list[list[int]]


class Position(TypedDict):
    """``board``: the rows as texts; ``board[y][x]`` is ``.`` if the cell is empty, ``W`` or ``B``
    for a white or black piece, ``A`` for the Agent, which stands on the cell ``agent``. ``goals``:
    each seat's corners. ``marked``: cells that conflicts have closed. ``standing``: the seats whose
    moves stand while others choose again. ``left``: the seats that have left the game.

    The extras: ``lines``; ``decision``, what the Agent would do now, None if the game is over; and
    ``last_decision``, what it did in its last step, None before its first.
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
Moved.__doc__ = "A seat's move succeeded."

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
Failed.__doc__ = "A seat's move failed."

AgentStep = TypedDict(
    "AgentStep", {"type": Literal["agent"], "from": Cell, "to": Cell, "why": Rule | None}
)
AgentStep.__doc__ = "The Agent took a step, or stayed where it was: then ``from`` equals ``to``."


class Conflict(TypedDict):
    """Seats that chose to move ``from`` or ``to`` the same cell have to choose again."""

    type: Literal["conflict"]
    at: Cell
    seats: list[int]
    why: Literal["from", "to"]


Event = Moved | Failed | AgentStep | Conflict | Absent | Left

Move = TypedDict("Move", {"type": Literal["move"], "from": Cell, "to": Cell})
Move.__doc__ = "Move whatever stands on one cell to another."

Action = Move

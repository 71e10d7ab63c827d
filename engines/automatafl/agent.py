"""The Agent: what it sees, where each axis leads it, and which axis it follows.

Everything here depends on the board alone (automatafl.md, "The Agent's step"). A board is a string
of ``.`` ``W`` ``B`` ``A``, row by row; a cell is an index into it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Axis = Literal["row", "column"]
Rule = Literal["opposing-pair", "from-black", "toward-white"]
Reason = Literal["only-axis", "rule", "nearer-white", "nearer-black", "tie"]

NUMBER: dict[Rule, int] = {"opposing-pair": 1, "from-black": 2, "toward-white": 3}
FAR = 1 << 30
"""The distance of a piece that is not there: longer than any board."""


@dataclass(frozen=True, slots=True)
class Sight:
    """The nearest piece in one direction (``W`` or ``B``) and its distance in cells."""

    piece: str
    distance: int


@dataclass(frozen=True, slots=True)
class AxisView:
    """What the Agent sees along one axis, and where that leads it.

    ``before`` is to the left or up, ``after`` to the right or down. ``rule`` is the rule that
    applies to what it sees. ``step`` is -1 (towards ``before``) or 1 (towards ``after``), or 0 if
    no rule applies or the next cell is not free: then the axis has no decision.
    """

    axis: Axis
    before: Sight | None
    after: Sight | None
    rule: Rule | None = None
    step: int = 0

    def ahead(self, agent: int, width: int) -> int:
        """The cell that ``step`` leads to if the Agent is on the cell ``agent``."""
        return agent + self.step * self.stride(width)

    def stride(self, width: int) -> int:
        """The difference between the indices of neighbouring cells on the axis."""
        return 1 if self.axis == "row" else width

    def nearest(self, piece: str) -> int:
        """The distance of the nearer piece of this colour; FAR if none is in sight."""
        seen = (self.before, self.after)
        return min((s.distance for s in seen if s is not None and s.piece == piece), default=FAR)


@dataclass(frozen=True, slots=True)
class Decision:
    """Both axes, the one that the Agent follows (None: it stays), and the reason for the choice.

    ``reason`` is ``only-axis`` if the other axis has no decision, and None if neither has one. With
    ``tie`` both are equally good, and the Agent stays if ``axis`` is None.
    """

    row: AxisView
    column: AxisView
    axis: Axis | None
    reason: Reason | None

    @property
    def followed(self) -> AxisView | None:
        """The axis that the Agent follows; None if it stays."""
        return {"row": self.row, "column": self.column}[self.axis] if self.axis else None

    def destination(self, agent: int, width: int) -> int:
        """The cell that the Agent on the cell ``agent`` goes to; ``agent`` if it stays."""
        followed = self.followed
        return agent if followed is None else followed.ahead(agent, width)


def decide(board: str, width: int, agent: int, tie: str) -> Decision:
    """What the Agent on the cell ``agent`` decides. ``tie`` is ``column`` or ``freeze``.

    >>> decision = decide("..W" "B.." "A.." "...", 3, 6, "column")
    >>> decision.axis, decision.column.rule, decision.column.step, decision.reason
    ('column', 'from-black', 1, 'only-axis')
    """
    y, x = divmod(agent, width)
    row = look("row", board[y * width : (y + 1) * width], x)
    column = look("column", board[x::width], y)
    if not row.step or not column.step:
        only = row if row.step else column if column.step else None
        return Decision(row, column, only.axis if only else None, "only-axis" if only else None)
    better, reason = _better(row, column)
    if better is None and tie == "column":
        better = column
    return Decision(row, column, better.axis if better else None, reason)


def with_agent_on(board: str, old: int, new: int) -> str:
    """The board with the Agent moved from one cell to another.

    >>> with_agent_on("A.W", 0, 1)
    '.AW'
    """
    cells = list(board)
    cells[old], cells[new] = ".", "A"
    return "".join(cells)


def look(axis: Axis, line: str, place: int) -> AxisView:
    """What the Agent sees along a whole row or column if it is at index ``place`` of it.

    >>> look("row", "W..A.B", 3)  # doctest: +NORMALIZE_WHITESPACE
    AxisView(axis='row', before=Sight(piece='W', distance=3), after=Sight(piece='B', distance=2),
             rule='opposing-pair', step=-1)
    """
    seen_before = line[:place].rstrip(".")
    seen_after = line[place + 1 :].lstrip(".")
    before = Sight(seen_before[-1], place - len(seen_before) + 1) if seen_before else None
    after = Sight(seen_after[0], len(line) - len(seen_after) - place) if seen_after else None
    rule, step = _rule(before, after)
    ahead = place + step
    room = 0 <= ahead < len(line) and line[ahead] == "."
    return AxisView(axis, before, after, rule, step if room else 0)


def _rule(before: Sight | None, after: Sight | None) -> tuple[Rule | None, int]:
    """The rule that applies to two sights, and its direction (-1 or 1); None and 0 if none does."""
    if before is None and after is None:
        return None, 0
    nearer = -1 if after is None or (before and before.distance < after.distance) else 1
    near = before if nearer < 0 else after
    assert near is not None
    if before and after:
        if before.piece != after.piece:
            return "opposing-pair", -1 if before.piece == "W" else 1
        if before.distance == after.distance:
            return None, 0
    return ("from-black", -nearer) if near.piece == "B" else ("toward-white", nearer)


def _better(row: AxisView, column: AxisView) -> tuple[AxisView | None, Reason]:
    """The better of two axes that have a decision (None for a tie), and the reason."""
    assert row.rule is not None
    assert column.rule is not None
    if row.rule != column.rule:
        return (row if NUMBER[row.rule] < NUMBER[column.rule] else column), "rule"
    looks_at: dict[Rule, tuple[tuple[str, Reason], ...]] = {
        "opposing-pair": (("W", "nearer-white"), ("B", "nearer-black")),
        "from-black": (("B", "nearer-black"),),
        "toward-white": (("W", "nearer-white"),),
    }
    for piece, reason in looks_at[row.rule]:
        along_row, along_column = row.nearest(piece), column.nearest(piece)
        if along_row != along_column:
            return (row if along_row < along_column else column), reason
    return None, "tie"

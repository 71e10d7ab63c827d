"""The state of a game of Automatafl, and how it is stored."""

from __future__ import annotations

from dataclasses import dataclass

from ..outcome import Outcome
from ..rules import Json, Point
from .moves import Move


@dataclass(frozen=True, slots=True)
class State:
    """A board and the progress of the turn. A cell is an index into ``board``, row by row.

    ``goals`` and ``standing`` go by seat. ``standing``: the moves that stand while others choose
    again. ``came_from``: the cell from which the Agent took its last step, None before the first.
    """

    board: str
    width: int
    agent: int
    goals: tuple[tuple[Point, ...], ...]
    tie: str
    same_move: str
    awaiting: tuple[int, ...]
    standing: tuple[Move | None, ...]
    marked: tuple[int, ...] = ()
    left: tuple[int, ...] = ()
    turn: int = 1
    came_from: int | None = None
    outcome: Outcome | None = None

    @property
    def height(self) -> int:
        return len(self.board) // self.width

    @property
    def playing(self) -> tuple[int, ...]:
        """The seats that have not left, ascending."""
        return tuple(seat for seat in range(len(self.goals)) if seat not in self.left)

    def point(self, cell: int) -> list[int]:
        """The cell as ``[x, y]``."""
        return [cell % self.width, cell // self.width]

    def cell(self, at: Point) -> int:
        """The cell at a point."""
        return at[1] * self.width + at[0]


def dump(state: State) -> Json:
    """The state as plain JSON."""
    return {
        "board": state.board,
        "width": state.width,
        "goals": [[list(corner) for corner in corners] for corners in state.goals],
        "tie": state.tie,
        "same_move": state.same_move,
        "awaiting": list(state.awaiting),
        "standing": [None if move is None else list(move) for move in state.standing],
        "marked": list(state.marked),
        "left": list(state.left),
        "turn": state.turn,
        "came_from": state.came_from,
        "outcome": state.outcome and state.outcome.as_json(),
    }


def load(data: Json) -> State:
    """The state from what :func:`dump` returned."""
    return State(
        board=data["board"],
        width=data["width"],
        agent=data["board"].index("A"),
        goals=tuple(tuple((x, y) for x, y in corners) for corners in data["goals"]),
        tie=data["tie"],
        same_move=data["same_move"],
        awaiting=tuple(data["awaiting"]),
        standing=tuple(None if move is None else (move[0], move[1]) for move in data["standing"]),
        marked=tuple(data["marked"]),
        left=tuple(data["left"]),
        turn=data["turn"],
        came_from=data["came_from"],
        outcome=data["outcome"] and Outcome.of_json(data["outcome"]),
    )

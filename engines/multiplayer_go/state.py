"""The state of a game of Parallel Multiplayer Go, and how it is stored."""

from __future__ import annotations

from dataclasses import dataclass

from ..board import EMPTY
from ..outcome import Outcome, Reason
from ..rules import Json
from .heat import Trail
from .scoring import outcome_of


@dataclass(frozen=True, slots=True)
class State:
    """A position and everything that later turns depend on.

    ``board`` is as in :mod:`engines.board`; a point closed by the ``ko`` rule is 0 there, out of
    play. ``trails``: for each seat, where it placed the stones that its heat comes from. ``last``:
    ``(seat, index)`` of the stones placed in the last turn and still on the board.
    """

    size: int
    collision: str
    max_turns: int | None
    board: tuple[int, ...]
    turn: int
    trails: tuple[Trail, ...]
    last: tuple[tuple[int, int], ...] = ()
    left: tuple[int, ...] = ()
    outcome: Outcome | None = None

    @property
    def seats(self) -> int:
        """How many seats the game began with."""
        return len(self.trails)

    @property
    def in_game(self) -> tuple[int, ...]:
        """The seats that have not left, ascending."""
        return tuple(seat for seat in range(self.seats) if seat not in self.left)


def dump(state: State) -> Json:
    """The state as plain JSON. Of the outcome only the reason is stored; the rest follows from the
    board."""
    return {
        "size": state.size,
        "collision": state.collision,
        "max_turns": state.max_turns,
        "board": list(state.board),
        "turn": state.turn,
        "trails": [[trail.turn, list(trail.indices)] for trail in state.trails],
        "last": [list(placed) for placed in state.last],
        "left": list(state.left),
        "reason": state.outcome and state.outcome.reason,
    }


def load(data: Json) -> State:
    """The state from what :func:`dump` returned."""
    board = tuple(data["board"])
    trails = tuple(Trail(turn, tuple(indices)) for turn, indices in data["trails"])
    left = tuple(data["left"])
    reason: Reason | None = data["reason"]
    return State(
        size=data["size"],
        collision=data["collision"],
        max_turns=data["max_turns"],
        board=board,
        turn=data["turn"],
        trails=trails,
        last=tuple((seat, index) for seat, index in data["last"]),
        left=left,
        outcome=reason and outcome_of(board, data["size"], len(trails), left, reason),
    )


def empty_board(size: int) -> tuple[int, ...]:
    """A board of this size without stones."""
    return (EMPTY,) * (size * size)

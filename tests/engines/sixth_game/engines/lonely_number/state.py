"""Where a game of Lonely Number stands, and how that is stored."""

from __future__ import annotations

from dataclasses import dataclass

from ..outcome import Outcome
from ..rules import Json


@dataclass(frozen=True, slots=True)
class State:
    """The points so far, by seat, and what each seat named in the last turn."""

    highest: int
    turns: int
    points: tuple[int, ...]
    last: tuple[int | None, ...]
    turn: int = 1
    left: tuple[int, ...] = ()
    outcome: Outcome | None = None

    @property
    def playing(self) -> tuple[int, ...]:
        """The seats that have not left, ascending."""
        return tuple(seat for seat in range(len(self.points)) if seat not in self.left)


def dump(state: State) -> Json:
    """The state as plain JSON."""
    return {
        "highest": state.highest,
        "turns": state.turns,
        "points": list(state.points),
        "last": list(state.last),
        "turn": state.turn,
        "left": list(state.left),
        "outcome": state.outcome and state.outcome.as_json(),
    }


def load(data: Json) -> State:
    """The state that :func:`dump` gave."""
    return State(
        highest=data["highest"],
        turns=data["turns"],
        points=tuple(data["points"]),
        last=tuple(data["last"]),
        turn=data["turn"],
        left=tuple(data["left"]),
        outcome=data["outcome"] and Outcome.of_json(data["outcome"]),
    )

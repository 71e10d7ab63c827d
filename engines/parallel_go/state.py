"""Where a game of Parallel Go stands, and how that is stored."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from engines.board import EMPTY, colours, point_at, stone
from engines.game import Json, Outcome
from engines.parallel_go.history import History
from engines.parallel_go.moves import Chosen

LETTERS = bytes.maketrans(bytes([EMPTY, stone(0), stone(1)]), b".BW")
NUMBERS = bytes.maketrans(b".BW", bytes([EMPTY, stone(0), stone(1)]))

Seats = tuple[int, ...]
SEATS = (0, 1)


@dataclass(frozen=True, slots=True)
class State:
    """A position and what the turn, or the count, has come to. Points are indices of ``board``
    (see :mod:`engines.board`); ``last``, ``prohibited`` (ascending) and ``captures`` go by
    seat. ``dead`` (ascending) and ``accepted`` belong to counting. ``counted`` is set from the
    first moment of counting until play is resumed.
    """

    size: int
    board: bytes
    history: History
    turn: int = 1
    last: Chosen = (None, None)
    prohibited: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    captures: tuple[int, int] = (0, 0)
    counted: bool = False
    dead: tuple[int, ...] = ()
    accepted: Seats = ()
    left: Seats = ()
    outcome: Outcome | None = None

    @property
    def phase(self) -> Literal["play", "counting", "finished"]:
        if self.outcome is not None:
            return "finished"
        return "counting" if self.counted else "play"

    @property
    def awaiting(self) -> Seats:
        """The seats that owe an action."""
        if self.outcome is not None:
            return ()
        return tuple(seat for seat in SEATS if seat not in self.accepted)

    def point(self, index: int) -> list[int]:
        return point_at(index, self.size)

    def stones(self, indices: Sequence[int]) -> list[Json]:
        """Stones on the board as events hold them."""
        board, size = self.board, self.size
        return [
            {"seat": colours(board[index])[0], "at": [index % size, index // size]}
            for index in indices
        ]


def dump(state: State) -> Json:
    """The state as plain JSON."""
    return {
        "size": state.size,
        "board": state.board.translate(LETTERS).decode("ascii"),
        "history": state.history.dump(),
        "turn": state.turn,
        "last": list(state.last),
        "prohibited": [list(points) for points in state.prohibited],
        "captures": list(state.captures),
        "counted": state.counted,
        "dead": list(state.dead),
        "accepted": list(state.accepted),
        "left": list(state.left),
        "outcome": state.outcome and state.outcome.as_json(),
    }


def load(data: Json) -> State:
    """The state that :func:`dump` gave."""
    last, (black, white) = data["last"], data["prohibited"]
    return State(
        size=data["size"],
        board=data["board"].encode("ascii").translate(NUMBERS),
        history=History.load(data["history"]),
        turn=data["turn"],
        last=(last[0], last[1]),
        prohibited=(tuple(black), tuple(white)),
        captures=(data["captures"][0], data["captures"][1]),
        counted=data["counted"],
        dead=tuple(data["dead"]),
        accepted=tuple(data["accepted"]),
        left=tuple(data["left"]),
        outcome=data["outcome"] and Outcome.of_json(data["outcome"]),
    )

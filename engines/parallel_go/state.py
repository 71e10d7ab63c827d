"""The state of a game of Parallel Go, and how it is stored."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from ..board import EMPTY, colours, point_at
from ..outcome import Outcome
from ..rules import Json
from .history import History
from .moves import STONES, Chosen

LETTERS = bytes.maketrans(bytes([EMPTY, *STONES]), b".BW")
NUMBERS = bytes.maketrans(b".BW", bytes([EMPTY, *STONES]))

Seats = tuple[int, ...]
SEATS = (0, 1)

Agreement = Literal["assumed", "needed"]
"""What silence means: the seat passes and accepts (``assumed``), or nothing (``needed``)."""
LAST_TIMEOUT = 2
"""The game ends when this many counts have run out of time."""


@dataclass(frozen=True, slots=True)
class State:
    """A position and the progress of the turn or the count.

    Points are indices of ``board`` (see :mod:`engines.board`). ``last``, ``prohibited`` (ascending)
    and ``captures`` are given by seat. ``counted``: from the beginning of counting until play is
    resumed. Parts of a count: ``dead`` (ascending); ``accepted``; ``answered`` (the seats that have
    marked or accepted in this count); ``marks`` (the marks that stand, in order, each as the seat
    that made it and the first stone that it took). ``timeouts``: how many counts ran out of time.
    """

    size: int
    board: bytes
    history: History
    turn: int = 1
    last: Chosen = (None, None)
    prohibited: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    captures: tuple[int, int] = (0, 0)
    agreement: Agreement = "assumed"
    timeouts: int = 0
    counted: bool = False
    dead: tuple[int, ...] = ()
    accepted: Seats = ()
    answered: Seats = ()
    marks: tuple[tuple[int, int], ...] = ()
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

    @property
    def is_last_count(self) -> bool:
        """Whether the game ends when the time of a count runs out."""
        return self.agreement == "assumed" or self.timeouts + 1 >= LAST_TIMEOUT

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
        "agreement": state.agreement,
        "timeouts": state.timeouts,
        "counted": state.counted,
        "dead": list(state.dead),
        "accepted": list(state.accepted),
        "answered": list(state.answered),
        "marks": [list(mark) for mark in state.marks],
        "left": list(state.left),
        "outcome": state.outcome and state.outcome.as_json(),
    }


def load(data: Json) -> State:
    """Reads what :func:`dump` wrote, even before ``agreement`` was an option."""
    last, (black, white) = data["last"], data["prohibited"]
    return State(
        size=data["size"],
        board=data["board"].encode("ascii").translate(NUMBERS),
        history=History.load(data["history"]),
        turn=data["turn"],
        last=(last[0], last[1]),
        prohibited=(tuple(black), tuple(white)),
        captures=(data["captures"][0], data["captures"][1]),
        agreement=data.get("agreement", "assumed"),
        timeouts=data.get("timeouts", 0),
        counted=data["counted"],
        dead=tuple(data["dead"]),
        accepted=tuple(data["accepted"]),
        answered=tuple(data["answered"] if "answered" in data else data["accepted"]),
        marks=tuple((seat, stone) for seat, stone in data.get("marks", ())),
        left=tuple(data["left"]),
        outcome=data["outcome"] and Outcome.of_json(data["outcome"]),
    )

"""What everybody sees of a game of Parallel Go: the position, and while counting, whose point each
is and what each mark would change."""

from __future__ import annotations

from ..board import EMPTY, rows, stone
from ..rules import Json
from .counting import area
from .preview import marks_possible
from .state import SEATS, State

OWNERS = {EMPTY: None, stone(0): 0, stone(1): 1}


def view(state: State, seat: int | None) -> Json:
    """The position, the same for every seat, because the state holds no sealed choices."""
    position: Json = {
        "size": state.size,
        "board": rows([OWNERS[stones] for stones in state.board], state.size),
        "last": [None if at is None else state.point(at) for at in state.last],
        "prohibited": [[state.point(at) for at in points] for points in state.prohibited],
        "captures": list(state.captures),
    }
    if state.counted:
        position["dead"] = [state.point(index) for index in state.dead]
        position["accepted"] = list(state.accepted)
        position["area"] = rows(area(state.board, state.size, state.dead), state.size)
    return position


def count(state: State) -> Json:
    """What players need to know before they mark or accept; None outside of counting."""
    if state.phase != "counting":
        return {"count": None}
    marks = [
        {
            "seat": mark.seat,
            "dies": mark.dies,
            "stones": [state.point(index) for index in mark.stones],
            "points": list(mark.points),
        }
        for mark in marks_possible(state.board, state.size, state.dead)
    ]
    last = {seat: state.point(index) for seat, index in state.marks}
    ends = "alive" if state.is_last_count else "resumed"
    return {
        "count": {
            "marks": marks,
            "undo": [last.get(seat) for seat in SEATS],
            "timeUp": "accepted" if state.agreement == "assumed" else ends,
        }
    }

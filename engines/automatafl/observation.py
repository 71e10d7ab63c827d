"""What a seat sees of a game of Automatafl, as an array and as text."""

from __future__ import annotations

import numpy as np

from ..observation import (
    Observation,
    Planes,
    comma_separated,
    drawing,
    filled,
    from_seat,
    marked,
    seat_names,
)
from .state import State
from .view import view


class Seen(Observation[State]):
    """The pieces, the goals of each seat, beginning with the one that looks, and whose moves
    stand; not which moves."""

    def planes(self, state: State) -> tuple[str, ...]:
        seats = len(state.goals)
        return (
            "white pieces",
            "black pieces",
            "the Agent",
            "marked cells",
            *seat_names("goals of", seats),
            *seat_names("1 everywhere if the move stands of", seats),
            *seat_names("1 everywhere while in the game:", seats),
        )

    def array(self, state: State, seat: int | None) -> Planes:
        height, width, order = state.height, state.width, from_seat(seat, len(state.goals))
        shown = view(state, seat)
        board = np.array([list(row) for row in shown["board"]])
        return np.concatenate(
            [
                *((board[None] == piece).astype(np.float32) for piece in "WBA"),
                marked(shown["marked"], height, width),
                *(marked(shown["goals"][each], height, width) for each in order),
                filled([each in shown["standing"] for each in order], height, width),
                filled([each not in shown["left"] for each in order], height, width),
            ]
        )

    def text(self, state: State, seat: int | None) -> str:
        shown = view(state, seat)
        lines = [
            drawing([list(row) for row in shown["board"]]),
            "W and B are pieces, A is the Agent.",
            *(
                f"Seat {each}: goals {comma_separated(goals)}."
                for each, goals in enumerate(shown["goals"])
            ),
            f"Marked cells: {comma_separated(shown['marked'])}.",
            f"Seats whose moves stand: {comma_separated(shown['standing'])}.",
        ]
        if shown["left"]:
            lines.append(f"Seats that left: {comma_separated(shown['left'])}.")
        return "\n".join(lines)

"""What a seat sees of a game of Parallel Go, as an array and as text."""

from __future__ import annotations

import numpy as np

from ..board import stone
from ..observation import Observation, Planes, comma_separated, drawing, filled, from_seat, marked
from .state import SEATS, State
from .view import view


class Seen(Observation[State]):
    """The board, and what has been said in the count."""

    def planes(self, state: State) -> tuple[str, ...]:
        both = ("seat", "seat + 1")
        return (
            *(f"stones of {each}" for each in both),
            *(f"stone of the last turn of {each}" for each in both),
            *(f"points that are prohibited for {each}" for each in both),
            "stones that are marked dead",
            "1 everywhere while stones are counted",
            *(f"1 everywhere if the count is accepted by {each}" for each in both),
            "1 everywhere if seat is white",
        )

    def array(self, state: State, seat: int | None) -> Planes:
        size, order = state.size, from_seat(seat, len(SEATS))
        shown = view(state, seat)
        board = np.frombuffer(state.board, np.uint8).reshape(size, size)
        accepted = shown.get("accepted", [])
        last = [shown["last"][each] for each in order]
        return np.concatenate(
            [
                *((board[None] == stone(each)).astype(np.float32) for each in order),
                *(marked([] if at is None else [at], size, size) for at in last),
                *(marked(shown["prohibited"][each], size, size) for each in order),
                marked(shown.get("dead", []), size, size),
                filled([state.counted], size, size),
                filled([each in accepted for each in order], size, size),
                filled([order[0]], size, size),
            ]
        )

    def text(self, state: State, seat: int | None) -> str:
        shown = view(state, seat)
        dead = shown.get("dead", [])
        rows = [
            [
                "." if owner is None else f"({owner})" if [x, y] in dead else str(owner)
                for x, owner in enumerate(row)
            ]
            for y, row in enumerate(shown["board"])
        ]
        lines = [drawing(rows)]
        for each, colour in zip(SEATS, ("black", "white")):
            at, prohibited = shown["last"][each], shown["prohibited"][each]
            lines.append(
                f"Seat {each}, {colour}: last stone {'none' if at is None else at}, "
                f"captured {shown['captures'][each]}, "
                f"prohibited now: {comma_separated(prohibited)}."
            )
        if "area" in shown:
            points = [sum(row.count(each) for row in shown["area"]) for each in SEATS]
            lines.append(
                f"Counting: dead stones in brackets, points by seat {comma_separated(points)}, "
                f"accepted by seats: {comma_separated(shown['accepted'])}."
            )
        return "\n".join(lines)

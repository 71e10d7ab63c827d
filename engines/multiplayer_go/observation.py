"""What a seat sees of a game of Parallel Multiplayer Go, as an array and as text."""

from __future__ import annotations

import numpy as np

from ..board import colours, stone
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
from .heat import heat
from .state import State
from .view import view


class Seen(Observation[State]):
    """Stones and heat of each seat, beginning with the one that looks."""

    def planes(self, state: State) -> tuple[str, ...]:
        return (
            *seat_names("stones of", state.seats),
            *seat_names("half the heat of", state.seats),
            "stones of the last turn",
            "points that are blocked in this turn",
            *seat_names("1 everywhere while in the game:", state.seats),
            "turn, as a share of the last one",
        )

    def array(self, state: State, seat: int | None) -> Planes:
        size, order = state.size, from_seat(seat, state.seats)
        board = np.array(state.board).reshape(size, size)
        shown = view(state, seat)
        stones = np.stack([board & stone(each) != 0 for each in order])
        return np.concatenate(
            [
                stones.astype(np.float32),
                heat(state.trails, state.turn, size)[order].reshape(-1, size, size) / 2,
                marked([placed["at"] for placed in shown["last"]], size, size),
                marked(shown["closed"], size, size),
                filled([each not in state.left for each in order], size, size),
                filled([state.turn / state.max_turns if state.max_turns else 0], size, size),
            ],
            dtype=np.float32,
            casting="same_kind",
        )

    def text(self, state: State, seat: int | None) -> str:
        shown = view(state, seat)
        signs = {bits: "+".join(map(str, colours(bits))) or "." for bits in {*state.board}}
        cells = ["#" if not bits else signs[bits] for bits in state.board]
        rows = [cells[at : at + state.size] for at in range(0, len(cells), state.size)]
        last = comma_separated(f"{placed['seat']} at {placed['at']}" for placed in shown["last"])
        lines = [drawing(rows), f"Stones of the last turn: {last}."]
        if shown["closed"]:
            lines.append(f"Blocked in this turn (#): {comma_separated(shown['closed'])}.")
        if state.left:
            lines.append(f"Seats that left: {comma_separated(state.left)}.")
        return "\n".join(lines)

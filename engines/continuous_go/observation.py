"""What a seat sees of a game of Continuous Go, as an array and as text.

Lines are drawn on a finer grid, whose places are the points of the board, the middles between them,
and the middles of the squares. It has ``2 * size - 1`` rows and columns.
"""

from __future__ import annotations

import numpy as np

from ..numbering import Mask
from ..observation import Observation, Planes, comma_separated, filled, from_seat
from ..outcome import plain_number
from .exact import SPACE, UNIT
from .state import State

_STEP = UNIT // 8


class Seen(Observation[State]):
    """Both colours' lines on that grid, and how much may still be drawn in this turn."""

    def planes(self, state: State) -> tuple[str, ...]:
        return (
            "lines of seat",
            "lines of seat + 1",
            "share of the turn's budget that is left",
            "1 everywhere if it is the turn of seat",
            "1 everywhere if nothing was drawn in the turn before",
            "1 everywhere if something was drawn in this turn",
            "1 everywhere if seat is white",
        )

    def array(self, state: State, seat: int | None) -> Planes:
        order, side = from_seat(seat, 2), 2 * state.settings.size - 1
        beside = [
            state.remaining / state.settings.whole_budget,
            not state.finished and state.seat == order[0],
            state.passes > 0,
            state.drawn > 0,
            order[0],
        ]
        lines = np.stack([raster(state, each) for each in order])
        return np.concatenate([lines.astype(np.float32), filled(beside, side, side)])

    def text(self, state: State, seat: int | None) -> str:
        black, white = (raster(state, each) for each in (0, 1))
        signs = np.full(black.shape, " ")
        signs[::2, ::2] = "+"
        signs[black], signs[white], signs[black & white] = "0", "1", "2"
        lines = [
            *("".join(row).rstrip() for row in signs.tolist()),
            "+ is a point of the grid, every second place. Lines of seat 0 (black) run through "
            "places with 0, lines of seat 1 (white) through places with 1, both through 2.",
            f"Budget left: {plain_number(state.remaining / SPACE)} spaces. "
            f"Turns in a row without a line: {state.passes}.",
        ]
        if state.final is not None:
            lines.append(
                f"Points by seat: {comma_separated(map(plain_number, state.final.totals))}."
            )
        if state.left:
            lines.append(f"Seats that left: {comma_separated(state.left)}.")
        return "\n".join(lines)


def raster(state: State, seat: int) -> Mask:
    """The places of the raster that a seat's lines run through, (2 * size - 1, 2 * size - 1)."""
    segments = state.lines.segments(seat)
    start, way = segments[:, :2], segments[:, 2:] - segments[:, :2]
    parts = np.abs(way).max(axis=1, initial=0) // _STEP + 1
    segment = np.repeat(np.arange(len(segments)), parts + 1)
    number = np.arange(len(segment)) - np.repeat(np.cumsum(parts + 1) - parts - 1, parts + 1)
    spots = start[segment] + way[segment] * (number / parts[segment])[:, None]
    x, y = np.rint(spots * (2 / UNIT)).astype(np.intp).T
    found = np.zeros((2 * state.settings.size - 1,) * 2, dtype=np.bool_)
    found[y, x] = True
    return found

"""What a seat sees of a game of Lonely Number, as an array and as text."""

from __future__ import annotations

import numpy as np

from ..observation import Observation, Planes, comma_separated, from_seat, seat_names
from .state import State


class Seen(Observation[State]):
    """The points of each seat, and the numbers of the last turn."""

    def planes(self, state: State) -> tuple[str, ...]:
        return (*seat_names("points of", len(state.points)), "turn")

    def array(self, state: State, seat: int | None) -> Planes:
        points = [state.points[each] for each in from_seat(seat, len(state.points))]
        shares = np.array([*points, state.turn], dtype=np.float32) / state.turns
        return shares.reshape(-1, 1, 1)

    def text(self, state: State, seat: int | None) -> str:
        points, last = comma_separated(state.points), comma_separated(state.last)
        return f"Points by seat: {points}. Last named: {last}."

"""What is seen of a game of Lonely Number."""

from __future__ import annotations

from ..rules import Json
from .state import State


def view(state: State, seat: int | None) -> Json:
    """The position, the same for every seat: the state holds no number that is still sealed."""
    return {
        "highest": state.highest,
        "points": list(state.points),
        "last": list(state.last),
        "left": list(state.left),
    }

"""The numbers of actions in Lonely Number."""

from __future__ import annotations

import numpy as np

from ..numbering import Mask, Numbering
from ..rules import Json
from .state import State


class Numbers(Numbering[State]):
    """Naming a number is one less, so that 0 is the first."""

    def count(self, state: State) -> int:
        return state.highest

    def action(self, state: State, seat: int, number: int) -> Json:
        return {"type": "name", "number": number + 1}

    def number(self, state: State, seat: int, action: Json) -> int:
        named: int = action["number"]
        return named - 1

    def allowed(self, state: State, seat: int) -> Mask:
        return np.ones(state.highest, dtype=np.bool_)

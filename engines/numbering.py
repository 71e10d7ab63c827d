"""Actions as numbers, for programs that learn or search."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, Generic, TypeVar

import numpy as np
import numpy.typing as npt

Json = dict[str, Any]
Mask = npt.NDArray[np.bool_]
State = TypeVar("State")


class Numbering(ABC, Generic[State]):
    """Which number stands for which action of a game.

    Numbers run from 0 to ``count(state) - 1``. How many there are, and what each means for a seat,
    depends on the options and the number of seats alone: it stays the same through a whole game.
    """

    @abstractmethod
    def count(self, state: State) -> int:
        """How many numbers there are."""

    @abstractmethod
    def action(self, state: State, seat: int, number: int) -> Json:
        """The action that a number from 0 to ``count(state) - 1`` stands for, legal or not."""

    @abstractmethod
    def number(self, state: State, seat: int, action: Json) -> int:
        """The number of an action that ``Rules.check`` accepts.

        Raises ValueError if it has none. Only games whose boards have no points have such actions.
        """

    @abstractmethod
    def allowed(self, state: State, seat: int) -> Mask:
        """By number, whether ``Rules.check`` accepts the action from an awaited seat."""

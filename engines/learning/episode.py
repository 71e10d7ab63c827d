"""A game from its start to its end, played by the numbers of actions.

Besides the numbers of :mod:`engines.numbering` there is one more, the last, for doing nothing. It
is the only choice of a seat that is not asked now or has no legal action.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from .. import record, registry
from ..numbering import Mask
from ..observation import Planes
from ..options import OptionValue
from ..rules import Json, Rules

MOST_STEPS = 500


@dataclass(frozen=True)
class Setting:
    """A game with its options and seats. ``most_steps``: a game that lasts longer is cut off, and
    its seats are ranked as they stand."""

    rules: Rules[Any]
    options: Mapping[str, OptionValue]
    seats: int
    most_steps: int = MOST_STEPS

    def start(self, seed: int) -> Episode:
        """A new game; ``seed`` decides what is drawn by lot."""
        return Episode(self, self.rules.new_state(self.options, self.seats, seed))


def setting(
    slug: str,
    seats: int | None = None,
    options: Mapping[str, Any] | None = None,
    most_steps: int = MOST_STEPS,
) -> Setting:
    """The setting of the game with this slug. Without ``seats``, there are as few as the game
    allows. Options that are left out have the values that tables usually have.

    Raises IllegalAction ``unknown-variant``, ``bad-seats`` or ``bad-options``.

    >>> setting("territory", options={"rows": 5}).options["columns"]
    10
    """
    rules, given = registry.game(slug), dict(options or {})
    known = {option.name for option in rules.options}
    usual = rules.usual_options({name: given[name] for name in known & given.keys()})
    whole = record.new(slug, seats or min(rules.seats_allowed()), {**usual, **given})
    return Setting(rules, whole.options, whole.seats, most_steps)


@dataclass(frozen=True)
class Episode:
    """Where a game stands after ``steps`` steps."""

    setting: Setting
    state: Any
    steps: int = 0

    def __deepcopy__(self, memo: Any) -> Episode:
        return self  # nothing in it ever changes

    @property
    def choosing(self) -> tuple[int, ...]:
        """The seats that choose in this step: all that are awaited, or in an open step one of them,
        each in its turn."""
        awaiting = self.setting.rules.awaiting(self.state)
        if self.is_over or not awaiting:
            return ()
        if self.setting.rules.sealed(self.state):
            return awaiting
        return (awaiting[self.steps % len(awaiting)],)

    @property
    def is_finished(self) -> bool:
        """Whether the game ended by its rules."""
        return self.setting.rules.outcome(self.state) is not None

    @property
    def is_over(self) -> bool:
        """Whether the game ended by its rules, or is cut off here."""
        return self.is_finished or self.steps >= self.setting.most_steps

    @property
    def nothing(self) -> int:
        """The number that stands for doing nothing: the last one."""
        return self.setting.rules.numbering.count(self.state)

    def mask(self, seat: int) -> Mask:
        """By number, whether the seat may choose it. At least one is allowed."""
        rules = self.setting.rules
        mask = np.zeros(self.nothing + 1, dtype=np.bool_)
        if seat in self.choosing:
            mask[:-1] = rules.mask(self.state, seat)
        mask[-1] = not mask.any()
        return mask

    def action(self, seat: int, number: int) -> Json | None:
        """The action of a number; None if the seat does nothing."""
        if number == self.nothing:
            return None
        return self.setting.rules.numbering.action(self.state, seat, number)

    def play(self, numbers: Mapping[int, int]) -> Episode:
        """The game after a step in which these seats chose these numbers. Those that are not named,
        and those whose number is not allowed, do nothing."""
        allowed = {
            seat: number
            for seat, number in numbers.items()
            if 0 <= number <= self.nothing and self.mask(seat)[number]
        }
        chosen = {seat: self.action(seat, number) for seat, number in sorted(allowed.items())}
        actions = {seat: action for seat, action in chosen.items() if action is not None}
        state, _ = self.setting.rules.resolve(self.state, actions)
        return replace(self, state=state, steps=self.steps + 1)

    def returns(self) -> list[float]:
        """The return of each seat, from -1 to 1: the share of the other seats that rank below it,
        minus the share that rank above it. They add up to 0. All are 0 while the game goes on."""
        rules, seats = self.setting.rules, self.setting.seats
        if not self.is_over:
            return [0.0] * seats
        outcome = rules.outcome(self.state) or rules.standing(self.state, seats)
        return worth(outcome.ranks)

    def array(self, seat: int | None) -> Planes:
        """What the seat sees, as numbers."""
        return self.setting.rules.observation.array(self.state, seat)

    def text(self, seat: int | None) -> str:
        """What the seat sees, as text."""
        return self.setting.rules.text(self.state, seat)


def worth(ranks: Sequence[int]) -> list[float]:
    """The returns of seats with these ranks.

    >>> worth([1, 2, 3]), worth([1, 1, 3]), worth([2, 1])
    ([1.0, 0.0, -1.0], [0.5, 0.5, -1.0], [-1.0, 1.0])
    """
    return [
        sum((rank < other) - (rank > other) for other in ranks) / (len(ranks) - 1) for rank in ranks
    ]

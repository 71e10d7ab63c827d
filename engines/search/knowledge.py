"""What a game must tell a search."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from random import Random
from typing import ClassVar, Generic, TypeVar

Position = TypeVar("Position")
Choice = TypeVar("Choice")

Values = Sequence[float]
"""For each seat how well it does: 0 has lost, 1 has won."""
LaterChoices = Mapping[Choice, tuple[float, float]]
"""What a seat chose while a position was played on: for each choice how often, and the sum of how
well the seat did each time. A game that plays a position on several times gives the mean."""


class Knowledge(ABC, Generic[Position, Choice]):
    """What a search asks about a game; each game has a subclass.

    ``Position`` is the game's state, or something quicker that is made from it; no method changes
    one. ``Choice`` is an action, or something shorter that the bot turns into an action. Both hold
    nothing that others have sealed. All chance comes from ``random``.
    """

    steps: ClassVar[int] = 20
    """How many steps are played on before a position is judged."""
    curiosity: float = 0.7
    """How strongly the search favours candidates that it has rarely tried. Use less where values
    differ little, or where later choices say a lot."""
    together: int = 1
    """How many positions the search collects before it has them played on."""

    @abstractmethod
    def awaiting(self, position: Position) -> Sequence[int]:
        """The seats that choose next: all at once, or the one whose turn it is; none at the end."""

    @abstractmethod
    def candidates(self, position: Position, seat: int, random: Random) -> Sequence[Choice]:
        """What is worth considering for an awaited seat, the best first, each once; empty if the
        seat can choose nothing. The search looks at the first ones most, so leave the rest out."""

    @abstractmethod
    def policy(self, position: Position, seat: int, random: Random) -> Choice | None:
        """A quick plausible choice; None if the seat can choose nothing."""

    @abstractmethod
    def after(self, position: Position, choices: Mapping[int, Choice]) -> Position:
        """The position after a step, by the real rules. Awaited seats that are not named could
        choose nothing."""

    @abstractmethod
    def value(self, position: Position) -> Values:
        """How well each seat does: exactly at the end, and as a guess before it."""

    def play_on(self, positions: Sequence[Position], random: Random) -> Sequence[Values]:
        """How well the seats do after each position is played on by the policy. A game that can
        play on several positions together quicker than one after the other does so here."""
        return [self._played_on(position, random) for position in positions]

    def play_on_with_choices(
        self, positions: Sequence[Position], random: Random
    ) -> Sequence[tuple[Values, Sequence[LaterChoices[Choice]]]]:
        """Like :meth:`play_on`, but also returns what each seat chose. This helps in games in
        which a choice that is good later is often good now, such as Go. Choices must then be
        hashable. By default, no choices are returned."""
        return [(values, ()) for values in self.play_on(positions, random)]

    def _played_on(self, position: Position, random: Random) -> Values:
        for _ in range(self.steps):
            awaited = self.awaiting(position)
            if not awaited:
                break
            chosen = {seat: self.policy(position, seat, random) for seat in awaited}
            position = self.after(
                position, {seat: choice for seat, choice in chosen.items() if choice is not None}
            )
        return self.value(position)

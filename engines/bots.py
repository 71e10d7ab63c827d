"""The opponents that the server plays: what every game says of its own, and how long they think."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from time import monotonic
from typing import Any, Generic, TypeVar, final

Json = dict[str, Any]
State = TypeVar("State")


class Level(IntEnum):
    """How strong a bot is. Every game has at most one bot of each level."""

    EASY = 1
    """Anybody beats it who knows the rules."""
    FAIRLY_EASY = 2
    """Makes the mistakes of a beginner on purpose."""
    MEDIUM = 3
    """Chooses by what it knows of the game, without looking ahead."""
    FAIRLY_STRONG = 4
    """Looks ahead for a moment, 0.3 seconds at most."""
    STRONG = 5
    """Looks ahead for some seconds."""

    @property
    def looks_ahead(self) -> bool:
        """Whether bots of this level need time to look ahead."""
        return self >= Level.FAIRLY_STRONG


@final
@dataclass(frozen=True)
class Budget:
    """How long a bot may think about one choice.

    It thinks until it has done ``rounds`` rounds, or ``go_on()`` says no, whichever comes first. A
    round is one look at how the game may go on. With the same number of rounds, a choice depends on
    the position, the seat and the seed alone.
    """

    rounds: int
    go_on: Callable[[], bool] = lambda: True
    used: Callable[[], float] = lambda: 0.0
    """How much of the time has passed, from 0 to 1; always 0 without a time limit."""

    @classmethod
    def of_seconds(cls, seconds: float, clock: Callable[[], float] = monotonic) -> Budget:
        """As many rounds as fit into the next ``seconds`` of this clock."""
        begun = clock()

        def used() -> float:
            return min((clock() - begun) / seconds, 1.0) if seconds > 0 else 1.0

        return cls(1_000_000, lambda: clock() < begun + seconds, used)

    def left(self, done: int) -> float:
        """About how many rounds are still to come after ``done`` of them."""
        used, left = self.used(), self.rounds - done
        return min(left, done * (1 - used) / used) if used > 0 else left


@dataclass(frozen=True)
class Bot(Generic[State]):
    """An opponent. ``choose(state, seat, seed, budget)`` returns a legal action for an awaited
    seat, or None if the seat has no legal action. It never looks at what others have sealed.

    ``name`` is unlike that of any other bot of any game. ``mark`` is the picture by which people
    recognise it: the ``d`` of an SVG path in a box of 24 × 24. ``about`` says in one sentence how
    it plays. ``seconds``: how long it looks ahead; 0 if it does not. One that does not takes about
    50 ms on the largest board.

    ``at_once(state, seat, seed)`` returns a legal action, too, and takes only a few milliseconds on
    any position: the site calls it when there is no time for ``choose``.
    """

    level: Level
    name: str
    about: str
    mark: str
    choose: Callable[[State, int, int, Budget], Json | None]
    at_once: Callable[[State, int, int], Json | None]
    seconds: float = 0

    def think(self, state: State, seat: int, seed: int) -> Json | None:
        """What it chooses in its own time."""
        return self.choose(state, seat, seed, Budget.of_seconds(self.seconds))


def by_knowledge(
    choose: Callable[[State, int, int], Json | None],
) -> Callable[[State, int, int, Budget], Json | None]:
    """A bot's ``choose`` that needs no budget, because it does not look ahead."""

    def choose_without_budget(state: State, seat: int, seed: int, _: Budget) -> Json | None:
        return choose(state, seat, seed)

    return choose_without_budget

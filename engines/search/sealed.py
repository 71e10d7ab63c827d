"""Looks ahead in games in which all seats choose at once.

Every seat keeps its own account of its candidates at each position of the tree: how often it tried
each, and how well it did. It prefers candidates that do well, and those that it has rarely tried
(decoupled UCT; Tak, Lanctot, Winands: *Monte Carlo Tree Search variants for simultaneous move
games*, 2014). No seat knows what the others try. In the end it chooses at random among the
candidates that it tried most, so that nobody can foresee its choice. Where a seat also learns from
later choices, it chooses the candidate with the best value instead: most of a few hundred tries go
to the first candidates, however well they do, and the later choices tell more about the others.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, repeat
from math import inf, sqrt
from random import Random
from typing import Generic

from ..bots import Budget
from .knowledge import Choice, Knowledge, LaterChoices, Position, Values

BIAS = 0.02
"""The square of how far off the value of a candidate may be that comes from its being chosen later;
the larger this is, the sooner the candidate's own tries outweigh that value (Gelly, Silver:
*Monte-Carlo tree search and rapid action value estimation in computer Go*, 2011)."""
DOUBT = 0.1
"""How much is taken off the value of a candidate in the end because few tries say little about it:
this much if it was tried once, and in general this divided by the square root of its tries."""
AS_GOOD = 0.005
"""Candidates count as equally good if their values differ from the best by at most this much."""
WORTH_MIXING = 0.6
"""A candidate may be chosen if it was tried at least this often, as a share of the tries of the one
that was tried most."""
MOST_NODES = 20_000
"""Positions that the tree holds at most, so that its memory is bounded."""


class Seat(Generic[Choice]):
    """The account of one seat at one position."""

    __slots__ = (
        "candidates",
        "curiosity",
        "later_totals",
        "later_tries",
        "priors",
        "rank_of",
        "totals",
        "tries",
        "visits",
    )

    def __init__(self, candidates: Sequence[Choice], curiosity: float) -> None:
        weights = [1 / (rank + 2) for rank in range(len(candidates))]
        self.candidates = candidates
        self.curiosity = curiosity
        self.priors = [weight / sum(weights) for weight in weights]
        self.tries = [0] * len(candidates)
        self.totals = [0.0] * len(candidates)
        self.visits = 0
        self.rank_of: dict[Choice, int] | None = None
        self.later_tries: list[float] = []
        self.later_totals: list[float] = []

    def learn(self, tried: int, value: float, later: LaterChoices[Choice]) -> None:
        """Adds the value of a try, and of all that the seat chose later in it."""
        self.totals[tried] += value
        if not later:
            return
        if self.rank_of is None:
            self.rank_of = {choice: rank for rank, choice in enumerate(self.candidates)}
            self.later_tries = [0.0] * len(self.candidates)
            self.later_totals = [0.0] * len(self.candidates)
        for choice, rank in self.rank_of.items():
            if choice in later:
                often, total = later[choice]
                self.later_tries[rank] += often
                self.later_totals[rank] += total

    def next_try(self, random: Random) -> int:
        """The candidate to try next. A little chance keeps the seats out of step."""
        eager = self.curiosity * sqrt(self.visits + 1)
        chance, best, most = random.random, 0, -1.0
        for rank, (mean, prior, tries) in enumerate(zip(self._means(), self.priors, self.tries)):
            promise = mean + eager * prior * (0.5 + chance()) / (1 + tries)
            if promise > most:
                best, most = rank, promise
        self.tries[best] += 1
        self.visits += 1
        return best

    def _means(self) -> Iterator[float]:
        """The value of each candidate: the mean of its tries, combined with how well it did when it
        was chosen later."""
        hoped = sum(self.totals) / self.visits if self.visits else 0.5
        known = self.later_tries or repeat(0), self.later_totals or repeat(0)
        for tries, total, later, later_total in zip(self.tries, self.totals, *known):
            mean = total / tries if tries else hoped
            if later:
                trust = later / (tries + later + 4 * BIAS * tries * later)
                mean += trust * (later_total / later - mean)
            yield mean

    def choose(self, random: Random) -> Choice:
        """One of the candidates that did best, if later choices are known, else of those that were
        tried most; at random, in proportion to their tries. The first if none was tried."""
        if not self.visits:
            return self.candidates[0]
        good = self._best() if self.later_tries else self._tried_most()
        weights = [tries if fine else 0 for tries, fine in zip(self.tries, good)]
        return random.choices(self.candidates, cum_weights=list(accumulate(weights)))[0]

    def _best(self) -> list[bool]:
        """For each candidate, whether it was tried and did about as well as the best one."""
        worths = [
            mean - DOUBT / sqrt(tries) if tries else -inf
            for mean, tries in zip(self._means(), self.tries)
        ]
        best = max(worths) - AS_GOOD
        return [worth >= best for worth in worths]

    def _tried_most(self) -> list[bool]:
        """For each candidate, whether it was tried nearly as often as the one tried most."""
        enough = WORTH_MIXING * max(self.tries)
        return [tries >= enough for tries in self.tries]


@dataclass(slots=True)
class Node(Generic[Position, Choice]):
    """A position of the tree, and ``after`` it the positions that were reached, by what the seats
    tried."""

    position: Position
    seats: dict[int, Seat[Choice]] | None = None
    after: dict[tuple[int, ...], Node[Position, Choice]] = field(default_factory=dict)


Path = list[tuple[Node[Position, Choice], tuple[int, ...]]]
"""The positions that were passed, each with what the awaited seats tried there."""


class Search(Generic[Position, Choice]):
    """A tree that grows from one position."""

    def __init__(
        self, knowledge: Knowledge[Position, Choice], position: Position, random: Random
    ) -> None:
        self._knowledge = knowledge
        self._random = random
        self._nodes = 1
        self._root: Node[Position, Choice] = Node(position)
        self._open(self._root)

    def grow(self, budget: Budget) -> None:
        """Looks ahead until the budget is used up, or has no time left for another batch of
        positions. A round is one position that is played on."""
        rounds, used, longest = 0, budget.used(), 0.0
        while rounds < budget.rounds and used + longest < 1 and budget.go_on():
            wanted = min(self._knowledge.together, budget.rounds - rounds)
            found = [self._descend() for _ in range(wanted)]
            told = self._knowledge.play_on_with_choices(
                [leaf.position for _, leaf in found], self._random
            )
            for (path, _), (values, later) in zip(found, told):
                self._learn(path, values, later)
            rounds += wanted
            before, used = used, budget.used()
            longest = max(longest, used - before)

    def choice(self, seat: int) -> Choice | None:
        """What the seat should choose at the root; None if it can choose nothing."""
        assert self._root.seats is not None
        account = self._root.seats.get(seat)
        return None if account is None else account.choose(self._random)

    def _open(self, node: Node[Position, Choice]) -> dict[int, Seat[Choice]]:
        """The accounts of the seats that choose at this position."""
        if node.seats is None:
            candidates = {
                seat: self._knowledge.candidates(node.position, seat, self._random)
                for seat in self._knowledge.awaiting(node.position)
            }
            curiosity = self._knowledge.curiosity
            node.seats = {
                seat: Seat(found, curiosity) for seat, found in candidates.items() if found
            }
        return node.seats

    def _descend(self) -> tuple[Path[Position, Choice], Node[Position, Choice]]:
        """Goes from the root by what the seats try, until a position is new or at the end. Returns
        the way there, and the position."""
        path: Path[Position, Choice] = []
        node = self._root
        while True:
            seats = self._open(node)
            if not seats:
                return path, node
            tried = tuple(account.next_try(self._random) for account in seats.values())
            path.append((node, tried))
            following = node.after.get(tried)
            if following is None:
                return path, self._add(node, seats, tried)
            node = following

    def _add(
        self,
        node: Node[Position, Choice],
        seats: dict[int, Seat[Choice]],
        tried: tuple[int, ...],
    ) -> Node[Position, Choice]:
        choices = {
            seat: account.candidates[index] for (seat, account), index in zip(seats.items(), tried)
        }
        new: Node[Position, Choice] = Node(self._knowledge.after(node.position, choices))
        if self._nodes < MOST_NODES:
            node.after[tried] = new
            self._nodes += 1
        return new

    @staticmethod
    def _learn(
        path: Path[Position, Choice], values: Values, told: Sequence[LaterChoices[Choice]]
    ) -> None:
        later = [dict(choices) for choices in told]
        for node, tried in reversed(path):
            assert node.seats is not None
            for (seat, account), rank in zip(node.seats.items(), tried):
                if later:
                    later[seat][account.candidates[rank]] = (1.0, values[seat])
                account.learn(rank, values[seat], later[seat] if later else {})


def choose(
    knowledge: Knowledge[Position, Choice],
    position: Position,
    seat: int,
    random: Random,
    budget: Budget,
) -> Choice | None:
    """What an awaited seat should choose; None if it can choose nothing. With the same ``random``
    and number of rounds the choice is the same."""
    search = Search(knowledge, position, random)
    search.grow(budget)
    return search.choice(seat)

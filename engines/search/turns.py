"""Looks ahead in games in which one seat acts at a time: a tree search (UCT) for any number of
seats, each of which prefers what is best for itself (max-n).

The more often a position is reached, the more of its candidates join the tree, the best first
(progressive widening; Coulom, *Computing Elo ratings of move patterns in the game of Go*, 2007).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log, sqrt
from random import Random
from typing import Generic

from ..bots import Budget
from .knowledge import Choice, Knowledge, Position, Values

MOST_NODES = 20_000
"""Positions that the tree holds at most, so that its memory is bounded."""
CHECK_EVERY = 20
"""How many rounds there are between two checks of whether further ones can still change the
choice."""


class Node(Generic[Position, Choice]):
    """A position of the tree, whose turn it is there (None at the end), how often it was reached,
    and the sum of what each seat got from it."""

    __slots__ = ("after", "position", "seat", "totals", "untried", "visits")

    def __init__(self, position: Position, seat: int | None, seats: int) -> None:
        self.position = position
        self.seat = seat
        self.visits = 0
        self.totals = [0.0] * seats
        self.untried: list[Choice] | None = None
        self.after: list[tuple[Choice, Node[Position, Choice]]] = []


class Search(Generic[Position, Choice]):
    """A tree that grows from one position."""

    def __init__(
        self, knowledge: Knowledge[Position, Choice], position: Position, random: Random
    ) -> None:
        self._knowledge = knowledge
        self._random = random
        self._seats = len(knowledge.value(position))
        self._nodes = 0
        self._root = self._node(position)

    def grow(self, budget: Budget) -> None:
        """Looks ahead until the budget is used up, or until the rest of it could no longer change
        the choice. A round is one position that is played on."""
        rounds = checked = 0
        while rounds < budget.rounds and budget.go_on():
            if rounds >= checked + CHECK_EVERY:
                checked = rounds
                if self._settled(budget.left(rounds)):
                    break
            wanted = min(self._knowledge.together, budget.rounds - rounds)
            paths = [self._descend() for _ in range(wanted)]
            values = self._knowledge.play_on([path[-1].position for path in paths], self._random)
            for path, value in zip(paths, values):
                self._learn(path, value)
            rounds += wanted

    def choice(self) -> Choice | None:
        """The choice that was tried most, the better one of equals; the first candidate if none
        was tried; None if there is none."""
        root, seat = self._root, self._root.seat
        if seat is None:
            return None
        if not root.after:
            return next(reversed(self._candidates(root)), None)
        return max(root.after, key=lambda after: (after[1].visits, after[1].totals[seat]))[0]

    def _settled(self, rounds: float) -> bool:
        """Whether that many further rounds cannot change the choice."""
        visits = sorted(after.visits for _, after in self._root.after)
        if len(visits) < 2:
            return not self._root.untried or (bool(visits) and visits[0] > rounds)
        return visits[-1] - visits[-2] > rounds

    def _node(self, position: Position) -> Node[Position, Choice]:
        awaited = self._knowledge.awaiting(position)
        self._nodes += 1
        return Node(position, awaited[0] if awaited else None, self._seats)

    def _candidates(self, node: Node[Position, Choice]) -> list[Choice]:
        """The candidates that are not in the tree yet, the best last."""
        if node.untried is None:
            assert node.seat is not None
            found = self._knowledge.candidates(node.position, node.seat, self._random)
            node.untried = list(reversed(found))
        return node.untried

    def _descend(self) -> list[Node[Position, Choice]]:
        """The positions from the root to one that is new, or at the end. Each counts as reached
        from now on."""
        node = self._root
        path = [node]
        while node.seat is not None:
            untried = self._candidates(node)
            wide = len(node.after) > sqrt(node.visits) or self._nodes >= MOST_NODES
            if untried and not wide:
                choice = untried.pop()
                after = self._knowledge.after(node.position, {node.seat: choice})
                node.after.append((choice, self._node(after)))
                path.append(node.after[-1][1])
                break
            if not node.after:
                break
            node = self._most_promising(node, node.seat)
            path.append(node)
        for each in path:
            each.visits += 1
        return path

    def _most_promising(self, node: Node[Position, Choice], seat: int) -> Node[Position, Choice]:
        eager = self._knowledge.curiosity * sqrt(log(node.visits + 1))
        best, most = node.after[0][1], -1.0
        for _, after in node.after:
            visits = after.visits
            promise = after.totals[seat] / visits + eager / sqrt(visits)
            if promise > most:
                best, most = after, promise
        return best

    def _learn(self, path: Sequence[Node[Position, Choice]], values: Values) -> None:
        for node in path:
            totals = node.totals
            for seat, value in enumerate(values):
                totals[seat] += value


def choose(
    knowledge: Knowledge[Position, Choice], position: Position, random: Random, budget: Budget
) -> Choice | None:
    """What the seat on turn should choose; None if it can choose nothing. With the same ``random``
    and number of rounds the choice is the same."""
    search = Search(knowledge, position, random)
    search.grow(budget)
    return search.choice()

"""What the bots of Parallel Multiplayer Go that look ahead know: which points are worth a thought,
how a game goes on, and what seats will hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random

import numpy as np

from ..board import EMPTY, point_at
from ..rules import Json
from ..search.knowledge import Knowledge, LaterChoices, Values
from .pebble import choose, look, worth
from .playouts import Playouts, padded
from .state import State
from .turn import resolve

WIDTH = 8
"""How many points a seat looks at."""
POINTS_TOGETHER = 5_000
"""About how many points all boards have that are played on together."""
STONES = 32
"""About how many stones are placed before a board is judged."""
CLOSE = 0.06
"""A lead of this share of the board makes a seat about 2.7 times as likely to win."""

PASS = -1
"""The choice of a seat that passes; any other choice is a point's index."""


class GoKnowledge(Knowledge[State, int]):
    """Looks at the choices of one turn, or of two; what comes later is left to many games that are
    played on together, because stones are answered everywhere on the board."""

    def __init__(self, state: State, *, for_long: bool) -> None:
        """``for_long``: whether there is time for thousands of games. Then the search is told what
        seats choose while a game is played on, because a point that is good later is often good
        now; and in games of two, it also looks at the choices of the next turn. With more seats,
        the same turn hardly comes twice."""
        self._root = state
        self._learns_from_later = for_long
        players = max(1, len(state.in_game))
        self._turns = 2 if for_long and players == 2 else 1
        self.together = max(8, POINTS_TOGETHER // padded(state.size)[0])
        self.steps = max(4, STONES // players)  # type: ignore[misc]

    def awaiting(self, position: State) -> Sequence[int]:
        is_over = position.outcome is not None
        return () if is_over or position.turn >= self._root.turn + self._turns else position.in_game

    def candidates(self, position: State, seat: int, random: Random) -> Sequence[int]:
        sight = look(position, seat)
        values: dict[int, float] = {}
        for index, bits in enumerate(position.board):
            if bits == EMPTY:
                value = worth(sight, index, random.random())
                if value is not None:
                    values[index] = value
        return sorted(values, key=values.__getitem__, reverse=True)[:WIDTH] or [PASS]

    def policy(self, position: State, seat: int, random: Random) -> int:
        return choice_of(choose(position, seat, random.getrandbits(32)), position.size)

    def after(self, position: State, choices: Mapping[int, int]) -> State:
        actions = {seat: action_of(choice, position.size) for seat, choice in choices.items()}
        return resolve(position, actions)[0]

    def value(self, position: State) -> Values:
        if position.outcome is not None:
            first = [rank == 1 for rank in position.outcome.ranks]
            return [won / sum(first) for won in first]
        return chances(Playouts([position], np.random.default_rng(0)), position)[0]

    def play_on_with_choices(
        self, positions: Sequence[State], random: Random
    ) -> Sequence[tuple[Values, Sequence[LaterChoices[int]]]]:
        running = [position for position in positions if position.outcome is None]
        found = iter(self._played(running, random) if running else ())
        return [
            (self.value(each), ()) if each.outcome is not None else next(found)
            for each in positions
        ]

    def _played(
        self, positions: Sequence[State], random: Random
    ) -> Iterator[tuple[Values, Sequence[LaterChoices[int]]]]:
        playouts = Playouts(positions, np.random.default_rng(random.getrandbits(64)))
        limit = self._root.max_turns
        latest = max(position.turn for position in positions)
        turns = self.steps if limit is None else min(self.steps, limit - latest)
        chosen = playouts.play(turns)
        for values, choices in zip(chances(playouts, self._root), chosen.tolist()):
            yield values, self._later(values, choices) if self._learns_from_later else ()

    def _later(
        self, values: Values, choices: Sequence[Sequence[int]]
    ) -> Sequence[LaterChoices[int]]:
        """For each seat, what it chose in a game that was worth ``values``."""
        later: list[dict[int, tuple[float, float]]] = [{} for _ in values]
        for seat, points in zip(self._root.in_game, choices):
            later[seat] = dict.fromkeys(points, (1.0, values[seat]))
        return later


def chances(playouts: Playouts, state: State) -> Sequence[Values]:
    """How likely each seat is to win on each board, from what it holds there."""
    lead = playouts.held() / (CLOSE * len(state.board))
    weights = np.exp(lead - lead.max(axis=1, keepdims=True))
    found: list[Values] = (weights / weights.sum(axis=1, keepdims=True)).tolist()
    return found


def action_of(choice: int, size: int) -> Json:
    """The choice as players send it."""
    return {"type": "pass"} if choice == PASS else {"type": "place", "at": point_at(choice, size)}


def choice_of(action: Json, size: int) -> int:
    """The choice that an action means."""
    if action["type"] == "pass":
        return PASS
    x, y = action["at"]
    index: int = y * size + x
    return index

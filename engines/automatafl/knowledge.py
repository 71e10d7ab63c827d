"""What the bots of Automatafl that look ahead know: which moves are worth a thought, how a game
goes on, and who is likely to win it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp
from random import Random
from typing import NamedTuple

from ..search.knowledge import Knowledge, Values
from .moves import Move
from .outlook import WIN, Outlook
from .state import State
from .trial import Trial

WIDTH = 16
"""How many of a seat's moves are looked at in each position."""
GLANCES = 5
"""How many moves the quick choice compares."""
FAR = 20.0
"""What a corner that is one more step away counts at most, in cells."""
HOPE = 0.35
"""How much one cell nearer to a corner is worth."""


class Position(NamedTuple):
    """The pieces of a :class:`Trial`, the Agent's cell, and the marked cells."""

    cells: bytes
    agent: int
    marked: tuple[int, ...] = ()


class AutomataflKnowledge(Knowledge[Position, Move]):
    """Looks ahead from one state of a game. A seat whose move stands is treated as if it chose
    again, because its move is secret; moves that conflict are left out.

    A position is judged as it stands, without playing on: in the same time more turns are looked
    at, and the tree itself reaches further ahead. With four turns of quick choices before each
    judgement it lost to Look-ahead.
    """

    steps = 0

    def __init__(self, state: State) -> None:
        self._seats = range(len(state.goals))
        self._playing = state.playing
        outlook = Outlook(state)
        self._standings = [
            [outlook.standing(seat, cell) for cell in range(len(state.board))]
            for seat in self._seats
        ]
        self._ends = frozenset(state.cell(corner) for corners in state.goals for corner in corners)
        self._trial = outlook.trial
        self.root = Position(bytes(self._trial.cells), state.agent, state.marked)

    def awaiting(self, position: Position) -> Sequence[int]:
        return () if position.agent in self._ends else self._playing

    def candidates(self, position: Position, seat: int, random: Random) -> Sequence[Move]:
        trial = self._on(position)
        moves = tellings(trial, position.marked, random)
        random.shuffle(moves)
        worth = {move: self._worth_alone(trial, seat, move) for move in moves}
        return sorted(worth, key=worth.__getitem__, reverse=True)[:WIDTH]

    def policy(self, position: Position, seat: int, random: Random) -> Move | None:
        trial = self._on(position)
        moves = tellings(trial, position.marked, random)
        few = random.sample(moves, min(GLANCES, len(moves)))
        return max(few, key=lambda move: self._worth_alone(trial, seat, move), default=None)

    def after(self, position: Position, choices: Mapping[int, Move]) -> Position:
        trial = self._on(position)
        trial.carry_out(without_conflicts(trial, list(choices.values())))
        trial.walk()
        return Position(bytes(trial.cells), trial.agent)

    def value(self, position: Position) -> Values:
        return self._judge(self._on(position))

    def _on(self, position: Position) -> Trial:
        self._trial.set_up(position.cells, position.agent)
        return self._trial

    def _worth_alone(self, trial: Trial, seat: int, move: Move) -> float:
        """How good the Agent's next cells are for the seat if this is the only move."""
        start, end = move
        cells, standings = trial.cells, self._standings[seat]
        piece, cells[start] = cells[start], 0
        cells[end] = piece
        first = trial.destination()
        cells[end], cells[start] = 0, piece
        return standings[first]

    def _judge(self, trial: Trial) -> Values:
        """Chances from where the Agent is, and where it goes if nobody moves a piece."""
        cell = trial.agent
        if cell in self._ends:
            won = [self._standings[seat][cell] == WIN for seat in self._seats]
            return [float(won[seat] and seat in self._playing) for seat in self._seats]
        following = trial.destination()
        hopes = [
            self._standings[seat][cell] + max(-FAR, min(FAR, self._standings[seat][following])) / 2
            for seat in self._playing
        ]
        weights = [exp(HOPE * hope) for hope in hopes]
        chances = dict(zip(self._playing, weights))
        return [chances.get(seat, 0.0) / sum(weights) for seat in self._seats]


def without_conflicts(trial: Trial, moves: Sequence[Move]) -> list[Move]:
    """The moves that are left if those that conflict are not made."""
    starts = [start for start, _ in moves]
    ends = [end for _, end in moves]
    return [
        (start, end)
        for start, end in moves
        if ends.count(end) == 1 and (starts.count(start) == 1 or not trial.cells[start])
    ]


def tellings(trial: Trial, marked: Sequence[int], random: Random) -> list[Move]:
    """The moves along free paths that change what the Agent sees first: a piece comes into sight,
    comes nearer, or goes out of sight (to a random cell in each direction)."""
    cells, rays = trial.cells, trial.rays
    moves: list[Move] = []
    for direction, ray in enumerate(rays[trial.agent]):
        across = (2, 3) if direction < 2 else (0, 1)
        free: list[int] = []
        for cell in ray:
            if cells[cell]:
                moves += [(cell, end) for end in free]
                for side in across:
                    way = _free(cells, rays[cell][side])
                    if way:
                        moves.append((cell, way[int(random.random() * len(way))]))
                break
            free.append(cell)
            for side in across:
                for start in rays[cell][side]:
                    if cells[start]:
                        moves.append((start, cell))
                        break
    if marked:
        return [move for move in moves if move[0] not in marked and move[1] not in marked]
    return moves


def _free(cells: Sequence[int], ray: range) -> range:
    """The cells of a ray before its first piece."""
    for number, cell in enumerate(ray):
        if cells[cell]:
            return ray[:number]
    return ray

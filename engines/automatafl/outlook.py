"""What a bot sees in a position: which moves tell, and what a turn is worth to a seat.

It never reads ``state.standing``: moves that stand after a conflict are still secret.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile
from random import Random

from ..rules import Json
from .moves import Move
from .state import State
from .trial import Trial, rays_of

WIN = 1000.0


class Outlook:
    """Rates the turns that may follow one position. Results are kept, because all seats have
    almost the same moves."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.trial = Trial(state)
        self._telling = list(_telling_moves(state, self.trial))
        self._after_one: dict[Move, tuple[int, int]] = {}
        self._standings: dict[tuple[int, int], float] = {}

    def telling(self, random: Random) -> list[Move]:
        """The moves that change what the Agent sees. Of all moves that take a piece out of sight in
        one direction there is one, chosen at random."""
        return [(start, random.choice(ends)) for start, ends in self._telling]

    def first_step(self, move: Move) -> int:
        """The cell that the Agent goes to if this is the only move."""
        return self._steps((move,))[0]

    def best_first(self, seat: int, random: Random) -> list[Move]:
        """The :meth:`telling` moves, sorted by their value to the seat when made alone, the best
        first."""
        moves = self.telling(random)
        random.shuffle(moves)
        return sorted(moves, key=lambda move: self.value_alone(seat, move), reverse=True)

    def value(self, seat: int, moves: Sequence[Move]) -> float:
        """How good the turn would be for the seat, by where the Agent would be after it and after
        one more step: at a win, at a loss, or near to its corners and far from the others'."""
        first, second = self._steps(tuple(dict.fromkeys(moves)))
        return self.standing(seat, first) + 0.5 * self.standing(seat, second)

    def value_alone(self, seat: int, move: Move) -> float:
        """The :meth:`value` of a single move."""
        steps = self._after_one.get(move)
        if steps is None:
            steps = self._after_one[move] = self._steps((move,))
        return self.standing(seat, steps[0]) + 0.5 * self.standing(seat, steps[1])

    def standing(self, seat: int, agent: int) -> float:
        """What it is worth to the seat that the Agent is on this cell."""
        known = self._standings.get((seat, agent))
        if known is None:
            known = self._standings[seat, agent] = _standing_of(self.state, seat, agent)
        return known

    def _steps(self, moves: Sequence[Move]) -> tuple[int, int]:
        """The Agent's cell after these moves and its step, and after one more step."""
        trial = self.trial
        undo = trial.carry_out(moves)
        came_from = trial.walk()
        steps = trial.agent, trial.destination()
        trial.walk_to(came_from)
        trial.take_back(undo)
        return steps


def any_move(state: State, random: Random) -> Move | None:
    """A random legal move from a cell with a piece, else from any cell; None if no move is
    legal."""
    rays = rays_of(state.width, state.height)
    cells = random.sample(range(len(state.board)), len(state.board))
    pieces = [cell for cell in cells if state.board[cell] in "WB"]
    closed = {state.agent, *state.marked}
    for start in (*pieces, *cells):
        ends = [end for ray in rays[start] for end in ray if end not in closed]
        if start not in closed and ends:
            return start, random.choice(ends)
    return None


def action_of(state: State, move: Move) -> Json:
    """The move as players send it."""
    return {"type": "move", "from": state.point(move[0]), "to": state.point(move[1])}


def _standing_of(state: State, seat: int, agent: int) -> float:
    x, y = agent % state.width, agent // state.width
    own: list[int] = []
    others: list[int] = []
    for owner, goals in enumerate(state.goals):
        shared = owner == seat or owner in state.left
        (own if shared else others).extend(abs(x - gx) + abs(y - gy) for gx, gy in goals)
    if 0 in own:
        return WIN
    return -WIN if 0 in others else 0.5 * min(others) - min(own)


def _telling_moves(state: State, trial: Trial) -> Iterator[tuple[int, list[int]]]:
    """Yields the moves of pieces along free paths that put a piece into the Agent's row or column
    or take one out of it: the piece's cell, and one end or all the ends out of sight in one
    direction."""
    width, cells, marked = state.width, trial.cells, set(state.marked)
    agent_y, agent_x = divmod(state.agent, width)
    in_row = set(range(agent_y * width, (agent_y + 1) * width))
    in_column = set(range(agent_x, len(cells), width))
    in_sight = in_row | in_column
    for start, piece in enumerate(cells):
        if not piece or start == state.agent or start in marked:
            continue
        for ray in trial.rays[start]:
            if start not in in_sight and in_sight.isdisjoint(ray):
                continue
            free = [c for c in takewhile(lambda cell: not cells[cell], ray) if c not in marked]
            yield from ((start, [end]) for end in free if end in in_sight)
            away = [end for end in free if end not in in_sight]
            if away and start in in_sight:
                yield start, away

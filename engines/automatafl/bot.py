"""The bot: looks one turn ahead and tries its own moves against a sample of the others' moves.

It never reads ``state.standing``: moves that stand after a conflict are still secret.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile
from random import Random

from engines.automatafl.agent import decide, with_agent_on
from engines.automatafl.moves import Move, carry_out
from engines.automatafl.state import State
from engines.bots import Bot, Level, by_knowledge
from engines.rules import Json

LOOKED_AT = 30
"""How many of its own moves the bot tries."""
SAMPLES = 10
"""How many guesses of the others' moves it tries each of them against."""
LIKELY = 3
"""Half of the guesses take one of this many best moves of a seat, the others any of its moves."""
WIN = 1000.0


def choose(state: State, seat: int, seed: int) -> Json | None:
    """The move that does best on average against guesses of the others' moves; None if no move is
    legal. Random choices depend only on ``seed``, the turn and the seat."""
    random = _chance(state, seat, seed)
    outlook = Outlook(state)
    own = outlook.best_first(seat, random)[:LOOKED_AT]
    if not own:
        move = next(_legal_moves(state), None)
        return None if move is None else _action(state, move)
    others = [outlook.best_first(other, random) for other in state.playing if other != seat]
    guesses = [[_guess(moves, random) for moves in others] for _ in range(SAMPLES)]

    def promise(move: Move) -> float:
        return sum(outlook.value(seat, (move, *guess)) for guess in guesses)

    return _action(state, max(own, key=promise))


def choose_at_once(state: State, seat: int, seed: int) -> Json | None:
    """A random legal move from a cell with a piece, else from any cell; None if no move is
    legal."""
    random = _chance(state, seat, seed)
    cells = random.sample(range(len(state.board)), len(state.board))
    pieces = [cell for cell in cells if state.board[cell] in "WB"]
    for start in (*pieces, *cells):
        ends = [end for path in _paths(state, start) for end in path]
        closed = {state.agent, *state.marked}
        if start not in closed and (free := [end for end in ends if end not in closed]):
            return _action(state, (start, random.choice(free)))
    return None


class Outlook:
    """Rates the turns that may follow one position. Results are cached, because all seats have
    almost the same moves."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._after_one: dict[Move, tuple[int, int]] = {}
        self._standings: dict[tuple[int, int], float] = {}

    def best_first(self, seat: int, random: Random) -> list[Move]:
        """The seat's moves that change what the Agent sees, sorted by their value when made alone,
        the best first."""
        moves = list(_telling_moves(self._state, random))
        random.shuffle(moves)
        return sorted(moves, key=lambda move: self._value_of_one(seat, move), reverse=True)

    def value(self, seat: int, moves: Sequence[Move]) -> float:
        """How good the turn would be for the seat, by where the Agent would be after it and after
        one more step: at a win, at a loss, or near to its corners and far from the others'."""
        board, _ = carry_out(self._state.board, self._state.width, enumerate(moves))
        return self._worth(seat, self._steps(board))

    def _value_of_one(self, seat: int, move: Move) -> float:
        """The :meth:`value` of a single move along a free path."""
        steps = self._after_one.get(move)
        if steps is None:
            start, end = move
            cells = list(self._state.board)
            cells[start], cells[end] = ".", cells[start]
            steps = self._after_one[move] = self._steps("".join(cells))
        return self._worth(seat, steps)

    def _steps(self, board: str) -> tuple[int, int]:
        """The Agent's cell after its step on this board, and after one more step."""
        first = self._step(board, self._state.agent)
        if first != self._state.agent:
            board = with_agent_on(board, self._state.agent, first)
        return first, self._step(board, first)

    def _step(self, board: str, agent: int) -> int:
        width = self._state.width
        return decide(board, width, agent, self._state.tie).destination(agent, width)

    def _worth(self, seat: int, steps: tuple[int, int]) -> float:
        first, second = steps
        return self._standing(seat, first) + 0.5 * self._standing(seat, second)

    def _standing(self, seat: int, agent: int) -> float:
        known = self._standings.get((seat, agent))
        if known is None:
            known = self._standings[seat, agent] = _standing_of(self._state, seat, agent)
        return known


def _chance(state: State, seat: int, seed: int) -> Random:
    return Random((seed * 1_000_003 + state.turn) * 8 + seat)


def _guess(best_first: list[Move], random: Random) -> Move:
    return random.choice(best_first[:LIKELY] if random.random() < 0.5 else best_first)


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


def _telling_moves(state: State, random: Random) -> Iterator[Move]:
    """Yields the moves of pieces along free paths that put a piece into the Agent's row or column
    or take one out of it. Of all moves that take a piece out in one direction it yields one, chosen
    at random."""
    agent_y, agent_x = divmod(state.agent, state.width)
    for start, piece in enumerate(state.board):
        if piece in ".A" or start in state.marked:
            continue
        seen = start // state.width == agent_y or start % state.width == agent_x
        for path in _paths(state, start):
            free = takewhile(lambda cell: state.board[cell] == ".", path)
            away = []
            for end in (cell for cell in free if cell not in state.marked):
                if end // state.width == agent_y or end % state.width == agent_x:
                    yield start, end
                elif seen:
                    away.append(end)
            if away:
                yield start, random.choice(away)


def _legal_moves(state: State) -> Iterator[Move]:
    closed = {state.agent, *state.marked}
    for start in range(len(state.board)):
        for path in _paths(state, start):
            yield from ((start, end) for end in path if not closed & {start, end})


def _paths(state: State, start: int) -> tuple[range, range, range, range]:
    """The cells to the left of a cell, to the right, above and below, the nearest first."""
    width = state.width
    row = start - start % width
    return (
        range(start - 1, row - 1, -1),
        range(start + 1, row + width),
        range(start - width, -1, -width),
        range(start + width, len(state.board), width),
    )


def _action(state: State, move: Move) -> Json:
    return {"type": "move", "from": state.point(move[0]), "to": state.point(move[1])}


BOTS = (
    Bot(
        Level.MEDIUM,
        "Look-ahead",
        "Weighs each of its moves against what the others are likely to do.",
        "M12 5C6 5 2 12 2 12s4 7 10 7 10-7 10-7-4-7-10-7zm0 3a4 4 0 1 1 0 8 4 4 0 0 1 0-8z",
        by_knowledge(choose),
        choose_at_once,
    ),
)

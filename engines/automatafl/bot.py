"""The bot: looks one turn ahead over its own moves against a sample of the others'.

It never looks at ``state.standing``: a sealed move that stands is still nobody's to know.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile
from random import Random

from engines.automatafl.agent import decide
from engines.automatafl.moves import Move, carry_out
from engines.automatafl.state import State
from engines.game import Bot, Json

LOOKED_AT = 30
"""How many of its own moves it tries against what the others may do."""
SAMPLES = 10
"""How many guesses of the others' moves it tries them against."""
LIKELY = 3
"""Every other guess is one of this many best moves of a seat."""
WIN = 1000.0


def choose(state: State, seat: int, seed: int) -> Json | None:
    """The move that does best on average over guesses of the others' moves, or None where no
    move is legal. Chance comes from ``seed`` and the turn alone."""
    random = Random((seed * 1_000_003 + state.turn) * 8 + seat)
    own = _best_first(state, seat, random)[:LOOKED_AT]
    if not own:
        move = next(_legal_moves(state), None)
        return None if move is None else _action(state, move)
    others = [_best_first(state, other, random) for other in state.playing if other != seat]
    guesses = [[_guess(moves, random) for moves in others] for _ in range(SAMPLES)]

    def promise(move: Move) -> float:
        return sum(_value(state, seat, [move, *guess]) for guess in guesses)

    return _action(state, max(own, key=promise))


LOOK_AHEAD = Bot("Look-ahead", choose)


def _best_first(state: State, seat: int, random: Random) -> list[Move]:
    """The seat's moves that change what the Agent sees, the best for it by themselves first."""
    moves = list(_telling_moves(state, random))
    random.shuffle(moves)
    return sorted(moves, key=lambda move: _value(state, seat, [move]), reverse=True)


def _guess(best_first: list[Move], random: Random) -> Move:
    return random.choice(best_first[:LIKELY] if random.random() < 0.5 else best_first)


def _value(state: State, seat: int, moves: list[Move]) -> float:
    """How good the turn would be for the seat: a win, a loss, or how near the Agent would be
    to its corners and to the others', now and after a further step."""
    board, _ = carry_out(state.board, state.width, enumerate(moves))
    agent = state.agent
    value = 0.0
    for weight in (1.0, 0.5):
        decided = decide(board, state.width, agent, state.tie).followed
        if decided is not None:
            before = agent
            agent += decided.step * (1 if decided.axis == "row" else state.width)
            cells = list(board)
            cells[before], cells[agent] = ".", "A"
            board = "".join(cells)
        value += weight * _standing_of(state, seat, agent)
    return value


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
    """Moves of pieces along free paths that put a piece into the Agent's row or column or take
    one out; of those that take a piece out in one direction, one at random."""
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
    """The cells to the left, right, up and down, nearest first."""
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

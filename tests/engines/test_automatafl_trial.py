"""Automatafl: the board on which bots try moves agrees with the rules."""

from __future__ import annotations

from random import Random

from engines.automatafl import GAME
from engines.automatafl.moves import Move, carry_out, conflicts
from engines.automatafl.state import State
from engines.automatafl.trial import PIECES, Trial
from engines.automatafl.view import decision
from tests.engines.automatafl_drawings import DEFAULTS, drawn


def random_state(random: Random) -> State:
    """A board of any size, full to any degree."""
    width, height = random.randint(5, 12), random.randint(5, 12)
    empty = "." * random.choice([1, 4, 20])
    cells = [random.choice("WB" + empty) for _ in range(width * height)]
    corners = {0, width - 1, width * (height - 1), width * height - 1}
    cells[random.choice([cell for cell in range(len(cells)) if cell not in corners])] = "A"
    board = "".join(cells)
    setup = [board[row : row + width] for row in range(0, len(board), width)]
    tie = random.choice(["column", "freeze"])
    return GAME.new_state({**DEFAULTS, "setup": setup, "tie": tie}, 4, 0)


def random_moves(state: State, trial: Trial, random: Random) -> list[Move]:
    """Up to four different moves that do not conflict."""
    moves: set[Move] = set()
    for _ in range(random.randint(1, 4)):
        start = random.randrange(len(state.board))
        end = random.choice([cell for ray in trial.rays[start] for cell in ray])
        if state.agent not in (start, end):
            moves.add((start, end))
    named = list(enumerate(sorted(moves)))
    return [] if conflicts(state.board, named, once=False) else sorted(moves)


def board_of(trial: Trial) -> str:
    return "".join(PIECES[piece] for piece in trial.cells)


def test_moves_and_the_agents_step_are_those_of_the_rules():
    random = Random(1)
    for _ in range(400):
        state = random_state(random)
        trial = Trial(state)
        step = decision(state).destination(state.agent, state.width)
        assert trial.destination() == step
        for moves in (random_moves(state, trial, random) for _ in range(4)):
            undo = trial.carry_out(moves)
            assert board_of(trial) == carry_out(state.board, state.width, enumerate(moves))[0]
            trial.take_back(undo)
            assert board_of(trial) == state.board


def test_a_step_of_the_agent_can_be_taken_back():
    state = drawn("....B", "..A.W", "W....", ".....", ".....")
    trial = Trial(state)
    assert trial.walk() == state.agent
    assert trial.agent != state.agent
    trial.walk_to(state.agent)
    assert board_of(trial) == state.board

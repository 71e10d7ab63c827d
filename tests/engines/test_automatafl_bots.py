"""Automatafl: the other bots, and what those that look ahead know."""

from random import Random

import pytest

from engines.automatafl import GAME
from engines.automatafl.knowledge import AutomataflKnowledge, Position, tellings
from engines.automatafl.trial import Trial
from engines.bots import Budget, Level
from tests.engines.automatafl_drawings import DEFAULTS, drawn, move, play

AHEAD = [Level.FAIRLY_STRONG, Level.STRONG]


def chosen(state, level, seat=0, seed=0, rounds=200):
    return GAME.bot(level).choose(state, seat, seed, Budget(rounds))


@pytest.mark.parametrize("level", [Level.EASY, Level.FAIRLY_EASY, *AHEAD])
def test_it_drives_the_agent_into_its_own_corner_when_one_move_does(level):
    state = drawn("...A.", "BBB..", ".....", ".....", ".....", seats=2)
    state, _ = play(state, {0: chosen(state, level, 0)})
    ended = GAME.outcome(state)
    assert ended is not None
    assert ended.ranks == (1, 2)


def test_first_of_all_they_look_at_what_keeps_the_agent_out_of_the_corner_of_another():
    state = drawn("..BA.", ".....", ".....", "WB...", ".....", seats=4)
    idle, _ = play(state, {})
    assert GAME.outcome(idle) is not None
    for seed in range(10):
        knowledge = AutomataflKnowledge(state)
        start, end = knowledge.candidates(knowledge.root, 0, Random(seed))[0]
        after, _ = play(state, {0: move(state.point(start), state.point(end))})
        assert GAME.outcome(after) is None


@pytest.mark.parametrize("level", Level)
def test_it_does_not_know_the_moves_that_stand(level):
    start = drawn("B...W", ".W...", "..A..", "...B.", "W...B")
    clash = {0: move((0, 0), (3, 0)), 1: move((0, 0), (0, 4))}
    actions = []
    for standing in (move((4, 4), (4, 1)), move((1, 1), (1, 3))):
        state, _ = play(start, {**clash, 2: standing})
        actions.append([chosen(state, level, 0, seed, rounds=40) for seed in range(3)])
    assert actions[0] == actions[1]


@pytest.mark.parametrize("level", Level)
def test_the_same_seed_and_rounds_give_the_same_legal_move(level):
    state = GAME.new_state(DEFAULTS, 4, 0)
    action = chosen(state, level, 2, 5, rounds=40)
    GAME.check(state, 2, action)
    assert action == chosen(state, level, 2, 5, rounds=40)


def test_looking_ahead_follows_the_rules():
    state = GAME.new_state(DEFAULTS, 2, 0)
    knowledge, random = AutomataflKnowledge(state), Random(3)
    for _ in range(40):
        position = knowledge.root
        moves = {
            seat: random.choice(knowledge.candidates(position, seat, random)) for seat in (0, 1)
        }
        named = {
            seat: (state.point(start), state.point(end)) for seat, (start, end) in moves.items()
        }
        actions = {seat: move(start, end) for seat, (start, end) in named.items()}
        after, events = GAME.resolve(state, actions)
        if events[-1]["type"] == "agent":
            pieces = Trial(after).cells
            assert knowledge.after(position, moves) == Position(bytes(pieces), after.agent)


def test_moves_that_tell_are_legal_and_keep_off_marked_cells():
    start = drawn("B...W", ".W...", "..A..", "...B.", "W...B")
    clash = {0: move((1, 1), (2, 1)), 1: move((1, 1), (1, 2))}
    state, _ = play(start, clash)
    assert state.marked
    for cells in tellings(Trial(state), state.marked, Random(1)):
        GAME.check(state, 0, move(*(tuple(state.point(cell)) for cell in cells)))


def test_a_seat_that_left_wins_nothing_in_what_is_looked_at():
    state = drawn("..BA.", ".....", ".....", "WB...", ".....", seats=4)
    state, _ = GAME.leave(state, [1])
    knowledge = AutomataflKnowledge(state)
    values = knowledge.value(knowledge.root)
    assert values[1] == 0
    assert sum(values) == pytest.approx(1)

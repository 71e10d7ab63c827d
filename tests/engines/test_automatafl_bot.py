"""Automatafl: the bot that looks one turn ahead."""

from __future__ import annotations

from random import Random

from engines.automatafl import GAME
from engines.automatafl.state import State
from engines.automatafl.view import open_lines
from engines.rules import Json
from tests.engines.automatafl_drawings import DEFAULTS, drawn, move, play


def chosen(state: State, seat: int, seed: int = 0) -> Json:
    action = GAME.bot().think(state, seat, seed)
    assert action is not None
    return action


def test_it_drives_the_agent_into_its_own_corner_when_one_move_does():
    state = drawn("...A.", "B....", ".....", ".....", ".....", seats=4)
    state, _ = play(state, {1: chosen(state, 1)})
    ended = GAME.outcome(state)
    assert ended is not None
    assert ended.ranks == (2, 1, 2, 2)


def test_the_same_seed_gives_the_same_move():
    state = GAME.new_state(DEFAULTS, 4, 0)
    assert chosen(state, 2, 5) == chosen(state, 2, 5)
    assert len({str(chosen(state, 2, seed)) for seed in range(8)}) > 1


def test_it_does_not_know_the_moves_that_stand():
    start = drawn("B...W", ".W...", "..A..", "...B.", "W...B")
    clash = {0: move((0, 0), (3, 0)), 1: move((0, 0), (0, 4))}
    actions = []
    for standing in (move((4, 4), (4, 1)), move((1, 1), (1, 3))):
        state, _ = play(start, {**clash, 2: standing})
        actions.append([chosen(state, 0, seed) for seed in range(5)])
    assert actions[0] == actions[1]


def test_it_finds_a_legal_move_where_no_piece_can_change_what_the_agent_sees():
    state = drawn(".....", ".....", "..A..", ".....", ".....")
    GAME.check(state, 0, chosen(state, 0))


def random_move(state: State, random: Random) -> Json:
    """Any legal move."""
    lines = open_lines(state)["lines"]
    rows = [[(x, y) for x in line] for y, line in enumerate(lines["rows"])]
    columns = [[(x, y) for y in line] for x, line in enumerate(lines["columns"])]
    start, end = random.sample(random.choice(rows + columns), 2)
    return move(start, end)


def test_it_beats_players_who_move_at_random():
    won = lost = 0
    for seed in range(6):
        seats = (2, 4)[seed % 2]
        random, own = Random(seed), seed % seats
        state = GAME.new_state(DEFAULTS, seats, 0)
        while GAME.outcome(state) is None and GAME.turn(state) <= 100:
            state, _ = play(
                state,
                {
                    seat: chosen(state, seat, seed) if seat == own else random_move(state, random)
                    for seat in GAME.awaiting(state)
                },
            )
        ended = GAME.outcome(state)
        won += ended is not None and ended.ranks[own] == 1
        lost += ended is not None and ended.ranks[own] == 2
    assert won >= 4
    assert lost == 0

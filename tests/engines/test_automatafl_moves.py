"""Automatafl: carrying moves out, and leaving. The Agent keeps out of the way."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest

from engines.automatafl import GAME
from engines.automatafl.moves import carry_out, conflicts
from tests.engines.automatafl_drawings import drawing, drawn, events_of, move, outcome, play

OPEN = drawn("W....", "....B", "..A..", "B....", "....W")


class TestCarryingOut:
    def test_a_piece_that_stands_in_the_way_stops_a_move(self):
        over = move((0, 0), (4, 0))
        state, events = play(drawn("W.B..", "....A", ".....", ".....", "....."), {0: over})
        failed = [{"seat": 0, "from": [0, 0], "to": [4, 0], "why": "in-the-way"}]
        assert events_of("failed", events) == failed
        assert drawing(state)[0] == "W.B.."

    @pytest.mark.parametrize("ends", [((0, 2), (3, 2)), ((4, 2), (1, 2))])
    def test_the_agent_is_in_the_way(self, ends):
        _, events = play(drawn(".....", ".....", "W.A.W", ".....", "....."), {0: move(*ends)})
        assert events_of("failed", events)[0]["why"] == "in-the-way"

    def test_pieces_in_motion_are_in_nobodys_way_even_if_they_stay(self):
        start = drawn("W.B..", ".....", "..B..", "....A", ".....")
        moves = {0: move((0, 0), (4, 0)), 1: move((2, 0), (2, 3))}
        state, events = play(start, moves)
        assert events_of("failed", events)[0]["seat"] == 1
        assert drawing(state)[0] == "..B.W"

    def test_a_piece_in_motion_is_in_nobodys_way_where_it_ends(self):
        start = drawn("W....", ".....", "..B..", "....A", ".....")
        state, _ = play(start, {0: move((0, 0), (4, 0)), 1: move((2, 2), (2, 0))})
        assert drawing(state)[0] == "..B.W"
        state, _ = play(start, {1: move((0, 0), (4, 0)), 0: move((2, 2), (2, 0))})
        assert drawing(state)[0] == "..B.W"

    def test_a_cell_is_free_once_the_piece_on_it_has_gone(self):
        start = drawn("WB...", ".....", "....A", ".....", ".....")
        state, events = play(start, {0: move((0, 0), (1, 0)), 1: move((1, 0), (4, 0))})
        assert drawing(state)[0] == ".W..B"
        assert [event["seat"] for event in events_of("moved", events)] == [1, 0]

    def test_a_target_that_stays_occupied_fails(self):
        start = drawn("WB...", ".....", "....A", ".....", ".....")
        _, events = play(start, {0: move((0, 0), (1, 0))})
        assert events_of("failed", events)[0]["why"] == "occupied"

    def test_a_piece_moved_onto_an_empty_from_goes_on_with_that_move(self):
        start = drawn("W....", ".....", ".....", "....A", ".....")
        state, events = play(start, {0: move((2, 0), (2, 4)), 1: move((0, 0), (2, 0))})
        assert drawing(state)[4] == "..W.."
        assert [event["seat"] for event in events_of("moved", events)] == [1, 0]

    def test_it_stays_there_if_the_second_move_is_stopped(self):
        start = drawn("W....", ".....", "..B..", "....A", ".....")
        state, events = play(start, {0: move((2, 0), (2, 4)), 1: move((0, 0), (2, 0))})
        assert drawing(state)[0] == "..W.."
        assert events_of("failed", events)[0] == {
            "seat": 0,
            "from": [2, 0],
            "to": [2, 4],
            "why": "in-the-way",
        }

    def test_in_a_ring_of_occupied_cells_nobody_moves(self):
        start = drawn("WB...", "WB...", "....A", ".....", ".....")
        ring = {
            0: move((0, 0), (1, 0)),
            1: move((1, 0), (1, 1)),
            2: move((1, 1), (0, 1)),
            3: move((0, 1), (0, 0)),
        }
        state, events = play(start, ring)
        assert drawing(state) == drawing(start)
        assert [event["why"] for event in events_of("failed", events)] == ["occupied"] * 4

    def test_in_a_ring_with_an_empty_cell_all_go_round(self):
        start = drawn("WB...", "W....", "....A", ".....", ".....")
        moves = {0: move((0, 0), (1, 0)), 1: move((1, 0), (1, 1)), 3: move((0, 1), (0, 0))}
        assert drawing(play(start, moves)[0])[:2] == ["WW...", ".B..."]

    def test_a_move_from_a_cell_that_stays_empty_fails(self):
        _, events = play(OPEN, {2: move((1, 1), (1, 4))})
        assert events_of("failed", events) == [
            {"seat": 2, "from": [1, 1], "to": [1, 4], "why": "no-piece"}
        ]

    def test_of_several_moves_from_one_empty_cell_none_is_carried_out(self):
        start = drawn("W....", ".....", ".....", "....A", ".....")
        moves = {0: move((2, 0), (2, 4)), 1: move((0, 0), (2, 0)), 2: move((2, 0), (4, 0))}
        state, events = play(start, moves)
        assert drawing(state)[0] == "..W.."
        assert [(e["seat"], e["why"]) for e in events_of("failed", events)] == [
            (0, "forked"),
            (2, "forked"),
        ]

    def test_of_several_moves_that_can_be_taken_the_lowest_seats_comes_first(self):
        moves = {3: move((0, 0), (1, 0)), 1: move((4, 1), (3, 1)), 2: move((0, 3), (0, 2))}
        _, events = play(OPEN, moves)
        assert [event["seat"] for event in events_of("moved", events)] == [1, 2, 3]


def test_where_several_moves_could_be_taken_the_result_is_the_same():
    for seed in range(300):
        random = Random(seed)
        board = "".join(random.choice("W.B") for _ in range(25))
        lines = [(a, b) for a in range(25) for b in range(25) if a != b]
        lines = [(a, b) for a, b in lines if a // 5 == b // 5 or a % 5 == b % 5]
        named = list(enumerate(random.sample(lines, 4)))
        if conflicts(board, named, once=False):
            continue
        orders = [enumerate(move for _, move in order) for order in permutations(named)]
        assert len({carry_out(board, 5, order)[0] for order in orders}) == 1


class TestLeaving:
    def test_a_seat_that_left_has_no_move_any_more(self):
        state, events = GAME.leave(OPEN, [1])
        assert events == [{"type": "left", "seat": 1}]
        assert (GAME.awaiting(state), GAME.left(state)) == ((0, 2, 3), (1,))
        assert GAME.view(state, None)["goals"] == GAME.view(OPEN, None)["goals"]

    def test_its_move_that_stands_is_gone_too(self):
        moves = {0: move((0, 0), (1, 0)), 1: move((4, 1), (3, 1)), 2: move((0, 0), (2, 0))}
        state, _ = play(OPEN, moves)
        state, events = GAME.leave(state, [1])
        assert ([event["type"] for event in events], GAME.awaiting(state)) == (["left"], (0, 2))
        _, events = play(state, {})
        assert events_of("moved", events) == []

    def test_when_nobody_is_awaited_any_more_the_moves_that_stand_are_carried_out(self):
        moves = {0: move((0, 0), (1, 0)), 1: move((4, 1), (3, 1)), 2: move((0, 0), (2, 0))}
        state, _ = play(OPEN, {**moves, 3: move((0, 3), (1, 3))})
        state, events = GAME.leave(state, [0, 2])
        assert [event["type"] for event in events] == ["left", "left", "moved", "moved", "agent"]
        assert (GAME.turn(state), GAME.awaiting(state)) == (2, (1, 3))
        assert GAME.view(state, None)["marked"] == []

    def test_the_one_that_remains_wins_and_nothing_is_carried_out(self):
        moves = {0: move((0, 0), (1, 0)), 1: move((4, 1), (3, 1)), 2: move((0, 0), (2, 0))}
        state, _ = play(OPEN, moves)
        state, events = GAME.leave(state, [0, 2, 3])
        assert [event["type"] for event in events] == ["left"] * 3
        assert outcome(state) == {"ranks": [2, 1, 2, 2], "scores": None, "reason": "leave"}
        view = GAME.view(state, None)
        assert (view["marked"], view["standing"], GAME.awaiting(state)) == ([], [], ())

    def test_if_none_remains_all_share_rank_1(self):
        state, _ = GAME.leave(OPEN, [0, 1, 2, 3])
        assert outcome(state) == {"ranks": [1, 1, 1, 1], "scores": None, "reason": "leave"}

    def test_in_the_corner_of_a_seat_that_left_those_that_remain_share_rank_1(self):
        state, _ = GAME.leave(drawn("..BA.", ".....", ".....", ".....", "....."), [1, 2])
        state, _ = play(state, {})
        assert outcome(state) == {"ranks": [1, 2, 2, 1], "scores": None, "reason": "goal"}

"""Automatafl: which moves are allowed, and which of them conflict."""

from __future__ import annotations

import pytest

from engines.automatafl import GAME
from tests.engines.automatafl_drawings import drawing, drawn, events_of, move, play, refusal

OPEN = drawn("W....", "....B", "..A..", "B....", "....W")


class TestChoosing:
    @pytest.mark.parametrize(
        "action", [move((0, 0), (3, 0)), move((0, 0), (0, 4)), move((1, 1), (1, 4))]
    )
    def test_a_move_is_between_two_cells_of_a_row_or_column_and_from_may_be_empty(self, action):
        assert refusal(OPEN, action) is None

    def test_a_move_may_name_a_way_over_pieces_and_onto_them(self):
        assert refusal(OPEN, move((0, 0), (0, 3))) is None
        assert refusal(OPEN, move((0, 0), (0, 4))) is None
        assert refusal(OPEN, move((2, 1), (2, 3))) is None

    @pytest.mark.parametrize(
        ("action", "code"),
        [
            (move((1, 1), (1, 1)), "same-cell"),
            (move((2, 2), (2, 2)), "same-cell"),
            (move((0, 0), (1, 2)), "not-a-line"),
            (move((2, 2), (3, 3)), "not-a-line"),
            (move((2, 2), (2, 0)), "agent"),
            (move((2, 0), (2, 2)), "agent"),
        ],
    )
    def test_what_is_refused_and_in_which_order(self, action, code):
        assert refusal(OPEN, action) == code

    @pytest.mark.parametrize(
        "action",
        [
            None,
            {"type": "pass"},
            {"type": "move", "from": [0, 0]},
            {"type": "move", "to": [0, 0]},
            {"type": "move", "from": [0, 0], "to": [0, 1], "piece": "W"},
            {"type": "move", "from": "a1", "to": [0, 1]},
            {"type": "move", "from": [0, 0], "to": None},
            {"type": "move", "from": [0, 0], "to": [0, 1.0]},
            {"type": "move", "from": [0, 0], "to": [False, 1]},
        ],
        ids=str,
    )
    def test_what_is_not_of_the_form_is_a_bad_action(self, action):
        assert refusal(OPEN, action) == "bad-action"

    @pytest.mark.parametrize(
        "action", [move((5, 0), (0, 0)), move((0, 0), (0, 5)), move((0, -1), (0, -1))]
    )
    def test_a_cell_beyond_the_board_comes_before_the_games_own_codes(self, action):
        assert refusal(OPEN, action) == "off-board"

    def test_every_step_is_sealed_and_all_seats_are_awaited(self):
        assert GAME.sealed(OPEN)
        assert GAME.awaiting(OPEN) == (0, 1, 2, 3)


class TestConflicts:
    def test_several_that_name_one_piece_conflict_at_from(self):
        state, events = play(OPEN, {0: move((0, 0), (1, 0)), 2: move((0, 0), (2, 0))})
        assert events_of("conflict", events) == [{"at": [0, 0], "seats": [0, 2], "why": "from"}]
        assert drawing(state) == drawing(OPEN)
        assert GAME.awaiting(state) == (0, 2)
        assert GAME.view(state, None)["marked"] == [[0, 0]]

    def test_several_that_name_one_empty_from_do_not(self):
        state, events = play(OPEN, {0: move((1, 1), (1, 0)), 2: move((1, 1), (3, 1))})
        assert events_of("conflict", events) == []
        assert GAME.turn(state) == 2

    def test_several_that_name_one_target_conflict_even_from_empty_cells(self):
        state, events = play(OPEN, {1: move((0, 1), (3, 1)), 3: move((3, 4), (3, 1))})
        assert events_of("conflict", events) == [{"at": [3, 1], "seats": [1, 3], "why": "to"}]
        assert GAME.awaiting(state) == (1, 3)

    def test_a_cell_that_one_names_as_from_and_another_as_to_is_no_conflict(self):
        _, events = play(OPEN, {0: move((0, 0), (3, 0)), 1: move((1, 0), (0, 0))})
        assert events_of("conflict", events) == []

    def test_moves_without_a_part_in_it_stand(self):
        moves = {
            0: move((0, 0), (1, 0)),
            1: move((4, 1), (3, 1)),
            2: move((0, 0), (2, 0)),
            3: move((4, 4), (3, 4)),
        }
        state, _ = play(OPEN, moves)
        assert GAME.view(state, None)["standing"] == [1, 3]
        assert refusal(state, move((4, 4), (2, 4)), seat=3) == "not-awaited"
        assert GAME.turn(state) == 1

    def test_one_cell_may_be_in_conflict_both_ways(self):
        moves = {
            0: move((0, 0), (1, 0)),
            1: move((0, 0), (2, 0)),
            2: move((0, 1), (0, 0)),
            3: move((0, 3), (0, 0)),
        }
        state, events = play(OPEN, moves)
        assert events_of("conflict", events) == [
            {"at": [0, 0], "seats": [0, 1], "why": "from"},
            {"at": [0, 0], "seats": [2, 3], "why": "to"},
        ]
        assert GAME.view(state, None)["marked"] == [[0, 0]]

    def test_a_marked_cell_can_be_neither_from_nor_to(self):
        state, _ = play(OPEN, {0: move((0, 0), (1, 0)), 2: move((0, 0), (2, 0))})
        assert refusal(state, move((0, 0), (0, 1))) == "marked"
        assert refusal(state, move((0, 1), (0, 0)), seat=2) == "marked"
        assert refusal(state, move((0, 1), (2, 1)), seat=2) is None

    def test_the_codes_that_come_before_marked_still_do(self):
        state, _ = play(OPEN, {0: move((0, 2), (1, 2)), 2: move((1, 0), (1, 2))})
        assert refusal(state, move((1, 2), (1, 2))) == "same-cell"
        assert refusal(state, move((1, 2), (2, 3))) == "not-a-line"
        assert refusal(state, move((1, 2), (2, 2))) == "agent"
        assert refusal(state, move((1, 2), (1, 1))) == "marked"

    def test_a_move_that_stood_is_lost_in_a_new_conflict_and_marks_stay(self):
        state, _ = play(
            OPEN, {0: move((0, 0), (1, 0)), 1: move((4, 1), (3, 1)), 2: move((0, 0), (2, 0))}
        )
        state, _ = play(state, {0: move((4, 1), (4, 2)), 2: move((0, 3), (1, 3))})
        view = GAME.view(state, None)
        assert (GAME.awaiting(state), view["standing"]) == ((0, 1), [2])
        assert view["marked"] == [[0, 0], [4, 1]]

    def test_the_marks_are_cleared_when_the_moves_are_carried_out(self):
        state, _ = play(OPEN, {0: move((0, 0), (1, 0)), 2: move((0, 0), (2, 0))})
        state, _ = play(state, {0: move((0, 3), (1, 3))})
        view = GAME.view(state, None)
        assert (view["marked"], view["standing"], GAME.turn(state)) == ([], [], 2)
        assert GAME.awaiting(state) == (0, 1, 2, 3)

    def test_an_absent_seat_has_no_move_in_this_turn_and_is_not_awaited_again(self):
        state, events = play(OPEN, {0: move((0, 0), (1, 0)), 2: move((0, 0), (2, 0))})
        assert events_of("absent", events) == [{"seat": 1}, {"seat": 3}]
        assert GAME.awaiting(state) == (0, 2)
        state, events = play(state, {})
        assert events_of("absent", events) == [{"seat": 0}, {"seat": 2}]
        assert (GAME.turn(state), events_of("moved", events)) == (2, [])

    def test_the_very_same_move_is_a_conflict_by_both_its_cells(self):
        same = move((0, 0), (3, 0))
        state, events = play(OPEN, {0: same, 1: same})
        assert [event["why"] for event in events_of("conflict", events)] == ["from", "to"]
        assert GAME.view(state, None)["marked"] == [[0, 0], [3, 0]]


class TestSameMoveOnce:
    ONCE = drawn(*drawing(OPEN), same_move="once")

    def test_equal_moves_are_carried_out_as_one_by_the_lowest_seat(self):
        same = move((0, 0), (3, 0))
        state, events = play(self.ONCE, {3: same, 1: same})
        assert events_of("moved", events) == [{"seat": 1, "from": [0, 0], "to": [3, 0]}]
        assert drawing(state)[0] == "...W."

    def test_every_seat_that_named_one_of_the_conflicting_moves_loses_it(self):
        same = move((0, 0), (3, 0))
        state, events = play(self.ONCE, {0: same, 1: same, 3: move((3, 4), (3, 0))})
        assert events_of("conflict", events) == [{"at": [3, 0], "seats": [0, 1, 3], "why": "to"}]
        assert GAME.awaiting(state) == (0, 1, 3)

    def test_equal_moves_from_an_empty_cell_are_no_fork(self):
        onward = move((1, 0), (1, 1))
        state, events = play(self.ONCE, {0: onward, 1: onward, 2: move((0, 0), (1, 0))})
        assert drawing(state)[:2] == [".....", ".W..B"]
        assert [event["seat"] for event in events_of("moved", events)] == [2, 0]

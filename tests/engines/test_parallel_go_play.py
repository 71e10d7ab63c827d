"""Parallel Go: what may be chosen, and the results of two choices."""

from __future__ import annotations

import pytest

from engines.parallel_go import GAME
from engines.rules import IllegalAction
from tests.engines.parallel_go_drawings import (
    PASS,
    both,
    conflict,
    drawing,
    drawn,
    place,
    play,
    refusal,
)

EMPTY_BOARD = drawn(*["....."] * 5)
KO = (
    ".....",
    ".WB..",
    "W.WB.",
    ".WB..",
    ".....",
)


class TestChoosing:
    def test_a_point_that_holds_a_stone_is_occupied(self):
        assert refusal(drawn(*KO), 0, place(2, 2)) == "occupied"
        assert refusal(drawn(*KO), 0, place(3, 2)) == "occupied"

    def test_a_stone_without_a_liberty_is_suicide(self):
        state = drawn(".W...", "W....", ".....", "...BB", "...B.")
        assert refusal(state, 0, place(0, 0)) == "suicide"
        assert refusal(state, 1, place(0, 0)) is None
        assert refusal(state, 1, place(4, 4)) == "suicide"

    def test_a_chain_without_a_liberty_is_suicide(self):
        state = drawn(".BW..", "WW...", ".....", ".....", ".....")
        assert refusal(state, 0, place(0, 0)) == "suicide"

    def test_a_stone_that_captures_has_a_liberty(self):
        state = drawn(".WB..", "WB...", "B....", ".....", ".....")
        assert refusal(state, 0, place(0, 0)) is None

    def test_a_liberty_of_the_chain_it_joins_is_enough(self):
        state = drawn(".B...", "W....", ".....", ".....", ".....")
        assert refusal(state, 0, place(0, 0)) is None

    def test_taking_a_ko_back_is_legal(self):
        state, _ = both(drawn(*KO), place(1, 2), PASS)
        assert drawing(state)[2] == "WB.B."
        assert refusal(state, 1, place(2, 2)) is None

    def test_passing_is_always_legal(self):
        assert refusal(EMPTY_BOARD, 0, PASS) is None

    @pytest.mark.parametrize(
        "action",
        [
            None,
            "pass",
            {"type": "place"},
            {"type": "pass", "at": [0, 0]},
            {"type": "mark", "at": [0, 0]},
            {"type": "accept"},
            {"type": "resume"},
            {"type": "place", "at": None},
            {"type": "place", "at": [0]},
            {"type": "place", "at": [0, "0"]},
            {"type": "place", "at": [0, 1.0]},
            {"type": "place", "at": [True, 1]},
            {"type": "place", "at": [0, 0], "seat": 1},
        ],
        ids=str,
    )
    def test_what_is_not_of_a_form_of_this_phase_is_a_bad_action(self, action):
        assert refusal(EMPTY_BOARD, 0, action) == "bad-action"

    @pytest.mark.parametrize("at", [(5, 0), (0, 5), (-1, 0), (0, -1), (10**40, 0)])
    def test_a_point_beyond_the_board_is_refused(self, at):
        assert refusal(EMPTY_BOARD, 0, place(*at)) == "off-board"


class TestTurns:
    def test_it_is_sealed_and_both_are_awaited(self):
        assert (GAME.sealed(EMPTY_BOARD), GAME.awaiting(EMPTY_BOARD)) == (True, (0, 1))

    def test_without_a_conflict_both_are_played_and_the_next_turn_begins(self):
        state, events = both(EMPTY_BOARD, place(1, 1), place(3, 3))
        assert drawing(state) == [".....", ".B...", ".....", "...W.", "....."]
        assert events == [
            {"type": "placed", "seat": 0, "at": [1, 1]},
            {"type": "placed", "seat": 1, "at": [3, 3]},
        ]
        assert (GAME.turn(state), GAME.view(state, None)["last"]) == (2, [[1, 1], [3, 3]])

    def test_one_may_pass(self):
        state, events = both(EMPTY_BOARD, PASS, place(3, 3))
        assert [event["type"] for event in events] == ["passed", "placed"]
        assert GAME.view(state, None)["last"] == [None, [3, 3]]

    def test_an_absent_seat_passes(self):
        state, events = play(EMPTY_BOARD, {0: place(3, 3)})
        assert events[0] == {"type": "absent", "seat": 1}
        assert (GAME.turn(state), GAME.view(state, None)["last"]) == (2, [[3, 3], None])

    def test_captured_stones_are_told_and_counted_for_who_took_them(self):
        state, events = both(drawn(*KO), place(1, 2), place(4, 4))
        assert events[-1] == {"type": "captured", "stones": [{"seat": 1, "at": [2, 2]}]}
        assert GAME.view(state, None)["captures"] == [1, 0]

    def test_both_may_capture_in_one_turn(self):
        rows = (".WB...", ".B....", "......", "......", "....W.", "...WB.")
        state, events = both(drawn(*rows), place(0, 0), place(5, 5))
        assert [stone["at"] for stone in events[-1]["stones"]] == [[1, 0], [4, 5]]
        assert GAME.view(state, None)["captures"] == [1, 1]

    @pytest.mark.parametrize("moves", [{0: PASS, 1: PASS}, {0: PASS}, {}])
    def test_when_both_pass_or_are_absent_the_game_goes_to_counting(self, moves):
        state, _ = both(EMPTY_BOARD, place(1, 1), place(3, 3))
        state, events = play(state, moves)
        assert (GAME.phase(state), GAME.sealed(state)) == ("counting", False)
        assert (GAME.turn(state), GAME.view(state, None)["last"]) == (2, [None, None])
        kinds = ["passed" if seat in moves else "absent" for seat in (0, 1)]
        assert sorted(event["type"] for event in events) == sorted([*kinds, "counting"])


class TestConflicts:
    def test_both_choose_the_same_point(self):
        state, events = both(EMPTY_BOARD, place(2, 2), place(2, 2))
        assert events == [
            {"type": "conflict", "why": "same-point", "chosen": [[2, 2], [2, 2]]},
        ]
        assert drawing(state) == drawing(EMPTY_BOARD)

    def test_the_same_point_comes_before_the_orders(self):
        assert conflict(both(drawn(*KO), place(1, 2), place(1, 2))[1]) == "same-point"

    def test_the_second_move_would_be_illegal_in_one_order(self):
        # Black first: white captures. White first: black's move has become suicide.
        state = drawn("..W..", "BBW..", "WW...", ".....", ".....")
        assert conflict(both(state, place(0, 0), place(1, 0))[1]) == "order"

    def test_each_would_capture_the_other(self):
        state = drawn("......", "......", "......", "......", "...WBW", "...WBW")
        state, events = both(state, place(5, 3), place(4, 3))
        assert conflict(events) == "order"
        assert drawing(state)[3:] == ["......", "...WBW", "...WBW"]

    def test_both_throw_in_to_start_the_same_ko(self):
        state = drawn(".....", ".WB..", "W..B.", ".WB..", ".....")
        assert conflict(both(state, place(1, 2), place(2, 2))[1]) == "order"

    def test_moves_far_apart_do_not(self):
        assert conflict(both(drawn(*KO), place(1, 2), place(4, 4))[1]) is None


class TestRepetition:
    TAKEN = both(drawn(*KO), place(1, 2), PASS)[0]

    def test_a_position_that_was_on_the_board_at_the_end_of_an_earlier_turn(self):
        state, events = both(self.TAKEN, PASS, place(2, 2))
        assert events == [
            {"type": "conflict", "why": "repetition", "chosen": [None, [2, 2]]},
        ]
        assert GAME.view(state, None)["prohibited"] == [[], [[2, 2]]]

    def test_also_when_one_side_was_absent(self):
        state, events = play(self.TAKEN, {1: place(2, 2)})
        assert [event["type"] for event in events] == ["absent", "conflict"]
        assert (GAME.turn(state), GAME.awaiting(state)) == (2, (0, 1))

    def test_not_when_a_stone_more_stands_elsewhere(self):
        _, events = both(self.TAKEN, place(4, 4), place(2, 2))
        assert conflict(events) is None

    def test_only_the_arrangement_counts_not_who_is_to_take_or_how_many_were_captured(self):
        state, _ = both(self.TAKEN, place(4, 4), place(2, 2))
        state, _ = both(state, place(1, 2), place(0, 4))
        assert conflict(both(state, PASS, place(2, 2))[1]) is None
        back, _ = both(state, PASS, place(2, 2))
        assert conflict(both(back, place(1, 2), PASS)[1]) == "repetition"

    def test_the_start_of_the_game_is_remembered_too(self):
        assert self.TAKEN.history.holds(EMPTY_BOARD.board)

    def test_a_hash_alone_is_not_taken_for_a_position(self, monkeypatch):
        monkeypatch.setattr("engines.parallel_go.history.hash_of", lambda board: b"8 bytes.")
        state, events = both(drawn(*KO), place(1, 2), PASS)
        assert conflict(events) is None
        assert conflict(both(state, PASS, place(2, 2))[1]) == "repetition"


class TestProhibited:
    AFTER = both(EMPTY_BOARD, place(2, 2), place(2, 2))[0]

    def test_nothing_is_played_and_both_are_awaited_in_the_same_turn(self):
        assert (GAME.turn(self.AFTER), GAME.awaiting(self.AFTER)) == (1, (0, 1))
        assert GAME.view(self.AFTER, None)["last"] == [None, None]

    def test_the_point_is_refused_to_the_side_that_chose_it(self):
        assert refusal(self.AFTER, 0, place(2, 2)) == "prohibited"
        assert refusal(self.AFTER, 0, PASS) is None

    def test_earlier_prohibitions_of_the_turn_stay(self):
        state, _ = both(self.AFTER, place(1, 1), place(1, 1))
        assert GAME.view(state, None)["prohibited"] == [[[1, 1], [2, 2]], [[1, 1], [2, 2]]]

    def test_a_point_prohibited_to_the_opponent_alone_may_be_chosen(self):
        state = drawn(".....", ".WB..", "W..B.", ".WB..", ".....")
        state, _ = both(state, place(1, 2), place(2, 2))
        assert GAME.view(state, None)["prohibited"] == [[[1, 2]], [[2, 2]]]
        state, events = both(state, place(2, 2), place(1, 2))
        assert (conflict(events), drawing(state)[2]) == (None, "WWBB.")

    def test_what_else_is_wrong_is_named_first(self):
        state = drawn("..W..", "BBW..", "WW...", ".....", ".....")
        state, _ = both(state, place(0, 0), place(1, 0))
        assert refusal(state, 0, place(0, 0)) == "prohibited"
        assert refusal(state, 0, place(2, 0)) == "occupied"

    def test_a_turn_that_is_played_or_passed_by_both_clears_them(self):
        played, _ = both(self.AFTER, place(0, 0), PASS)
        passed, _ = both(self.AFTER, PASS, PASS)
        for state in (played, passed):
            assert GAME.view(state, None)["prohibited"] == [[], []]


class TestLeaving:
    @pytest.mark.parametrize(
        ("seats", "ranks"), [([0], (2, 1)), ([1], (1, 2)), ([0, 1], (1, 1)), ([1, 0], (1, 1))]
    )
    def test_the_other_seat_wins_and_both_at_once_draw(self, seats, ranks):
        state, events = GAME.leave(EMPTY_BOARD, seats)
        ended = GAME.outcome(state)
        assert ended is not None
        assert (ended.ranks, ended.scores, ended.reason) == (ranks, None, "leave")
        assert events == [{"type": "left", "seat": seat} for seat in sorted(seats)]
        assert GAME.left(state) == tuple(sorted(seats))

    def test_the_position_stays_as_it_was(self):
        state, _ = both(EMPTY_BOARD, place(2, 2), place(2, 2))
        assert GAME.view(GAME.leave(state, [1])[0], None) == GAME.view(state, None)
        assert "dead" not in GAME.view(state, None)

    def test_nothing_may_follow(self):
        state, _ = GAME.leave(EMPTY_BOARD, [1])
        assert (GAME.awaiting(state), GAME.sealed(state)) == ((), False)
        with pytest.raises(IllegalAction, match="finished"):
            GAME.check(state, 0, PASS)

"""Parallel Go: marks, acceptances, resuming, the score, and long games."""

from __future__ import annotations

import json
from itertools import pairwise
from random import Random

import pytest

from engines.parallel_go import GAME
from engines.parallel_go.history import History
from engines.rules import IllegalAction
from tests.engines.parallel_go_drawings import (
    ACCEPT,
    PASS,
    RESUME,
    both,
    conflict,
    counting,
    drawing,
    drawn,
    mark,
    outcome,
    place,
    play,
    refusal,
)

HALVES = counting(
    "B.BW.",
    "..BW.",
    "..BWB",
    "W.BW.",
    "..BW.",
)


class TestMarks:
    def test_at_the_start_of_counting_all_stones_are_alive(self):
        view = GAME.view(both(drawn(*["....."] * 5), PASS, PASS)[0], None)
        assert (view["dead"], view["accepted"]) == ([], [])

    def test_both_are_awaited_in_an_open_step(self):
        assert (GAME.phase(HALVES), GAME.sealed(HALVES)) == ("counting", False)
        assert GAME.awaiting(HALVES) == (0, 1)

    def test_a_mark_needs_a_stone(self):
        assert refusal(HALVES, 0, mark(1, 0)) == "no-stone"
        assert refusal(HALVES, 0, mark(5, 0)) == "off-board"

    @pytest.mark.parametrize("seat", [0, 1])
    def test_either_seat_may_mark_any_stone(self, seat):
        state, events = play(HALVES, {seat: mark(0, 3)})
        assert GAME.view(state, None)["dead"] == [[0, 3]]
        stones = [{"seat": 1, "at": [0, 3]}]
        told = {"type": "marked", "seat": seat, "at": [0, 3], "dead": True, "stones": stones}
        assert events == [told]

    def test_it_spreads_over_stones_of_the_colour_and_empty_points(self):
        state, events = play(HALVES, {0: mark(0, 0)})
        assert GAME.view(state, None)["dead"] == [[0, 0], [2, 0], [2, 1], [2, 2], [2, 3], [2, 4]]
        assert [stone["at"] for stone in events[0]["stones"]] == GAME.view(state, None)["dead"]

    def test_it_does_not_spread_over_the_other_colour(self):
        state, _ = play(HALVES, {0: mark(4, 2)})
        assert GAME.view(state, None)["dead"] == [[4, 2]]

    def test_it_spreads_over_the_board_as_it_stands_not_over_dead_stones(self):
        start = counting("W.B.W", "..B..", "..B..", "..B..", "..B..")
        state, _ = play(start, {0: mark(2, 0)})
        state, events = play(state, {0: mark(0, 0)})
        assert [stone["at"] for stone in events[0]["stones"]] == [[0, 0]]
        assert len(GAME.view(state, None)["dead"]) == 6

    def test_a_second_mark_brings_them_back_to_life(self):
        state, _ = play(HALVES, {0: mark(0, 0)})
        state, events = play(state, {1: mark(2, 4)})
        assert GAME.view(state, None)["dead"] == []
        assert events[0]["dead"] is False

    def test_any_mark_takes_back_both_acceptances(self):
        state, _ = play(HALVES, {0: ACCEPT})
        state, _ = play(state, {1: mark(0, 3)})
        assert (GAME.view(state, None)["accepted"], GAME.awaiting(state)) == ([], (0, 1))

    @pytest.mark.parametrize(
        "action", [PASS, place(1, 0), {"type": "accept", "at": [0, 0]}, {"type": "mark"}, None]
    )
    def test_what_is_not_of_a_form_of_counting_is_a_bad_action(self, action):
        assert refusal(HALVES, 0, action) == "bad-action"


class TestAccepting:
    def test_a_seat_that_has_accepted_can_do_nothing(self):
        state, events = play(HALVES, {1: ACCEPT})
        assert events == [{"type": "accepted", "seat": 1}]
        assert GAME.awaiting(state) == (0,)
        for action in (ACCEPT, RESUME, mark(0, 0)):
            assert refusal(state, 1, action) == "not-awaited"

    def test_when_both_have_the_game_is_finished(self):
        state, _ = play(HALVES, {1: ACCEPT})
        state, _ = play(state, {0: ACCEPT})
        assert (GAME.phase(state), GAME.awaiting(state)) == ("finished", ())
        assert GAME.view(state, None)["accepted"] == [0, 1]
        with pytest.raises(IllegalAction, match="finished"):
            GAME.check(state, 0, RESUME)

    @pytest.mark.parametrize("first", [None, 0, 1])
    def test_when_the_time_runs_out_both_accept(self, first):
        state = HALVES if first is None else play(HALVES, {first: ACCEPT})[0]
        awaited = GAME.awaiting(state)
        state, events = play(state, {})
        assert events == [{"type": "accepted", "seat": seat} for seat in awaited]
        assert GAME.phase(state) == "finished"


class TestResuming:
    def test_play_goes_on_with_the_next_turn_and_all_is_forgotten(self):
        state, _ = play(HALVES, {0: mark(0, 3)})
        state, _ = play(state, {0: ACCEPT})
        state, events = play(state, {1: RESUME})
        assert events == [{"type": "resumed", "seat": 1}]
        assert (GAME.phase(state), GAME.turn(state), GAME.sealed(state)) == ("play", 2, True)
        assert "dead" not in GAME.view(state, None)
        view = GAME.view(both(state, PASS, PASS)[0], None)
        assert (view["dead"], view["accepted"]) == ([], [])

    def test_earlier_positions_still_may_not_be_repeated(self):
        state = drawn(".....", ".WB..", "W.WB.", ".WB..", ".....")
        state, _ = both(state, place(1, 2), PASS)
        state, _ = both(state, PASS, PASS)
        state, _ = play(state, {0: RESUME})
        assert conflict(both(state, PASS, place(2, 2))[1]) == "repetition"


class TestScore:
    def test_stones_and_points_that_only_one_side_reaches_count(self):
        state, _ = play(HALVES, {0: mark(0, 3)})
        state, _ = play(state, {0: mark(4, 2)})
        assert GAME.view(state, None)["area"] == [[0, 0, 0, 1, 1]] * 5
        state, _ = play(state, {})
        assert outcome(state) == {"ranks": [1, 2], "scores": [15, 10], "reason": "score"}

    def test_points_that_both_reach_count_for_nobody(self):
        area = GAME.view(HALVES, None)["area"]
        assert area[0] == [0, None, 0, 1, None]
        assert outcome(play(HALVES, {})[0])["scores"] == [7, 6]

    def test_eyes_in_seki_count(self):
        # (0, 0) is black's eye, (4, 0) white's; the points between them belong to both.
        state = counting(".B.W.", "BB.WW", "WWWBB", "..WB.", "..WB.")
        area = GAME.view(state, None)["area"]
        assert area[0] == [0, 0, None, 1, 1]

    def test_an_empty_board_is_a_draw_without_points(self):
        state, _ = play(counting(*["....."] * 5), {})
        assert outcome(state) == {"ranks": [1, 1], "scores": [0, 0], "reason": "score"}
        assert GAME.view(state, None)["area"] == [[None] * 5] * 5

    def test_there_is_no_komi_and_a_draw_is_possible(self):
        state, _ = play(counting("B.W..", "B.W..", "B.W..", "B.W..", "B.W.."), {})
        assert outcome(state)["scores"] == [5, 15]
        state, _ = play(counting("B...W", "B...W", "B...W", "B...W", "B...W"), {})
        assert outcome(state) == {"ranks": [1, 1], "scores": [5, 5], "reason": "score"}


def test_leaving_in_counting_keeps_the_marks():
    state, _ = play(HALVES, {0: mark(0, 3)})
    left, events = GAME.leave(state, [0])
    assert outcome(left) == {"ranks": [2, 1], "scores": None, "reason": "leave"}
    assert GAME.view(left, None) == GAME.view(state, None)
    assert [event["type"] for event in events] == ["left"]


def test_a_history_finds_every_position_it_was_given_and_no_other():
    random = Random(3)
    boards = [bytes([1]) * 81]
    while len(boards) < 300:
        board = bytearray(boards[-1])
        for index in random.sample(range(81), 3):
            board[index] = random.choice([1, 2, 4])
        boards.append(bytes(board))
    history = History.of(boards[0])
    for before, after in pairwise(boards):
        history = history.plus(before, after)
    history = History.load(json.loads(json.dumps(history.dump())))
    assert all(history.holds(board) for board in boards)
    assert not any(history.holds(bytes([2]) + board[1:]) for board in boards if board[0] == 4)


def test_a_dump_is_json_and_gives_the_same_state_back():
    start = drawn(".....", ".WB..", "W.WB.", ".WB..", ".....")
    prohibited, _ = both(start, place(0, 0), place(0, 0))
    marked, _ = play(HALVES, {0: mark(0, 3)})
    accepted, _ = play(marked, {1: ACCEPT})
    finished, _ = play(accepted, {0: ACCEPT})
    for state in (start, prohibited, marked, accepted, finished, GAME.leave(marked, [1])[0]):
        assert GAME.load(json.loads(json.dumps(GAME.dump(state)))) == state
    assert drawing(prohibited) == drawing(start)

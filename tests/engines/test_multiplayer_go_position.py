"""Parallel Multiplayer Go: what everybody sees, and what is stored."""

import json
import random

from engines.board import EMPTY, colours, flood, neighbours, stone
from engines.multiplayer_go import GAME
from engines.record import new
from tests.engines.drawing import drawn, only, play


def test_a_point_shows_nothing_a_seat_or_the_seats_of_a_merged_stone():
    position = GAME.view(drawn("0.B", "#..", "..2"), None)
    assert position["board"] == [[0, None, [0, 2]], [None, None, None], [None, None, 2]]
    assert (position["size"], position["left"]) == (3, [])


def test_the_last_stones_are_those_placed_in_the_last_turn_ascending_by_seat():
    state, _ = play(drawn("...", "...", "..."), s2=(0, 0), s0=(2, 2))
    assert GAME.view(state, None)["last"] == [{"seat": 0, "at": [2, 2]}, {"seat": 2, "at": [0, 0]}]


def test_a_stone_taken_off_in_its_own_turn_is_not_among_the_last():
    state, _ = play(drawn(".1.", "1..", "..."), s0=(0, 0), s1=(2, 2))
    assert GAME.view(state, None)["last"] == [{"seat": 1, "at": [2, 2]}]


def test_a_merged_stone_is_among_the_last_once_for_each_of_its_seats():
    state, _ = play(drawn("...", "...", "...", collision="merge"), s0=(1, 1), s2=(1, 1), s1=(0, 0))
    assert GAME.view(state, None)["last"] == [
        {"seat": 0, "at": [1, 1]},
        {"seat": 1, "at": [0, 0]},
        {"seat": 2, "at": [1, 1]},
    ]


def test_a_turn_without_a_stone_leaves_no_last_stones():
    before, _ = play(drawn("...", "...", "..."), s0=(1, 1))
    state, _ = play(before)
    assert GAME.view(state, None)["last"] == []


def test_a_leave_does_not_change_the_last_stones():
    before, _ = play(drawn("...", "...", "..."), s0=(1, 1))
    state, _ = GAME.leave(before, [0])
    assert GAME.view(state, None)["last"] == [{"seat": 0, "at": [1, 1]}]
    assert GAME.view(state, None)["left"] == [0]


def test_closed_points_ascend_by_row_and_then_column():
    position = GAME.view(drawn("..#", "#..", ".#.", collision="ko"), None)
    assert position["closed"] == [[2, 0], [0, 1], [1, 2]]


def test_who_passed_and_who_was_absent_is_told_apart():
    _, events = play(drawn("...", "...", "..."), s0="pass", s1=(1, 1))
    assert only(events, "passed") == [{"seat": 0}]
    assert only(events, "absent") == [{"seat": 2}]


def test_events_come_in_the_order_in_which_a_board_shows_them():
    before = drawn("01..", "....", "....", "....", seats=6, collision="merge")
    _, events = play(before, s1=(0, 1), s2=(3, 3), s3=(3, 3), s4="pass")
    kinds = [event["type"] for event in events]
    assert kinds == [
        "placed",
        "collision",
        "placed",
        "placed",
        "captured",
        "absent",
        "passed",
        "absent",
    ]


def test_a_board_is_told_in_words_by_its_size():
    assert GAME.board(new("multiplayer-go", 3, {"size": 13}).options) == "13×13"


def test_a_state_is_the_same_after_it_was_stored():
    state = drawn("0A.", "#..", "..2", collision="merge", left=(1,), max_turns=9)
    state, _ = play(state, s0=(2, 0), s2=(2, 1))
    over, _ = GAME.leave(state, [0])
    for each in (state, over):
        assert GAME.load(json.loads(json.dumps(GAME.dump(each)))) == each


def test_a_chain_never_stands_without_a_liberty_after_a_turn():
    chance = random.Random(5)
    for collision in ("merge", "ko"):
        options = new("multiplayer-go", 6, {"size": 5, "collision": collision}).options
        state = GAME.new_state(options, 6, 0)
        for _ in range(150):
            empty = [i for i, bits in enumerate(state.board) if bits == EMPTY]
            chosen = {s: divmod(chance.choice(empty), 5)[::-1] for s in range(6) if empty}
            state, _ = play(state, **{f"s{seat}": at for seat, at in chosen.items()})
            assert not smothered(state)


def smothered(state):
    around = neighbours(state.size)
    return [
        index
        for index, bits in enumerate(state.board)
        for seat in colours(bits)
        if not flood(state.board, index, stone(seat), around)[1] & EMPTY
    ]

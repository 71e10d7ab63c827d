"""Automatafl: options and the start, positions as JSON, and the extras of boards."""

from __future__ import annotations

import json

import pytest

from engines.automatafl import GAME
from engines.automatafl.view import open_lines
from engines.rules import IllegalAction
from tests.engines.automatafl_drawings import DEFAULTS, drawn, move, play, refusal

OPTIONS = {option.name: option for option in GAME.options}
PLAIN = ["B....", ".....", "..A..", ".....", "....W"]
UP = move((4, 4), (4, 2))


def test_the_first_position_as_json():
    assert GAME.view(GAME.new_state(DEFAULTS, 2, 0), None) == {
        "width": 11,
        "height": 11,
        "board": [
            "B...WBW...B",
            "B...WBW...B",
            "...........",
            ".W.......W.",
            "BB.......BB",
            "BB...A...BB",
            "BB.......BB",
            ".W.......W.",
            "...........",
            "B...WBW...B",
            "B...WBW...B",
        ],
        "agent": [5, 5],
        "goals": [[[0, 0], [10, 0]], [[0, 10], [10, 10]]],
        "marked": [],
        "standing": [],
        "left": [],
    }


def test_with_four_seats_the_goals_go_clockwise_from_the_top_left():
    goals = GAME.view(GAME.new_state(DEFAULTS, 4, 0), None)["goals"]
    assert goals == [[[0, 0]], [[10, 0]], [[10, 10]], [[0, 10]]]


def test_two_or_four_play():
    assert GAME.seats_allowed() == (2, 4)


def test_a_board_need_not_be_square():
    state = drawn(*PLAIN[:4], "W....", ".....")
    assert GAME.view(state, None)["goals"] == [[[0, 0]], [[4, 0]], [[4, 5]], [[0, 5]]]
    assert GAME.board({**DEFAULTS, "setup": ["......"] * 5}) == "6×5"
    assert GAME.board(DEFAULTS) == "11×11"


@pytest.mark.parametrize(
    "setup",
    [
        "A",
        [],
        {},
        PLAIN[:4],
        [row[:4] for row in PLAIN],
        [*PLAIN[:4], "....."[:4]],
        [*PLAIN[:4], "....x"],
        [*PLAIN[:4], "....A"],
        [*PLAIN[:4], [".....", 1]],
        ["."] * 5,
        ["....."] * 5,
        ["A....", *["....."] * 4],
        ["....A", *["....."] * 4],
        [*["....."] * 4, "A...."],
        [*["....."] * 4, "....A"],
        ["." * 26] * 24 + ["A".center(26, ".")],
        [".....", "..A..", *["....."] * 24],
    ],
    ids=str,
)
def test_a_starting_board_of_another_form_is_refused(setup):
    with pytest.raises(ValueError, match="exactly one A"):
        OPTIONS["setup"].parse(setup)


def test_starting_boards_from_5_to_25_cells_each_way_are_taken():
    assert OPTIONS["setup"].parse(PLAIN) == PLAIN
    large = ["." * 25] * 24 + ["A".center(25, ".")]
    assert OPTIONS["setup"].parse(large) == large


def test_goals_may_be_chosen_otherwise_and_are_given_back_as_they_were():
    two = [[[4, 4], [0, 4]], [[0, 0], [4, 0]]]
    assert GAME.view(drawn(*PLAIN, seats=2, goals=two), None)["goals"] == two
    four = [[[4, 4]], [[0, 0]], [[4, 0]], [[0, 4]]]
    assert GAME.view(drawn(*PLAIN, seats=4, goals=four), None)["goals"] == four


@pytest.mark.parametrize(
    ("seats", "goals"),
    [
        (2, [[[0, 0], [0, 4]], [[4, 0], [4, 4]]]),
        (2, [[[0, 0]], [[4, 0]], [[4, 4]], [[0, 4]]]),
        (4, [[[0, 0], [4, 0]], [[0, 4], [4, 4]]]),
        (4, [[[0, 0]], [[4, 0]], [[4, 4]], [[4, 4]]]),
        (4, [[[0, 0]], [[4, 0]], [[4, 4]], [[1, 4]]]),
        (2, [[[0, 0], [4, 0], [0, 4], [4, 4]], []]),
        (2, [[[0, 0], [4, 0]], [[0, 4], [4, 4]], []]),
        (2, []),
    ],
)
def test_goals_that_do_not_suit_the_board_or_the_seats_are_refused(seats, goals):
    with pytest.raises(IllegalAction, match="bad-options"):
        drawn(*PLAIN, seats=seats, goals=goals)


@pytest.mark.parametrize(
    "goals",
    [0, {}, "top", [1], [[1]], [[[0]]], [[[0, 0, 0]]], [[[0, True]]], [[[0.0, 0]]]],
    ids=str,
)
def test_goals_that_are_no_lists_of_corners_are_refused(goals):
    with pytest.raises(ValueError, match="every corner of the board once"):
        OPTIONS["goals"].parse(goals)


def test_lines_are_exactly_the_moves_that_are_not_refused():
    state, _ = play(drawn(*PLAIN), {0: move((0, 0), (3, 0)), 1: move((0, 0), (0, 4))})
    lines = open_lines(state)["lines"]
    cells = [(x, y) for y in range(5) for x in range(5)]
    for start in cells:
        for end in cells:
            x, y = start
            row = y == end[1] and {x, end[0]} <= {*lines["rows"][y]}
            column = x == end[0] and {y, end[1]} <= {*lines["columns"][x]}
            named = start != end and (row or column)
            assert named == (refusal(state, move(start, end)) is None)


def test_a_dump_is_json_and_gives_the_same_state_back():
    start = drawn(*PLAIN)
    conflict, _ = play(start, {0: move((0, 0), (3, 0)), 1: move((0, 0), (0, 4)), 2: UP})
    for state in (start, conflict, play(conflict, {})[0], GAME.leave(conflict, [0, 1, 2])[0]):
        assert GAME.load(json.loads(json.dumps(GAME.dump(state)))) == state


def test_standing_moves_show_in_no_view_or_extra():
    start = drawn(*PLAIN)
    clash = {0: move((0, 0), (3, 0)), 1: move((0, 0), (0, 4))}
    shown = []
    for standing in (UP, move((1, 1), (1, 3))):
        state, events = play(start, {**clash, 2: standing})
        shown.append([GAME.view(state, None), events, *(extra.of(state) for extra in GAME.extras)])
    assert shown[0] == shown[1]

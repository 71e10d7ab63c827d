"""Automatafl: records worked out by hand from the text of the rules alone."""

from functools import partial

import pytest

from tests.engines.replaying import EMPTY, acts, by, events, last, refusal

after = partial(last, "automatafl")
refused = partial(refusal, "automatafl")

# No piece is in the Agent's row or column, so it stays unless one of these gets there.
BOARD = [
    "WB.....",
    ".......",
    "......W",
    "...A...",
    "B.....B",
    ".......",
    "WB....W",
]


def move(x0, y0, x1, y1):
    return {"type": "move", "from": [x0, y0], "to": [x1, y1]}


def told(line, kind):
    """The values of the events of one type."""
    return [tuple(event.values()) for event in events(line, kind)]


LEFT_DOWN = move(0, 0, 0, 2)
SAME = acts(LEFT_DOWN, LEFT_DOWN, move(1, 2, 0, 2), move(6, 2, 6, 1))


def test_a_different_move_that_meets_two_equal_ones_takes_all_three():
    line = after([SAME], seats=4, setup=BOARD, same_move="once")
    assert told(line, "conflict") == [([0, 2], [0, 1, 2], "to")]
    assert (line["turn"], line["awaiting"]) == (1, [0, 1, 2])
    assert (line["position"]["standing"], line["position"]["marked"]) == ([3], [[0, 2]])


def test_equal_moves_from_an_empty_cell_are_one_move_and_no_fork():
    idle = move(4, 0, 4, 1)
    line = after([acts(idle, idle, None, move(1, 0, 4, 0))], seats=4, setup=BOARD, same_move="once")
    # Seat 3's piece arrives on the cell from which the equal moves start, and goes on.
    assert told(line, "moved") == [(3, [1, 0], [4, 0]), (0, [4, 0], [4, 1])]
    assert told(line, "failed") == []


def test_different_moves_from_an_empty_cell_are_a_fork_and_what_arrives_there_stays():
    fork = acts(move(4, 0, 4, 1), move(4, 0, 5, 0), None, move(1, 0, 4, 0))
    line = after([fork], seats=4, setup=BOARD)
    assert told(line, "moved") == [(3, [1, 0], [4, 0])]
    assert [(seat, why) for seat, _, _, why in told(line, "failed")] == [
        (0, "forked"),
        (1, "forked"),
    ]
    assert line["position"]["board"][0] == "W...B.."


def test_a_cell_can_be_in_conflict_both_as_a_start_and_as_an_end():
    moves = acts(move(1, 0, 1, 1), move(1, 0, 2, 0), move(0, 0, 1, 0), move(1, 2, 1, 0))
    line = after([moves], seats=4, setup=BOARD)
    assert sorted(told(line, "conflict")) == [
        ([1, 0], [0, 1], "from"),
        ([1, 0], [2, 3], "to"),
    ]
    assert (line["position"]["marked"], line["awaiting"]) == ([[1, 0]], [0, 1, 2, 3])


def test_a_piece_held_up_keeps_its_cell_occupied():
    moves = acts(move(0, 4, 5, 4), move(0, 6, 0, 4))
    line = after([moves], seats=2, setup=[*BOARD[:4], "B..W..B", *BOARD[5:]])
    assert [(seat, why) for seat, _, _, why in told(line, "failed")] == [
        (0, "in-the-way"),
        (1, "occupied"),
    ]


def test_pieces_in_motion_are_in_nobodys_way_even_where_they_stay():
    # The piece at [1, 0] cannot go to an occupied cell, but it still counts as in motion.
    line = after([acts(move(0, 0, 3, 0), move(1, 0, 1, 6))], seats=2, setup=BOARD)
    assert told(line, "moved") == [(0, [0, 0], [3, 0])]
    assert told(line, "failed") == [(1, [1, 0], [1, 6], "occupied")]


def test_two_pieces_do_not_change_places():
    line = after([acts(move(0, 0, 1, 0), move(1, 0, 0, 0))], seats=2, setup=BOARD)
    assert [why for *_, why in told(line, "failed")] == ["occupied", "occupied"]


CONFLICT = acts(LEFT_DOWN, LEFT_DOWN, move(6, 2, 6, 1), move(0, 6, 0, 5))


def test_leaving_while_a_move_stands_takes_it_away():
    line = after([CONFLICT, {"leave": [2]}], seats=4, setup=BOARD)
    assert (line["position"]["standing"], line["awaiting"]) == ([3], [0, 1])
    assert line["position"]["marked"] == [[0, 0], [0, 2]]


def test_when_all_that_owe_a_move_leave_the_standing_ones_are_carried_out():
    line = after([CONFLICT, {"leave": [1, 0]}], seats=4, setup=BOARD)
    assert [event["type"] for event in line["events"]] == [
        *("left", "left", "moved", "moved", "agent")
    ]
    assert (line["turn"], line["awaiting"], line["position"]["marked"]) == (2, [2, 3], [])


def test_a_standing_move_is_lost_where_one_seat_remains():
    steps = [CONFLICT, {"leave": [2]}, {"leave": [0]}, {"leave": [1]}]
    line = after(steps, seats=4, setup=BOARD)
    assert told(line, "moved") == []
    assert (line["position"]["standing"], line["position"]["marked"]) == ([], [])
    assert line["outcome"] == {"ranks": [2, 2, 2, 1], "scores": None, "reason": "leave"}


def test_a_seat_absent_when_others_choose_again_has_no_move_in_the_turn():
    line = after([CONFLICT, acts(move(1, 0, 3, 0))], seats=4, setup=BOARD)
    assert told(line, "absent") == [(1,)]
    assert [seat for seat, *_ in told(line, "moved")] == [0, 2, 3]
    assert refused([CONFLICT, by(2, LEFT_DOWN)], seats=4, setup=BOARD) == (2, 2, "not-awaited")


LURED = [".....", ".....", ".....", ".....", "..BA."]
TURNED = [[[4, 4]], [[0, 4]], [[0, 0]], [[4, 0]]]


def test_corners_may_be_given_otherwise():
    end = after([EMPTY], seats=4, setup=LURED, goals=TURNED)
    assert end["position"]["goals"] == TURNED
    assert end["outcome"] == {"ranks": [1, 2, 2, 2], "scores": None, "reason": "goal"}


def test_in_the_corner_of_a_seat_that_left_those_that_remain_share_the_first_rank():
    end = after([{"leave": [0]}, EMPTY], seats=4, setup=LURED, goals=TURNED)
    assert end["outcome"] == {"ranks": [2, 1, 1, 1], "scores": None, "reason": "goal"}


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (move(3, 3, 3, 3), "same-cell"),
        (move(3, 3, 4, 4), "not-a-line"),
        (move(3, 3, 3, 4), "agent"),
        (move(3, 0, 3, 3), "agent"),
        (move(0, 0, 0, 4), "marked"),
        (move(1, 2, 0, 2), "marked"),
        (move(0, 1, 0, 7), "off-board"),
        (move(0, 1, 0, 4), None),
    ],
)
def test_a_move_is_refused_with_the_first_code_that_holds(action, code):
    found = refused([CONFLICT, by(0, action)], seats=4, setup=BOARD)
    assert found == (code and (2, 0, code))

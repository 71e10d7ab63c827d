"""Territory: records worked out by hand from the text of the rules alone."""

from functools import partial

import pytest

from tests.engines.replaying import EMPTY, by, events, last, place, refusal

after = partial(last, "territory", rows=4, columns=4)
refused = partial(refusal, "territory", rows=4, columns=4)

take = partial(place, card="replacement")
free = partial(place, card="freedom")

# Seat 1 has lost its first tile and the one it placed with the freedom card: it is blocked.
LANDLESS = [by(0, take(1, 1)), by(1, free(2, 2)), by(2, take(2, 2))]


def test_a_leave_that_leaves_one_seat_able_to_move_fills_the_board_and_ends_the_game():
    start = [[0, 0], [1, 1], [3, 3]]
    before = after(LANDLESS, seats=3, start=start)
    assert (before["awaiting"], before["position"]["blocked"]) == ([0], [False, True, False])
    end = after([*LANDLESS, {"leave": [0]}], seats=3, start=start)
    (filled,) = events(end, "filled")
    assert (filled["seat"], len(filled["cells"])) == (2, 12)
    assert (end["turn"], end["position"]["left"]) == (4, [0])
    assert end["outcome"] == {"ranks": [3, 2, 1], "scores": [0, 0, 14], "reason": "blocked"}


FOUR = [[0, 0], [1, 1], [3, 0], [3, 3]]
TWO_LEAVE = [
    *(by(0, take(1, 1)), by(1, free(2, 2)), by(2, place(2, 0)), by(3, take(2, 2))),
    {"leave": [3, 0]},
]


def test_who_can_still_replace_after_the_filling_is_on_turn():
    line = after(TWO_LEAVE, seats=4, start=FOUR)
    assert [event["type"] for event in line["events"]] == [
        *("left", "grayed", "left", "grayed", "filled", "skipped")
    ]
    assert events(line, "grayed")[0] == {"seat": 0, "cells": [[0, 0], [1, 1]]}
    assert events(line, "skipped") == [{"seat": 1, "why": "blocked"}]
    assert (line["turn"], line["awaiting"], line["outcome"]) == (5, [2], None)
    assert line["position"]["blocked"] == [True, True, False, True]


def test_of_those_that_left_at_one_moment_the_higher_number_is_ranked_first():
    end = after([*TWO_LEAVE, by(2, take(1, 1))], seats=4, start=FOUR)
    assert events(end, "replaced") == [{"seat": 2, "at": [1, 1], "from": "gray"}]
    assert end["turn"] == 5
    assert end["outcome"] == {"ranks": [4, 2, 1, 3], "scores": [0, 0, 13, 0], "reason": "blocked"}


def test_the_last_to_leave_follows_the_one_that_stayed():
    end = after([{"leave": [3, 1]}, by(0, place(1, 0)), {"leave": [0]}], seats=4, start=FOUR)
    assert (end["turn"], end["awaiting"]) == (2, [])
    assert end["outcome"] == {"ranks": [2, 4, 1, 3], "scores": [0, 0, 1, 0], "reason": "leave"}


def test_where_nobody_stays_the_ranks_follow_the_leaving():
    end = after([{"leave": [2]}, {"leave": [0, 3, 1]}], seats=4, start=FOUR)
    assert end["outcome"]["ranks"] == [3, 2, 4, 1]
    assert end["position"]["cards"] == [["double-move", "freedom", "replacement"]] * 4


def test_skipped_turns_count_and_leaves_do_not():
    line = after([EMPTY, {"leave": [0]}, EMPTY], seats=4, start=FOUR)
    assert (line["turn"], line["awaiting"]) == (3, [2])
    assert events(line, "skipped") == [{"seat": 1, "why": "absent"}]


def double(x, y, then):
    return place(x, y, card="double-move", then=list(then))


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (double(0, 1, (4, 0)), "off-board"),
        (double(0, 0, (4, 0)), "off-board"),
        (double(0, 0, (3, 3)), "occupied"),
        (double(2, 2, (3, 3)), "not-adjacent"),
        (double(0, 1, (0, 1)), "occupied"),
        (double(0, 1, (0, 0)), "occupied"),
        (double(0, 1, (0, 3)), "not-adjacent"),
        (double(0, 1, (0, 2)), None),
        (free(3, 3), "occupied"),
        (take(2, 2), "empty"),
        (take(0, 0), "own-tile"),
        (take(3, 3), "not-adjacent"),
        (place(0, 1, then=[0, 2]), "bad-action"),
        (place(0, 1, card="double-move"), "bad-action"),
        (place(0, 1, card="freedom", then=[0, 2]), "bad-action"),
        (place(0, 1, card=None), "bad-action"),
    ],
)
def test_a_move_is_refused_with_the_first_code_that_holds(action, code):
    found = refused([by(0, action)], start=[[0, 0], [3, 3]])
    assert found == (code and (1, 0, code))


def test_a_card_that_is_gone_comes_before_what_is_wrong_with_the_cells():
    steps = [by(0, double(0, 1, (0, 2))), EMPTY, by(0, double(0, 0, (3, 3)))]
    assert refused(steps, start=[[0, 0], [3, 3]]) == (3, 0, "no-card")

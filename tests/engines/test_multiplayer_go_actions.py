"""Parallel Multiplayer Go: what may be chosen, and the codes with which the rest is refused."""

import pytest

from engines.multiplayer_go import GAME
from engines.rules import IllegalAction
from tests.engines.drawing import drawn

BOARD = drawn(
    "0.A",
    "...",
    "..#",
    collision="ko",
)


def refusal(action, state=BOARD, seat=0):
    with pytest.raises(IllegalAction) as refused:
        GAME.check(state, seat, action)
    return refused.value.code


def place(at):
    return {"type": "place", "at": at}


@pytest.mark.parametrize("at", [[1, 0], [0, 2], [1, 1]])
def test_any_empty_point_may_be_chosen(at):
    GAME.check(BOARD, 0, place(at))


def test_suicide_may_be_chosen():
    GAME.check(drawn(".1.", "1..", "..."), 0, place([0, 0]))


def test_passing_is_always_possible():
    GAME.check(BOARD, 0, {"type": "pass"})


@pytest.mark.parametrize("at", [[0, 0], [2, 0]])
def test_a_point_that_holds_a_stone_is_occupied(at):
    assert refusal(place(at)) == "occupied"


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_closed_point_is_blocked_for_every_seat(seat):
    assert refusal(place([2, 2]), seat=seat) == "blocked"


@pytest.mark.parametrize("at", [[3, 0], [0, 3], [-1, 0], [0, -1], [10**30, 0]])
def test_a_point_beyond_the_edge_is_off_the_board(at):
    assert refusal(place(at)) == "off-board"


@pytest.mark.parametrize(
    "action",
    [
        None,
        [],
        "pass",
        {},
        {"type": None},
        {"type": "resign"},
        {"type": ["pass"]},
        {"type": "pass", "at": [0, 1]},
        {"type": "place"},
        {"type": "place", "at": None},
        {"type": "place", "at": [0, 1], "why": 1},
        place([0]),
        place([0, 1, 2]),
        place([0.0, 1]),
        place([True, 1]),
        place(["0", 1]),
        place({"0": 0, "1": 1}),
    ],
    ids=str,
)
def test_what_is_no_action_of_the_game_is_a_bad_action(action):
    assert refusal(action) == "bad-action"


def test_a_seat_that_left_is_not_awaited():
    assert refusal({"type": "pass"}, state=drawn("...", "...", "...", left=(0,))) == "not-awaited"


def test_a_seat_that_does_not_exist_is_not_awaited():
    assert refusal({"type": "pass"}, seat=3) == "not-awaited"


def test_nothing_may_be_chosen_after_the_end():
    over, _ = GAME.leave(BOARD, [0, 1])
    assert refusal({"type": "pass"}, state=over, seat=2) == "finished"

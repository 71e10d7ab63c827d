"""Parallel Multiplayer Go: who gets a point that several seats chose, under each collision rule."""

import pytest

from engines.multiplayer_go import GAME
from engines.multiplayer_go.heat import Trail
from tests.engines.drawing import drawn, only, play, rows_of

NOTHING = ["...", "...", "..."]


def test_a_point_that_one_seat_chose_gets_that_seats_stone():
    state, events = play(drawn(*NOTHING), s0=(0, 0), s1=(2, 1), s2="pass")
    assert rows_of(state.board) == ["0..", "..1", "..."]
    assert only(events, "placed") == [{"seat": 0, "at": [0, 0]}, {"seat": 1, "at": [2, 1]}]


@pytest.mark.parametrize("collision", ["heat", "nobody", "merge", "ko"])
def test_other_points_are_not_touched_by_a_collision(collision):
    state, _ = play(drawn(*NOTHING, collision=collision), s0=(0, 0), s1=(0, 0), s2=(2, 2))
    assert rows_of(state.board)[2] == "..2"


def warm(*indices):
    """Trails of seats that each placed a stone at one of these points in turn 1."""
    return tuple(Trail() if index is None else Trail(1, (index,)) for index in indices)


def test_heat_gives_the_point_to_the_seat_with_the_lowest_heat_there():
    before = drawn(*NOTHING, turn=2, trails=warm(0, 8, 7))
    state, events = play(before, s0=(0, 1), s1=(0, 1), s2=(0, 1))
    assert rows_of(state.board) == ["...", "1..", "..."]
    assert only(events, "collision") == [
        {"at": [0, 1], "seats": [0, 1, 2], "heats": [0.5, 0.223607, 0.353553], "winner": 1}
    ]
    assert only(events, "placed") == [{"seat": 1, "at": [0, 1]}]


def test_heat_gives_the_point_to_nobody_where_two_share_the_lowest():
    before = drawn(*NOTHING, turn=2, trails=warm(0, 6, 3))
    state, events = play(before, s0=(2, 1), s1=(2, 1), s2=(2, 1))
    assert rows_of(state.board) == NOTHING
    assert only(events, "collision")[0]["winner"] is None


def test_heat_of_a_seat_that_did_not_choose_the_point_plays_no_part():
    before = drawn(*NOTHING, turn=2, trails=warm(0, 8, None))
    state, _ = play(before, s0=(0, 1), s1=(0, 1), s2="pass")
    assert rows_of(state.board)[1] == "1.."


def test_two_seats_without_any_heat_share_the_lowest():
    state, events = play(drawn(*NOTHING), s0=(1, 1), s1=(1, 1))
    assert rows_of(state.board) == NOTHING
    assert only(events, "collision")[0]["heats"] == [0, 0]


def test_nobody_places_no_stone_and_leaves_the_point_open():
    state, events = play(drawn(*NOTHING, collision="nobody"), s0=(1, 1), s1=(1, 1))
    assert rows_of(state.board) == NOTHING
    assert only(events, "collision") == [
        {"at": [1, 1], "seats": [0, 1], "heats": None, "winner": None}
    ]


def test_merge_places_one_stone_of_all_the_colours():
    state, events = play(drawn(*NOTHING, collision="merge"), s0=(1, 1), s2=(1, 1))
    assert rows_of(state.board) == ["...", ".B.", "..."]
    assert only(events, "placed") == [{"seat": 0, "at": [1, 1]}, {"seat": 2, "at": [1, 1]}]


def test_ko_places_no_stone_and_closes_the_point_for_the_next_turn():
    state, _ = play(drawn(*NOTHING, collision="ko"), s0=(1, 1), s1=(1, 1))
    assert rows_of(state.board) == ["...", ".#.", "..."]
    assert GAME.view(state, None)["closed"] == [[1, 1]]


def test_ko_opens_the_point_again_after_one_turn():
    state, _ = play(drawn("...", ".#.", "...", collision="ko"), s0=(0, 0), s1="pass", s2="pass")
    assert rows_of(state.board) == ["0..", "...", "..."]
    assert GAME.view(state, None)["closed"] == []


def test_ko_closes_a_point_that_is_no_liberty_while_the_turn_is_resolved():
    before = drawn("01.", "...", "...", collision="ko")
    state, events = play(before, s1=(0, 1), s2=(0, 1))
    assert rows_of(state.board) == [".1.", "#..", "..."]
    assert only(events, "captured") == [{"stage": 1, "stones": [{"seat": 0, "at": [0, 0]}]}]


def test_ko_counts_a_point_closed_before_as_a_liberty_while_the_next_turn_is_resolved():
    before = drawn("0..", "#..", "...", collision="ko")
    state, _ = play(before, s0="pass", s1=(1, 0), s2="pass")
    assert rows_of(state.board) == ["01.", "...", "..."]


def test_several_points_can_collide_in_one_turn():
    before = drawn(*NOTHING, seats=4, collision="ko")
    state, events = play(before, s0=(2, 0), s1=(0, 2), s2=(2, 0), s3=(0, 2))
    assert rows_of(state.board) == ["..#", "...", "#.."]
    assert [event["seats"] for event in only(events, "collision")] == [[0, 2], [1, 3]]

"""Parallel Multiplayer Go: what is captured, and in which of the two stages."""

from tests.engines.drawing import drawn, only, play, rows_of


def test_an_old_chain_without_a_liberty_is_removed_in_the_first_stage():
    state, events = play(drawn("01.", "...", "..."), s1=(0, 1))
    assert rows_of(state.board) == [".1.", "1..", "..."]
    assert only(events, "captured") == [{"stage": 1, "stones": [{"seat": 0, "at": [0, 0]}]}]


def test_a_new_stone_lives_by_what_the_first_stage_takes():
    before = drawn(
        ".12",
        "12.",
        "2..",
    )
    state, events = play(before, s0=(0, 0))
    assert rows_of(state.board) == ["0.2", ".2.", "2.."]
    assert [event["stage"] for event in only(events, "captured")] == [1]


def test_a_new_stone_without_a_liberty_goes_in_the_second_stage():
    state, events = play(drawn(".1.", "1..", "..."), s0=(0, 0))
    assert rows_of(state.board) == [".1.", "1..", "..."]
    assert only(events, "captured") == [{"stage": 2, "stones": [{"seat": 0, "at": [0, 0]}]}]


def test_an_old_chain_with_a_new_stone_waits_for_the_second_stage():
    before = drawn(
        "0.1",
        "11.",
        "...",
    )
    state, events = play(before, s0=(1, 0))
    assert rows_of(state.board) == ["..1", "11.", "..."]
    assert [event["stage"] for event in only(events, "captured")] == [2]


def test_old_chains_of_all_colours_go_at_the_same_moment():
    before = drawn(
        "0.1",
        "222",
        "...",
    )
    state, events = play(before, s2=(1, 0))
    assert rows_of(state.board) == [".2.", "222", "..."]
    (captured,) = only(events, "captured")
    assert [stone["seat"] for stone in captured["stones"]] == [0, 1]


def test_new_stones_that_smother_each_other_both_go():
    before = drawn("..2.", "222.", "....", "....")
    state, events = play(before, s0=(0, 0), s1=(1, 0))
    assert rows_of(state.board) == ["..2.", "222.", "....", "...."]
    assert [event["stage"] for event in only(events, "captured")] == [2]


def test_a_merged_stone_goes_with_the_first_of_its_chains_that_goes():
    before = drawn(
        "A1.",
        "...",
        "...",
        collision="merge",
    )
    state, events = play(before, s2=(0, 1))
    assert rows_of(state.board) == [".1.", "2..", "..."]
    (captured,) = only(events, "captured")
    assert captured["stones"] == [{"seat": 0, "at": [0, 0]}, {"seat": 1, "at": [0, 0]}]


def test_what_is_left_of_a_chain_when_its_merged_stone_goes_lives_on_the_point_set_free():
    before = drawn(
        ".A2",
        "20.",
        "222",
        collision="merge",
    )
    state, events = play(before, s1=(0, 0), s2=(2, 1))
    assert rows_of(state.board) == ["1.2", "2.2", "222"]
    assert [event["stage"] for event in only(events, "captured")] == [1]


def test_a_merged_stone_joins_chains_of_each_of_its_colours():
    before = drawn(
        "0.1",
        "222",
        "...",
        collision="merge",
    )
    state, events = play(before, s0=(1, 0), s1=(1, 0))
    assert rows_of(state.board) == ["...", "222", "..."]
    (captured,) = only(events, "captured")
    assert captured["stage"] == 2
    assert [stone["seat"] for stone in captured["stones"]] == [0, 0, 1, 1]


def test_a_chain_keeps_its_place_while_it_has_one_liberty():
    state, events = play(drawn("01.", "...", "..."), s1=(1, 1))
    assert rows_of(state.board)[0] == "01."
    assert only(events, "captured") == []

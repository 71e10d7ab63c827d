"""Parallel Multiplayer Go: when the game ends, who wins, and what counts."""

from fractions import Fraction

from engines.multiplayer_go import GAME
from engines.multiplayer_go.scoring import area
from tests.engines.drawing import board_of, drawn, only, play, rows_of

HALVES = ["0.1.", "0.1.", "0.1.", "0.1."]


def outcome(state):
    """The outcome of a finished game."""
    return GAME.outcome(state)


def score(*rows, seats=3):
    return area(board_of(*rows), len(rows), seats)


def test_the_game_ends_when_nobody_chose_a_point_and_somebody_passed():
    state, _ = play(drawn(*HALVES, turn=7), s1="pass")
    assert GAME.phase(state) == "finished"
    assert outcome(state).reason == "score"
    assert GAME.turn(state) == 7


def test_a_turn_in_which_every_seat_was_absent_goes_on():
    state, events = play(drawn(*HALVES, turn=7))
    assert GAME.phase(state) == "play"
    assert GAME.turn(state) == 8
    assert only(events, "absent") == [{"seat": 0}, {"seat": 1}, {"seat": 2}]


def test_a_chosen_point_that_nobody_got_keeps_the_game_going():
    state, _ = play(drawn(*HALVES, collision="nobody"), s0=(1, 0), s1=(1, 0), s2="pass")
    assert GAME.phase(state) == "play"


def test_seats_that_left_are_not_waited_for_at_the_end():
    state, events = play(drawn(*HALVES, left=(0,)), s1="pass", s2="pass")
    assert GAME.phase(state) == "finished"
    assert only(events, "absent") == []


def test_the_game_ends_after_the_last_turn_whatever_was_played():
    state, _ = play(drawn(*HALVES, turn=20, max_turns=20), s0=(1, 1), s1="pass")
    assert rows_of(state.board)[1] == "001."
    assert (GAME.phase(state), GAME.turn(state)) == ("finished", 20)


def test_the_turn_before_the_last_does_not_end_the_game():
    state, _ = play(drawn(*HALVES, turn=19, max_turns=20), s0=(1, 1))
    assert (GAME.phase(state), GAME.turn(state)) == ("play", 20)


def test_the_seat_that_stayed_is_first_and_the_others_share_the_second_rank():
    state, events = GAME.leave(drawn(*HALVES, turn=5), [0, 2])
    assert outcome(state).ranks == (2, 1, 2)
    assert outcome(state).reason == "leave"
    assert GAME.turn(state) == 5
    assert events == [{"type": "left", "seat": 0}, {"type": "left", "seat": 2}]


def test_all_are_first_when_nobody_stayed():
    state, _ = GAME.leave(drawn(*HALVES), [0, 1, 2])
    assert outcome(state).ranks == (1, 1, 1)


def test_the_area_as_the_board_stands_is_the_score_after_leaving():
    state, _ = GAME.leave(drawn(*HALVES), [0, 2])
    assert outcome(state).scores == (4, 8, 0)


def test_the_game_goes_on_without_a_seat_that_left_and_its_stones_stay():
    state, _ = GAME.leave(drawn(*HALVES), [0])
    assert GAME.awaiting(state) == (1, 2)
    assert rows_of(state.board) == HALVES


def test_stones_and_the_empty_points_that_only_they_reach_are_points():
    assert score(".01", "001", "111") == [4, 5, 0]


def test_an_empty_point_that_several_colours_reach_is_nobodys():
    assert score("0..", "...", "..1") == [1, 1, 0]


def test_an_empty_board_has_no_points_for_anybody():
    assert score("...", "...", "...") == [0, 0, 0]


def test_a_merged_stone_is_shared_by_its_colours():
    assert score("A.D", "...", "...") == [Fraction(5, 6), Fraction(5, 6), Fraction(1, 3)]


def test_a_merged_stone_borders_empty_points_with_all_its_colours():
    assert score(".0A", "00.", "000") == [Fraction(15, 2), Fraction(1, 2), 0]


def test_no_way_leads_over_a_closed_point_and_it_is_nobodys():
    assert score(".#1", "##1", "111") == [0, 5, 0]
    assert score("0#.", "0#.", "0#1") == [3, 3, 0]


def test_a_point_that_is_closed_when_the_game_ends_stays_closed():
    before = drawn("0.1", "0.1", "0.1", collision="ko", turn=4, max_turns=4)
    state, _ = play(before, s0=(1, 1), s1=(1, 1))
    assert GAME.view(state, None)["closed"] == [[1, 1]]
    assert outcome(state).scores == (3, 3, 0)


def test_a_point_that_is_closed_when_all_but_one_leave_stays_closed():
    state, _ = GAME.leave(drawn("0.", "#1", collision="ko"), [0, 1])
    assert GAME.view(state, None)["closed"] == [[0, 1]]


def test_ranks_go_by_score_and_equal_scores_share_a_rank():
    state, _ = play(drawn("001", "1..", "..2", seats=4), s0="pass")
    assert outcome(state).ranks == (1, 1, 3, 4)
    assert outcome(state).scores == (2, 2, 1, 0)


def test_thirds_add_up_exactly_before_they_are_compared():
    state, _ = play(drawn("DDD", "333", "...", seats=4, collision="merge"), s3="pass")
    assert outcome(state).scores[:3] == (1, 1, 1)
    assert outcome(state).ranks == (2, 2, 2, 1)


def test_seats_that_left_are_ranked_with_the_others_by_their_score():
    state, _ = play(drawn("000", "1..", "..2", left=(0,)), s1="pass", s2="pass")
    assert outcome(state).ranks == (1, 2, 2)


def test_what_is_shown_of_the_score_is_what_is_counted_at_the_end():
    rows = ["01.", "011", ".1."]
    state = drawn(*rows)
    (extra,) = (each for each in GAME.extras if each.name == "score")
    shown = extra.of(state)
    assert shown["points"] == score(*rows)
    assert shown["area"] == [[None, None, 1], [None, None, None], [None, None, 1]]

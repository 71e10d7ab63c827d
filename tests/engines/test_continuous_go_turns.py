"""Turns of Continuous Go: budget, undo, passes, the clock, the end, leaving, and the position."""

import json

import pytest

from engines.continuous_go import GAME
from tests.engines.continuous_go_drawings import (
    NEAREST,
    STEP,
    box,
    drawn,
    play,
    refusal,
    start,
    step,
)

LINE = [[1, 1], [3, 1]]
AWAY = [[5, 5], [6, 5]]


def test_black_begins_and_the_seats_take_turns():
    state = start()
    assert GAME.awaiting(state) == (0,)
    state = play(state, "pass")
    assert GAME.awaiting(state) == (1,)
    assert GAME.turn(state) == 2
    assert not GAME.sealed(state)


def test_a_turn_is_one_or_more_draws():
    state = play(start(), LINE, AWAY)
    assert GAME.awaiting(state) == (0,)
    assert GAME.turn(state) == 1
    assert GAME.view(state, None)["remaining"] == 17


def test_a_turn_ends_in_the_step_that_uses_the_budget_up():
    state = play(start(budget=2), LINE)
    assert GAME.awaiting(state) == (1,)
    assert GAME.view(state, None)["remaining"] == 2


def test_less_than_a_64th_that_is_left_counts_as_used_up():
    nearly = play(start(budget=2), [[1, 1], [3 - NEAREST + STEP, 1]])
    assert GAME.awaiting(nearly) == (1,)
    enough = play(start(budget=2), [[1, 1], [3 - NEAREST, 1]])
    assert GAME.awaiting(enough) == (0,)
    assert GAME.view(enough, None)["remaining"] == NEAREST


def test_the_line_stops_where_the_budget_is_used_up():
    event = drawn(start(budget=2.5), [[1, 1], [1, 2], [5, 2]])
    assert event["path"] == [[1, 1], [1, 2], [2.5, 2]]
    assert (event["length"], event["stopped"]) == (2.5, "budget")


def test_a_line_as_long_as_the_budget_is_not_stopped():
    assert drawn(start(budget=5), [[0, 0], [3, 4]])["stopped"] is None


def test_a_line_that_is_stopped_on_a_slope_is_no_longer_than_the_budget():
    event = drawn(start(budget=4), [[0, 0], [7, 8]])
    assert 4 - 1 / 128 < event["length"] <= 4
    assert all(1024 * value % 1 == 0 for point in event["path"] for value in point)


def test_own_lines_drawn_over_count_in_full():
    assert GAME.view(play(start(), LINE, LINE), None)["remaining"] == 16


def test_undo_takes_back_the_last_draw_and_gives_its_length_back():
    state, events = step(play(start(), LINE, AWAY), "undo")
    assert state == play(start(), LINE)
    assert events == [{"type": "undone", "seat": 0}]


def test_undo_restores_a_length_that_is_no_fraction_to_the_byte():
    before = play(start(), [[0, 0], [1, 3], [2, 2.3]])
    after = play(before, [[0.1, 0.7], [1.3, 2.9], [3.3, 3.1]], "undo")
    assert json.dumps(GAME.dump(after)) == json.dumps(GAME.dump(before))


def test_there_is_nothing_to_undo_before_the_first_draw_or_after_the_last_undo():
    assert refusal(start(), {"type": "undo"}) == "nothing-to-undo"
    assert refusal(play(start(), LINE, "undo"), {"type": "undo"}) == "nothing-to-undo"


def test_a_turn_that_has_ended_cannot_be_undone():
    state = play(start(), LINE, "pass")
    assert refusal(state, {"type": "undo"}) == "nothing-to-undo"
    assert refusal(play(state, "pass"), {"type": "undo"}) == "nothing-to-undo"


def test_an_empty_turn_counts_as_a_pass_and_a_part_way_pass_does_not():
    once = play(start(), "pass")
    assert once.passes == 1
    assert play(once, LINE).passes == 1
    assert play(once, LINE, "pass").passes == 0


def test_a_turn_that_its_budget_ends_is_no_pass():
    assert play(start(budget=2), "pass", LINE).passes == 0


def test_a_turn_whose_draws_were_all_taken_back_is_empty():
    state = play(start(), "pass", LINE, "undo", "pass")
    assert GAME.phase(state) == "finished"


def test_the_timer_ends_a_turn_like_a_pass():
    state, events = step(start(), None)
    assert state == play(start(), "pass")
    assert events == [{"type": "absent", "seat": 0}]
    assert play(start(), LINE, None) == play(start(), LINE, "pass")


def test_a_pass_is_told():
    assert step(start(), "pass")[1] == [{"type": "passed", "seat": 0}]


def test_two_empty_turns_in_a_row_finish_the_game():
    state, events = step(play(start(), "pass"), "pass")
    assert GAME.phase(state) == "finished"
    assert GAME.awaiting(state) == ()
    assert GAME.turn(state) == 2
    assert events == [{"type": "passed", "seat": 1}, {"type": "scored", "scores": [0, 7]}]


def test_the_higher_score_wins():
    black = play(start(lower=0, upper=9), box(1, 1, 4, 3.5), "pass", "pass", "pass")
    assert GAME.outcome(black).ranks == (1, 2)
    assert GAME.outcome(black).scores == (7.5, 7)
    white = play(start(), "pass", "pass")
    assert GAME.outcome(white).ranks == (2, 1)
    assert GAME.outcome(white).reason == "score"


@pytest.mark.parametrize(("komi", "ranks"), [(7.5 + 9e-7, (1, 1)), (7.5 + 2e-6, (2, 1))])
def test_scores_within_a_millionth_are_a_draw(komi, ranks):
    closed = play(start(lower=0, upper=9, komi=komi), box(1, 1, 4, 3.5), "pass", "pass", "pass")
    assert GAME.outcome(closed).ranks == ranks


def test_who_leaves_loses_without_a_score():
    state, events = GAME.leave(play(start(), LINE), [0])
    assert GAME.outcome(state).as_json() == {"ranks": [2, 1], "scores": None, "reason": "leave"}
    assert events == [{"type": "left", "seat": 0}]
    assert GAME.left(state) == (0,)
    assert GAME.awaiting(state) == ()


def test_if_both_leave_nobody_wins():
    state, _ = GAME.leave(start(), [1, 0])
    assert GAME.outcome(state).ranks == (1, 1)


def test_the_position_says_what_everybody_may_see():
    state = play(start(), LINE, "pass", [[5, 5], [6, 5.0009765625]])
    assert GAME.view(state, None) == {
        "size": 9,
        "lines": [
            {"seat": 0, "path": [[1, 1], [3, 1]]},
            {"seat": 1, "path": [[5, 5], [6, 5.0009765625]]},
        ],
        "remaining": 19,
        "consecutive_passes": 0,
    }


@pytest.mark.parametrize("leaves", [True, False])
def test_a_finished_game_has_areas_and_score_and_nothing_remaining(leaves):
    closed = play(start(lower=0, upper=9), box(1, 1, 3, 3), "pass")
    state = GAME.leave(closed, [1])[0] if leaves else play(closed, "pass", "pass")
    position = GAME.view(state, None)
    assert position["remaining"] == 0
    assert [each["area"] for each in position["areas"][0]] == [60, 4]
    assert position["score"]["own"] == [4, 0]


def test_a_draw_is_told_as_it_is_stored():
    assert drawn(start(), [[1, 1], [1.0001, 1], [2, 1]]) == {
        "type": "drawn",
        "seat": 0,
        "path": [[1, 1], [2, 1]],
        "length": 1,
        "stopped": None,
    }

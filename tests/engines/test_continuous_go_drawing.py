"""What happens to a path in Continuous Go: its form, the grid, the required distance, and stops."""

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
)

WALL = [[3, 1], [3, 5]]


def against(*black, **options):
    """Black has drawn these lines; it is White's turn."""
    return play(start(**options), *black, "pass")


@pytest.mark.parametrize(
    "path",
    [
        [],
        [[1, 1]],
        [[1, 1]] * 513,
        [[1, 1], [2]],
        [[1, 1], [2, 2, 2]],
        [[1, 1], [True, 2]],
        [[1, 1], ["2", 2]],
        [[1, 1], None],
        {"0": [1, 1]},
        "path",
        None,
    ],
)
def test_a_path_is_a_list_of_2_to_512_points(path):
    assert refusal(start(), {"type": "draw", "path": path}) == "bad-action"


@pytest.mark.parametrize(
    "action",
    [
        {"type": "draw"},
        {"type": "draw", "path": [[1, 1], [2, 2]], "to": 1},
        {"type": "pass", "path": [[1, 1], [2, 2]]},
        {"type": "place", "at": [1, 1]},
        {"type": ["draw"]},
        ["draw"],
        None,
    ],
)
def test_an_action_has_only_the_keys_of_its_form(action):
    assert refusal(start(), action) == "bad-action"


@pytest.mark.parametrize("value", [-STEP, -1e-300, 8.0000001, 1e308, 10**299, float("nan")])
def test_points_off_the_board_are_refused_before_they_are_rounded(value):
    assert refusal(start(), [[1, 1], [2, 2], [value, 1]]) == "off-board"
    assert refusal(start(), [[1, 1], [2, 2], [1, value]]) == "off-board"


def test_a_point_behind_the_place_where_the_line_stops_must_be_on_the_board_too():
    assert refusal(against(WALL), [[1, 2], [5, 2], [5, 9]]) == "off-board"


def test_coordinates_are_rounded_to_a_1024th_ties_to_the_even_one():
    event = drawn(start(), [[0.5 * STEP, 1.5 * STEP], [2 + 2.5 * STEP, 3 + 2.51 * STEP]])
    assert event["path"] == [[0, 2 * STEP], [2 + 2 * STEP, 3 + 3 * STEP]]


def test_points_that_repeat_the_one_before_are_dropped():
    path = [[1, 1], [1, 1], [1 + STEP / 3, 1], [2, 1], [2, 1], [1, 1]]
    assert drawn(start(), path)["path"] == [[1, 1], [2, 1], [1, 1]]


def test_a_path_that_is_one_point_on_the_grid_is_too_short():
    assert refusal(start(), [[1, 1], [1 + STEP / 3, 1]]) == "too-short"
    assert refusal(against(WALL), [[3, 2], [3, 2]]) == "too-short"


def test_less_than_a_64th_cannot_be_drawn():
    assert refusal(start(), [[1, 1], [1 + NEAREST - STEP, 1]]) == "blocked"
    assert drawn(start(), [[1, 1], [1 + NEAREST, 1]])["length"] == NEAREST


def test_a_line_stops_a_64th_before_the_opponents():
    event = drawn(against(WALL), [[1, 2], [6, 2]])
    assert event["path"] == [[1, 2], [3 - NEAREST, 2]]
    assert event["stopped"] == "opponent"


def test_a_line_may_run_at_exactly_a_64th():
    event = drawn(against(WALL), [[3 + NEAREST, 2], [3 + NEAREST, 4]])
    assert event["stopped"] is None


def test_a_line_may_not_run_a_1024th_nearer_than_a_64th():
    assert refusal(against(WALL), [[3 + NEAREST - STEP, 2], [3, 4]]) == "on-opponent"


def test_a_line_is_kept_away_from_the_ends_of_a_line_all_round():
    event = drawn(against(WALL), [[3 - 5 * STEP, 0], [3 - 5 * STEP, 3]])
    (x, y), end = event["path"]
    assert (1024 * (3 - end[0])) ** 2 + (1024 * (1 - end[1])) ** 2 >= 256
    assert 1 - end[1] <= 16 * STEP
    assert (x, y) == (3 - 5 * STEP, 0)


def test_a_beginning_that_is_too_near_is_skipped():
    event = drawn(against(WALL), [[3, 3], [5, 3]])
    assert event["path"] == [[3 + NEAREST, 3], [5, 3]]
    assert event["stopped"] is None


def test_a_beginning_is_skipped_over_many_points():
    wandering = [[3 + STEP * (n % 3), 2 + n / 100] for n in range(100)]
    assert drawn(against(WALL), [*wandering, [4, 3]])["path"][-1] == [4, 3]


def test_a_line_crossed_within_the_beginning_does_not_stop_it():
    event = drawn(against(WALL), [[3 - NEAREST + STEP, 3], [5, 3]])
    assert event["path"] == [[3 + NEAREST, 3], [5, 3]]


def test_a_path_that_never_gets_away_is_on_the_opponent():
    assert refusal(against(WALL), [[3, 2], [3.01, 3], [3, 4]]) == "on-opponent"


def test_a_path_that_gets_away_at_its_last_point_only_is_blocked():
    assert refusal(against(WALL), [[3, 2], [3 + NEAREST, 2]]) == "blocked"


def test_between_two_lines_at_twice_the_distance_there_is_one_point_and_no_line():
    lane = [WALL, [[3 + 2 * NEAREST, 1], [3 + 2 * NEAREST, 5]]]
    assert refusal(against(*lane), [[3, 2], [4, 2]]) == "blocked"
    narrower = [WALL, [[3 + 2 * NEAREST - STEP, 1], [3 + 2 * NEAREST - STEP, 5]]]
    event = drawn(against(*narrower), [[3, 2], [4, 2]])
    assert event["path"] == [[3 + 3 * NEAREST - STEP, 2], [4, 2]]


def test_less_than_a_64th_before_the_opponent_is_blocked():
    assert refusal(against(WALL), [[3 - 2 * NEAREST + STEP, 2], [4, 2]]) == "blocked"
    assert drawn(against(WALL), [[3 - 2 * NEAREST, 2], [4, 2]])["length"] == NEAREST


def test_where_budget_and_opponent_end_a_line_at_one_place_it_is_the_opponent():
    state = play(start(budget=2), [[3 + NEAREST, 1], [3 + NEAREST, 3]])
    assert drawn(state, [[1, 2], [5, 2]])["stopped"] == "opponent"
    assert drawn(state, [[1 - STEP, 2], [5, 2]])["stopped"] == "budget"


def test_in_a_lane_with_no_room_at_all_a_line_stops_at_the_last_point_of_its_own_path():
    """Two parallels at a distance of 1/64 from a middle line on which every 169th unit is a grid
    point."""

    def units(*steps):
        return [[(2000 + 119 * n + x) / 1024, (2000 + 120 * n + y) / 1024] for n, x, y in steps]

    lane = [units((-2, 33, 56), (20, 33, 56)), units((-2, -33, -56), (20, -33, -56))]
    state = play(start(budget=8), *lane, "pass", [[0.5, 7], [7.42, 7]])
    event = drawn(state, units((0, 0, 0), (15, 0, 0)))
    assert event["path"] == units((0, 0, 0), (6, 0, 0))
    assert event["stopped"] == "budget"


def test_a_record_keeps_a_path_as_it_is_stored():
    state = against(WALL)
    kept = GAME.recorded(state, {1: {"type": "draw", "path": [[1, 2], [2, 2], [6, 2]]}})
    assert kept == {1: {"type": "draw", "path": [[1, 2], [2, 2], [3 - NEAREST, 2]]}}
    assert GAME.resolve(state, kept)[0] == play(state, [[1, 2], [2, 2], [6, 2]])
    assert GAME.recorded(state, {1: {"type": "pass"}}) == {1: {"type": "pass"}}


def test_own_lines_may_be_touched_crossed_and_drawn_over():
    state = play(start(), box(1, 1, 3, 3))
    for path in ([[3, 2], [5, 2]], [[0, 2], [5, 2]], [[1, 1], [3, 1]]):
        assert drawn(state, path)["stopped"] is None


def test_the_lines_of_ended_turns_keep_the_opponent_away_and_those_taken_back_do_not():
    state = play(start(), WALL, "undo", "pass")
    assert drawn(state, [[1, 2], [6, 2]])["stopped"] is None


def test_a_colour_has_at_most_20000_points():
    state = start()
    zigzag = [[n / 64, n % 2 / 64] for n in range(400)]
    for _ in range(50):
        state = play(state, zigzag, "pass", [[7, 7], [8, 7]], "pass")
    assert state.lines.count(0)[0] == 20_000
    assert refusal(state, [[1, 5], [2, 5]]) == "tangled"
    assert refusal(state, [[1, 5], [1 + STEP, 5]]) == "blocked"
    assert GAME.awaiting(play(state, "pass", [[5, 5], [6, 5]])) == (1,)


def grid(lines, spacing):
    """Different lines that cross each other."""
    length = (lines - 1) * spacing
    for n in range(lines):
        yield [[n * spacing, 0], [n * spacing, length]]
        yield [[0, n * spacing], [length, n * spacing]]


def test_a_colour_has_at_most_10000_crossing_places():
    state = start()
    for line in grid(100, 0.01):
        state = play(state, line, "pass", "pass")
    assert state.lines.count(0)[1] == 10_000
    assert refusal(state, [[0.5, 0.5], [0.5, 3]]) == "tangled"
    repeated = play(state, [[0.5, 0], [0.5, 0.99]])
    assert repeated.lines.count(0)[1] == 10_000
    assert GAME.awaiting(play(state, [[3, 3], [4, 3]])) == (0,)


def test_neighbours_in_one_path_and_repeated_segments_are_no_crossing_places():
    assert play(start(), [[1, 1], [2, 1], [2, 2]]).lines.count(0)[1] == 0
    assert play(start(), [[1, 1], [2, 1], [1, 1], [2, 1]]).lines.count(0)[1] == 0
    assert play(start(), [[1, 1], [2, 1]], [[2, 1], [1, 1]]).lines.count(0)[1] == 0
    assert play(start(), [[1, 1], [2, 1]], [[2, 1], [2, 2]]).lines.count(0)[1] == 1
    assert play(start(), box(1, 1, 2, 2)).lines.count(0)[1] == 1

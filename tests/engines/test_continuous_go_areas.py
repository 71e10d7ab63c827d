"""Sections, groups and the score of Continuous Go, rule by rule."""

import math

import pytest

from engines.continuous_go.view import areas_and_score
from tests.engines import continuous_go_half_edges as half_edges
from tests.engines.continuous_go_drawings import STEP, box, play, score, sections, start

COUNTS, BIG, SMALL = "counts", "too-big", "group-too-small"


def circle(area, corners=180, centre=4):
    """A polygon with this area, apart from the rounding of its corners to the grid."""
    radius = math.sqrt(2 * area / corners / math.sin(2 * math.pi / corners))
    angles = [2 * math.pi * n / corners for n in range(corners)]
    path = [[centre + radius * math.cos(a), centre + radius * math.sin(a)] for a in angles]
    return [*path, path[0]]


def outlines(state):
    """The outlines of black's sections, largest first."""
    return [section["outline"] for section in areas_and_score(state)["areas"][0]]


def test_a_colour_that_has_drawn_nothing_has_no_section():
    assert areas_and_score(start())["areas"] == [[], []]


def test_a_line_that_closes_nothing_leaves_the_whole_board_one_section():
    state = play(start(upper=64), [[1, 1], [3, 1]])
    assert sections(state, 0) == [(64, 0, COUNTS)]
    assert sections(state, 1) == []


def test_lines_and_the_edge_of_the_board_cut_it_into_sections():
    state = play(start(lower=0, upper=40), [[0, 5], [8, 5]], [[2, 0], [2, 8]])
    assert [area for area, _, _ in sections(state, 0)] == [30, 18, 10, 6]


def test_a_gap_of_a_1024th_stays_open():
    almost = [[1, 1], [3, 1], [3, 3], [1, 3], [1, 1 + STEP]]
    assert len(sections(play(start(), almost), 0)) == 1
    assert len(sections(play(start(), almost, [[1, 1.5], [1, 1]]), 0)) == 2


def test_a_gap_of_a_1024th_at_the_edge_stays_open():
    assert len(sections(play(start(), [[STEP, 2], [2, 2], [2, 0]]), 0)) == 1
    assert len(sections(play(start(), [[0, 2], [2, 2], [2, 0]]), 0)) == 2


def test_lines_that_meet_in_a_point_are_joined():
    corner = play(start(), [[1, 1], [3, 1], [3, 3]], [[3, 3], [1, 3], [1, 1]])
    assert [area for area, _, _ in sections(corner, 0)] == [60, 4]
    slope = play(start(), [[1, 1], [4, 3]], [[2.5, 2], [2.5, 4]], [[2.5, 4], [1, 4], [1, 1]])
    assert len(sections(slope, 0)) == 2


def test_a_line_that_ends_a_1024th_beside_a_slope_is_not_joined():
    for end, count in ((2, 2), (2 + STEP, 1)):
        state = play(start(), [[1, 1], [4, 3]], [[2.5, end], [2.5, 4], [1, 4], [1, 1]])
        assert len(sections(state, 0)) == count


def test_three_lines_that_nearly_cross_in_one_point_enclose_what_they_enclose():
    star = play(start(), box(2, 2, 6, 6), "pass", "pass")
    star = play(star, [[2, 2], [6, 6]], [[2, 6], [6, 2]])
    for shift, count in ((0, 6), (STEP, 7)):
        crossed = play(star, [[2, 4 + shift], [6, 4 + shift]])
        assert len(sections(crossed, 0)) == 1 + count


def test_what_lies_in_a_section_is_cut_out_of_it_if_it_closes():
    state = play(start(), box(1, 1, 4, 4), box(2, 2, 3, 3))
    assert [area for area, _, _ in sections(state, 0)] == [55, 8, 1]


def test_a_crossing_of_a_path_with_itself_closes_a_section():
    state = play(start(), [[1, 1], [3, 3], [3, 1], [1, 3]])
    assert [area for area, _, _ in sections(state, 0)] == [63, 1]


def test_what_the_opponent_drew_inside_a_section_is_part_of_it():
    state = play(start(lower=0, upper=9), box(1, 1, 4, 4), "pass", box(2, 2, 3, 3))
    assert sections(state, 0)[1] == (9, 0, COUNTS)
    assert score(state)["shared"] == 1


@pytest.mark.parametrize(
    ("upper", "why"), [(4, COUNTS), (4 - 5e-10, COUNTS), (4 - 2e-9, BIG), (3.9, BIG)]
)
def test_a_section_over_upper_does_not_count(upper, why):
    state = play(start(lower=0, upper=upper), box(1, 1, 3, 3))
    assert sections(state, 0)[1] == (4, 0 if why == COUNTS else None, why)


@pytest.mark.parametrize(
    ("lower", "why"), [(4, COUNTS), (4 + 5e-10, COUNTS), (4 + 2e-9, SMALL), (5, SMALL)]
)
def test_a_group_with_less_than_lower_does_not_count(lower, why):
    state = play(start(lower=lower, upper=5), box(1, 1, 3, 3))
    assert sections(state, 0)[1] == (4, 0, why)


def test_sections_with_lines_of_one_figure_are_one_group_however_far_apart():
    apart = play(start(lower=3, upper=5), box(1, 1, 2, 3), box(5, 5, 6, 7))
    assert sections(apart, 0)[1:] == [(2, 0, SMALL), (2, 1, SMALL)]
    linked = play(apart, [[2, 3], [5, 5]])
    assert sections(linked, 0)[1:] == [(2, 0, COUNTS), (2, 0, COUNTS)]


def test_the_edge_of_the_board_links_nothing():
    state = play(
        start(lower=3, upper=5), [[0, 1], [2, 1], [2, 0]], [[4, 0], [4, 1], [6, 1], [6, 0]]
    )
    assert sections(state, 0)[1:] == [(2, 0, SMALL), (2, 1, SMALL)]


def test_a_line_drawn_along_the_edge_links_what_it_touches():
    state = play(
        start(lower=3, upper=5),
        [[0, 1], [2, 1], [2, 0]],
        [[4, 0], [4, 1], [6, 1], [6, 0]],
        [[2, 0], [4, 0]],
    )
    assert sections(state, 0)[1:] == [(2, 0, COUNTS), (2, 0, COUNTS)]


def test_a_section_takes_in_the_figures_that_lie_inside_it():
    state = play(start(lower=9, upper=8.5), box(1, 1, 4, 4), box(2, 2, 3, 3))
    assert sections(state, 0)[1:] == [(8, 0, COUNTS), (1, 0, COUNTS)]


def test_a_section_that_is_too_big_links_nothing():
    state = play(start(lower=2, upper=7), box(1, 1, 4, 4), box(1.5, 1.5, 2, 3.5), box(3, 2, 3.5, 3))
    assert sections(state, 0)[1:] == [(7.5, None, BIG), (1, 0, SMALL), (0.5, 1, SMALL)]


def test_groups_are_numbered_as_they_appear_and_sections_of_one_size_by_their_smallest_point():
    state = play(start(lower=0, upper=9), box(5, 1, 6, 2), box(1, 5, 2, 6), box(1, 1, 2, 2))
    outlines = [each["outline"][0][0] for each in areas_and_score(state)["areas"][0][1:]]
    assert outlines == [[1, 1], [1, 5], [5, 1]]
    assert [group for _, group, _ in sections(state, 0)] == [None, 0, 1, 2]


def test_an_outline_is_the_outer_ring_and_then_the_holes_each_closed():
    state = play(start(), box(1, 1, 4, 4), box(2, 2, 3, 3))
    board, ring, inner = (each["outline"] for each in areas_and_score(state)["areas"][0])
    assert [len(board), len(ring), len(inner)] == [2, 2, 1]
    assert sorted(map(tuple, ring[1])) == [(2, 2), (2, 2), (2, 3), (3, 2), (3, 3)]
    assert all(path[0] == path[-1] for path in [*board, *ring, *inner])


def test_a_section_that_touches_itself_in_a_corner_has_a_hole_there():
    state = play(start(lower=0), box(1, 1, 4, 4), [[1, 1], [2, 3], [3, 2], [1, 1]])
    assert [len(outline) for outline in outlines(state)] == [2, 2, 1]
    assert outlines(state)[1][1] == [[1, 1], [3, 2], [2, 3], [1, 1]]


def test_a_line_from_a_section_to_what_lies_in_it_is_no_part_of_the_outline():
    apart = play(start(lower=0), box(1, 1, 4, 4), box(2, 2, 3, 3))
    joined = play(apart, [[1, 1], [2, 2]])
    assert outlines(joined) == outlines(apart)


def test_each_of_nested_sections_is_cut_out_of_the_one_around_it_alone():
    nested = [box(n / 2, n / 2, 4 - n / 2, 4 - n / 2) for n in (1, 2, 3)]
    state = play(start(lower=0, size=5, budget=20), nested[0], nested[1][:3])
    state = play(state, "pass", "pass", nested[1][2:], nested[2])
    outer, *within = outlines(state)
    assert [len(outer), *map(len, within)] == [2, 2, 2, 1]
    assert [outline[-1] for outline in (outer, *within[:2])] == [
        list(reversed(outline[0])) for outline in within
    ]


def test_a_section_smaller_than_a_billionth_is_not_listed():
    """Three lines miss a common point by less than a thousandth of a unit."""
    units = [[(0, 0), (3000, 1000)], [(0, 1000), (3000, 0)], [(0, 3), (2167, 721)]]
    state = play(start(), *([[x / 1024, y / 1024] for x, y in path] for path in units))
    exact = [float(face.area / 1024**2) for face in half_edges.faces(units, 8 * 1024)]
    assert 0 < min(exact) < 1e-9
    areas = [area for area, _, _ in sections(state, 0)]
    assert areas == pytest.approx(sorted(exact, reverse=True)[:4], abs=1e-6)


def test_the_example_of_the_source_comes_out():
    x = 10
    state = start(size=9, budget=20, lower=x, upper=x, komi=0)
    for part in (0.7, 0.9, 1.1, 1.3):
        state = play(state, circle(part * x), "pass")
    near = 2e-3
    black, white = sections(state, 0), sections(state, 1)
    assert [area for area, _, _ in black[1:]] == pytest.approx([0.7 * x, 0.4 * x], abs=near)
    assert [area for area, _, _ in white[1:]] == pytest.approx([0.9 * x, 0.4 * x], abs=near)
    assert {why for _, _, why in black[1:] + white[1:]} == {COUNTS}
    found = score(state)
    assert found["shared"] == pytest.approx(1.1 * x, abs=near)
    assert found["own"] == pytest.approx([0, 0.2 * x], abs=near)
    assert found["totals"] == pytest.approx([1.1 * x, 1.3 * x], abs=near)


def test_the_score_credits_shared_squares_to_both_and_komi_to_white():
    state = play(
        start(lower=0, upper=20, komi=2.5), box(1, 1, 4, 4), "pass", box(0.5, 0.5, 3, 0.75)
    )
    assert score(state) == {
        "own": [9, 0.625],
        "shared": 0,
        "open": 54.375,
        "komi": 2.5,
        "totals": [9, 3.125],
    }

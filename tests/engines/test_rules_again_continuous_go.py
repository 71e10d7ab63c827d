"""Continuous Go: records worked out by hand from the text of the rules alone."""

from functools import partial

import pytest

from tests.engines.replaying import EMPTY, PASS, by, events, last, refusal

after = partial(last, "continuous-go", size=10)
refused = partial(refusal, "continuous-go", size=10)
UNDO = {"type": "undo"}
NEAREST = 1 / 64


def draw(*path):
    return {"type": "draw", "path": [list(point) for point in path]}


def square(x, y, side):
    corners = ((0, 0), (side, 0), (side, side), (0, side), (0, 0))
    return draw(*((x + i, y + j) for i, j in corners))


def counted(line, seat=0):
    """A seat's sections: the area, the group, and why the section counts or does not."""
    return [(s["area"], s["group"], s["why"]) for s in line["position"]["areas"][seat]]


def of_black(*draws, **options):
    """The line after Black has drawn these paths, one per turn, on 9 by 9 spaces."""
    steps = [step for each in draws for step in (by(0, each), EMPTY, EMPTY)]
    return after(steps[:-1], extras=["areas"], budget=20, **options)


NEST = (square(2, 2, 4), square(3, 3, 1))


@pytest.mark.parametrize(
    ("upper", "lower", "sections"),
    [
        # The outer part of the board has 65 squares, the ring between the squares 15, the inner one
        # 1.
        (400, 8, [(65, 0, "counts"), (15, 0, "counts"), (1, 0, "counts")]),
        (20, 16, [(65, None, "too-big"), (15, 0, "counts"), (1, 0, "counts")]),
        (15, 16, [(65, None, "too-big"), (15, 0, "counts"), (1, 0, "counts")]),
        (20, 17, [(65, None, "too-big"), (15, 0, "group-too-small"), (1, 0, "group-too-small")]),
        (14, 1, [(65, None, "too-big"), (15, None, "too-big"), (1, 0, "counts")]),
        (14, 2, [(65, None, "too-big"), (15, None, "too-big"), (1, 0, "group-too-small")]),
    ],
)
def test_a_figure_inside_a_section_is_on_its_boundary(upper, lower, sections):
    assert counted(of_black(*NEST, upper=upper, lower=lower)) == sections


@pytest.mark.parametrize(("upper", "groups"), [(20, {0}), (13, {0, 1})])
def test_figures_are_linked_only_over_a_section_that_is_not_too_big(upper, groups):
    line = of_black(square(2, 2, 4), square(3, 3, 1), square(4.5, 4.5, 1), upper=upper, lower=1)
    inner = [(area, group) for area, group, _ in counted(line) if area == 1]
    assert {group for _, group in inner} == groups


def test_squares_that_meet_in_a_point_are_one_group_and_apart_they_are_two():
    met = of_black(square(1, 1, 2), square(3, 3, 2), upper=8, lower=8)
    assert [why for _, _, why in counted(met)] == ["too-big", "counts", "counts"]
    gap = 3 + 1 / 1024
    apart = of_black(square(1, 1, 2), square(gap, gap, 2), upper=8, lower=8)
    assert [why for _, _, why in counted(apart)][1:] == ["group-too-small"] * 2


def test_the_edge_of_the_board_closes_a_section_and_links_nothing():
    corners = draw((0, 1), (1, 1), (1, 0)), draw((8, 0), (8, 1), (9, 1))
    line = of_black(*corners, upper=1, lower=1)
    assert counted(line) == [(79, None, "too-big"), (1, 0, "counts"), (1, 1, "counts")]


def test_a_budget_that_is_left_below_a_64th_is_used_up():
    line = after([by(0, draw((0, 0), (1 - NEAREST + 1 / 1024, 0)))], budget=1)
    assert (line["turn"], line["awaiting"], line["position"]["remaining"]) == (2, [1], 1)
    assert events(line, "drawn")[0]["stopped"] is None


def test_a_budget_that_is_left_of_a_64th_can_be_drawn():
    almost = by(0, draw((0, 0), (1 - NEAREST, 0)))
    line = after([almost], budget=1)
    assert (line["awaiting"], line["position"]["remaining"]) == ([0], NEAREST)
    line = after([almost, by(0, draw((5, 5), (6, 5)))], budget=1)
    assert events(line, "drawn") == [
        {"seat": 0, "path": [[5, 5], [5 + NEAREST, 5]], "length": NEAREST, "stopped": "budget"}
    ]
    assert line["awaiting"] == [1]


LINE = by(0, draw((1, 1), (2, 1)))


def test_a_turn_that_took_all_back_is_a_pass_and_one_that_drew_is_none():
    steps = [EMPTY, by(1, draw((5, 5), (6, 5))), by(1, UNDO), by(1, PASS)]
    end = after(steps)
    assert (end["phase"], end["turn"]) == ("finished", 2)
    assert end["outcome"] == {"ranks": [2, 1], "scores": [0, 7], "reason": "score"}
    partway = after([EMPTY, by(1, draw((5, 5), (6, 5))), by(1, PASS)])
    assert (partway["phase"], partway["position"]["consecutive_passes"]) == ("play", 0)


def test_passes_are_counted_when_a_turn_ends_and_not_before():
    line = after([EMPTY, by(1, draw((5, 5), (6, 5)))])
    assert line["position"]["consecutive_passes"] == 1


def test_only_draws_of_this_turn_are_taken_back_the_last_first():
    two = [LINE, by(0, draw((3, 3), (3, 5)))]
    once = after([*two, by(0, UNDO)])
    assert (once["position"]["remaining"], len(once["position"]["lines"])) == (3, 1)
    assert refused([*two, *[by(0, UNDO)] * 3]) == (5, 0, "nothing-to-undo")
    assert refused([*two, EMPTY, by(1, UNDO)]) == (4, 1, "nothing-to-undo")
    assert refused([*two, EMPTY, by(0, UNDO)]) == (4, 0, "not-awaited")
    assert refused([*two, EMPTY, EMPTY, by(0, UNDO)]) == (5, 0, "nothing-to-undo")


def test_a_line_may_come_as_near_as_a_64th_and_no_nearer():
    near = 1 + NEAREST
    line = after([LINE, EMPTY, by(1, draw((1, near), (2, near)))])
    assert events(line, "drawn")[0]["path"] == [[1, near], [2, near]]
    nearer = near - 1 / 1024
    steps = [LINE, EMPTY, by(1, draw((1, nearer), (2, nearer)))]
    assert refused(steps) == (3, 1, "on-opponent")


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ([[1, 1]], "bad-action"),
        ([[1, 1], [9.0001, 1]], "off-board"),
        ([[1, 1], [-0.0001, 1]], "off-board"),
        ([[-1, 1], [-1, 1]], "off-board"),
        ([[1, 1], [1.0004, 1]], "too-short"),
        ([[1.5, 1], [1.6, 1]], "on-opponent"),
        ([[3, 1], [3.01, 1]], "blocked"),
        ([[1, 1], [1, True]], "bad-action"),
        ([[0, 0]] * 513, "bad-action"),
    ],
)
def test_a_draw_is_refused_with_the_first_code_that_holds(path, code):
    steps = [LINE, EMPTY, by(1, {"type": "draw", "path": path})]
    assert refused(steps) == (3, 1, code)

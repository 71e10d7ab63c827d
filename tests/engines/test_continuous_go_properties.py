"""Properties of every drawing in Continuous Go, tested on drawings that Hypothesis makes."""

import json
from fractions import Fraction
from itertools import pairwise
from math import dist

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from engines.continuous_go import GAME
from engines.continuous_go.view import areas_and_score
from engines.rules import IllegalAction
from tests.engines import continuous_go_half_edges as half_edges
from tests.engines.continuous_go_drawings import play, start, step

SIDE = 4
a_lot = settings(max_examples=100, suppress_health_check=list(HealthCheck))

places = st.sampled_from([0, 512, 1024, 1025, 2048, 3071, 3072, 4096]) | st.integers(0, 4096)
paths = st.lists(st.tuples(places, places), min_size=2, max_size=4).filter(
    lambda path: sum(dist(*line) for line in pairwise(path)) >= 16
)
drawings = st.lists(paths, min_size=1, max_size=4)


def spaces(path):
    return [[x / 1024, y / 1024] for x, y in path]


def drawn(drawing, then=0, **options):
    """A position on a 5×5 board in which black drew all these paths, one per turn.

    ``then``: the seat whose turn it is.
    """
    state = start(size=5, lower=0, **{"upper": 400, **options})
    for path in drawing:
        state = state if state.seat == 0 else play(state, "pass")
        state = play(state, spaces(path))
        state = play(state, "pass") if state.seat == 0 else state
    return state if then else play(state, "pass")


def listed(state, seat=0):
    return areas_and_score(state)["areas"][seat]


def attempted(state, path):
    """The state after a draw; unchanged if the rules refuse it."""
    try:
        return play(state, spaces(path))
    except IllegalAction as refused:
        if refused.code not in {"on-opponent", "blocked"}:
            raise
        return state


@a_lot
@given(drawings)
def test_the_areas_are_those_of_a_walk_along_half_edges(drawing):
    exact = [float(face.area / 1024**2) for face in half_edges.faces(drawing, SIDE * 1024)]
    expected = sorted((area for area in exact if area > 1e-9), reverse=True)
    found = [section["area"] for section in listed(drawn(drawing))]
    assert len(found) == len(expected)
    assert all(abs(a - b) < 1e-6 for a, b in zip(found, expected))


@a_lot
@given(drawings, st.sampled_from([0.5, 2, 5, 400]))
def test_the_groups_are_those_of_a_walk_along_half_edges(drawing, upper):
    exact = half_edges.groups(half_edges.faces(drawing, SIDE * 1024), upper)
    assume(all(area > 1 for group in exact for area in group))
    found = {}
    for section in listed(drawn(drawing, upper=upper)):
        if section["group"] is not None:
            found.setdefault(section["group"], []).append(section["area"])
    expected = [[float(area / 1024**2) for area in group] for group in exact]
    assert sorted(map(len, found.values())) == sorted(map(len, expected))
    sums = zip(sorted(map(sum, found.values())), sorted(map(sum, expected)))
    assert all(abs(a - b) < 1e-4 for a, b in sums)


@a_lot
@given(drawings, drawings)
def test_areas_never_exceed_the_board(black, white):
    state = drawn(black, then=1)
    for path in white:
        state = attempted(state, path)
    for seat in (0, 1):
        areas = [section["area"] for section in listed(state, seat)]
        assert not areas or abs(sum(areas) - SIDE**2) < 1e-4
    score = areas_and_score(state)["score"]
    parts = [*score["own"], score["shared"], score["open"]]
    assert min(parts) >= 0
    assert abs(sum(parts) - SIDE**2) < 1e-4


@a_lot
@given(drawings, st.randoms(use_true_random=False))
def test_the_order_of_drawing_within_a_colour_does_not_change_the_areas(drawing, chance):
    again = [path[::-1] if chance.random() < 0.5 else path for path in drawing]
    chance.shuffle(again)
    assert listed(drawn(drawing)) == listed(drawn(again))


@a_lot
@given(drawings, drawings, st.sampled_from([1, 2.5, 20]))
def test_no_stored_line_comes_within_a_64th_of_the_opponents(black, white, budget):
    state = start(size=5, budget=budget)
    for path in [path for both in zip(black, white) for path in both]:
        state = attempted(state, path)
        state = state if GAME.outcome(state) or state.passes else play(state, "pass")
    lines = [(seat, line) for seat, path in state.lines for line in pairwise(path)]
    assert all(
        distance_squared(first, second) >= 256
        for black_seat, first in lines
        for white_seat, second in lines
        if black_seat < white_seat
    )


@a_lot
@given(drawings, paths, st.sampled_from([1, 2.5, 20]))
def test_drawing_a_stored_path_again_stores_the_same(black, path, budget):
    before = drawn(black, then=1, budget=budget)
    after = attempted(before, path)
    if len(after.lines) > len(before.lines):
        again, events = step(before, GAME.view(after, None)["lines"][-1]["path"])
        assert again == after
        assert events[0]["stopped"] is None


@a_lot
@given(drawings, paths)
def test_undo_restores_the_state_to_the_byte(black, path):
    before = drawn(black, then=1)
    after = attempted(before, path)
    if after.drawn > before.drawn:
        undone = play(after, "undo")
        assert json.dumps(GAME.dump(undone)) == json.dumps(GAME.dump(before))
        assert listed(undone, 1) == listed(before, 1)
        assert play(undone, spaces(path)) == after


def distance_squared(a, b):
    """The square of the least distance between two segments, as a fraction; 0 if they cross."""
    if crossing(a, b):
        return 0
    return min(*(from_point(p, b) for p in a), *(from_point(p, a) for p in b))


def from_point(point, segment):
    (x0, y0), (x1, y1) = segment
    dx, dy = x1 - x0, y1 - y0
    along = Fraction((point[0] - x0) * dx + (point[1] - y0) * dy, dx * dx + dy * dy)
    along = min(max(along, Fraction(0)), Fraction(1))
    return (point[0] - x0 - along * dx) ** 2 + (point[1] - y0 - along * dy) ** 2


def crossing(a, b):
    def side(segment, point):
        (x0, y0), (x1, y1) = segment
        return (x1 - x0) * (point[1] - y0) - (y1 - y0) * (point[0] - x0)

    return side(a, b[0]) * side(a, b[1]) < 0 and side(b, a[0]) * side(b, a[1]) < 0

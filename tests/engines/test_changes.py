"""The changes between two JSON values, computed and applied."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.changes import changed, changes

texts = st.text("abcé", max_size=40)
leaves = st.none() | st.integers(2, 9) | texts
values = st.recursive(
    leaves,
    lambda inner: st.lists(inner, max_size=12) | st.dictionaries(st.sampled_from("abcdef"), inner),
    max_leaves=40,
)


def size(value):
    return len(json.dumps(value, separators=(",", ":")))


@given(before=values, after=values)
def test_what_is_found_turns_one_value_into_the_other(before, after):
    kept = json.dumps(before)
    found = json.loads(json.dumps(changes(before, after)))
    assert changed(before, found) == after
    assert json.dumps(before) == kept


@given(value=values)
def test_nothing_turns_a_value_into_itself(value):
    assert changes(value, json.loads(json.dumps(value))) == []


CASES = json.loads((Path(__file__).parents[1] / "js" / "changes.json").read_text())
"""The same cases as in the browser's tests."""


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["what"])
def test_what_is_changed(case):
    assert changed(case["before"], case["changes"]) == case["after"]


BOARD = [[0] * 19 for _ in range(19)]


def with_stone(x, y):
    return [
        [5 if (x, y) == (i, j) else old for i, old in enumerate(row)] for j, row in enumerate(BOARD)
    ]


@pytest.mark.parametrize(
    ("before", "after", "found"),
    [
        ({"board": BOARD}, {"board": with_stone(3, 4)}, [[["board", 4], 3, 1, [5]]]),
        ({"lines": [7] * 300}, {"lines": [7] * 300 + [8]}, [[["lines"], 300, 0, [8]]]),
        ({"lines": [7] * 300}, {"lines": [7] * 299}, [[["lines"], 299, 1, []]]),
        ({"text": "ab" * 50}, {"text": "ab" * 50 + "cd"}, [[["text"], 100, 0, "cd"]]),
        ({"text": "é" * 50}, {"text": "é" * 50 + "c"}, [[["text"], "é" * 50 + "c"]]),
        ({"dead": []}, {"left": []}, [[["dead"]], [["left"], []]]),
        ([1, 2, 3, 4, 5, 6], [1, 9, 3, 9, 5, 6], [[[], 1, 3, [9, 3, 9]]]),
        ([[2, 3], [4, 5]], [[2, 3], [6, 5]], [[[], 1, 1, [[6, 5]]]]),
        (1, 2, [[[], 2]]),
    ],
)
def test_what_changed_is_named_and_nothing_else(before, after, found):
    assert changes(before, after) == found


@given(st.data())
def test_of_a_board_little_is_told_however_large_it_is(data):
    stones = data.draw(st.sets(st.tuples(st.integers(0, 18), st.integers(0, 18)), max_size=4))
    after = [[1 if (x, y) in stones else 0 for x in range(19)] for y in range(19)]
    assert size(changes({"board": BOARD}, {"board": after})) <= 30 * len(stones) + 2

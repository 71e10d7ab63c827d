"""Any record is replayed or refused with a code, without a traceback and without hanging."""

import copy
import json
import re
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engines import record, registry
from engines.replay import replay
from tests.engines import megabytes, samples

every_game = pytest.mark.parametrize("game", registry.GAMES, ids=lambda game: game.slug)
a_lot = settings(max_examples=150, suppress_health_check=list(HealthCheck))

NASTY: st.SearchStrategy[Any] = st.sampled_from(
    [
        *(
            None,
            True,
            False,
            0,
            1,
            -1,
            2,
            0.0,
            1.0,
            0.5,
            -0.0,
            1e308,
            5e-324,
            2**31,
            2**63,
            10**299,
        ),
        *("", "0", "place", "pass", "\x00", "\ud800", "\u0663", "\U0001f600", "a" * 10_000),
        *([], {}, [[]], [0], [0, 0], [0, 0, 0], [None, 0], ["0", "0"], [True, True], [1.0, 2]),
        *([10**299, 0], [-1, 0], [0, 25], {"type": "pass"}, {"type": ["place"]}, {"0": {}}),
        *({"actions": {}}, {"leave": [0]}, {"actions": {"00": {"type": "pass"}}}),
    ]
) | st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=6,
)


def places(value, path=()):
    """The path to every value within a JSON value."""
    yield path
    inner = value.items() if isinstance(value, dict) else ()
    for key, each in enumerate(value) if isinstance(value, list) else inner:
        yield from places(each, (*path, key))


def changed(data, value):
    """The value with one part replaced, dropped or added."""
    value = copy.deepcopy(value)
    path = data.draw(st.sampled_from([path for path in places(value) if path]))
    holder = value
    for key in path[:-1]:
        holder = holder[key]
    kind = data.draw(st.sampled_from(["replace", "replace", "replace", "drop", "add"]))
    if kind == "replace":
        holder[path[-1]] = data.draw(NASTY)
    elif kind == "drop":
        del holder[path[-1]]
    elif isinstance(holder, list):
        holder.insert(path[-1], data.draw(NASTY))
    else:
        holder[data.draw(st.text(max_size=3) | st.sampled_from(["card", "then", "at"]))] = (
            data.draw(NASTY)
        )
    return value


def code_of(text):
    """The code of the refusal; None if the record replays. Any other exception is a bug."""
    refused = None
    try:
        for line in replay(record.read(text)):
            line.as_json()
    except record.RecordError as error:
        refused = error
    assert refused is None or re.fullmatch(r"[a-z]+(-[a-z]+)*", refused.code)
    assert "\n" not in str(refused)
    return refused and refused.code


@every_game
@a_lot
@given(data=st.data())
def test_a_record_with_something_wrong_in_it_is_refused_or_replays(game, data):
    path = data.draw(st.sampled_from(samples.of(game.slug)))
    value = samples.contents(path).get("record", {"format": record.FORMAT})
    for _ in range(data.draw(st.integers(1, 3))):
        value = changed(data, value) if value else value
    code_of(json.dumps(value))


@every_game
@a_lot
@given(data=st.data())
def test_a_record_with_damaged_bytes_is_refused_or_replays(game, data):
    path = data.draw(st.sampled_from(samples.of(game.slug)))
    damaged = bytearray(samples.text_of(samples.contents(path)).encode())
    for _ in range(data.draw(st.integers(1, 3))):
        where = data.draw(st.integers(0, len(damaged) - 1))
        damaged[where : where + data.draw(st.integers(0, 3))] = data.draw(st.binary(max_size=3))
    code_of(bytes(damaged))


@pytest.mark.parametrize("name", megabytes.NONSENSE)
def test_a_megabyte_that_is_no_record_is_refused(name):
    assert code_of(megabytes.NONSENSE[name]()) == "bad-record"


@pytest.mark.parametrize("name", megabytes.STEPS)
def test_a_megabyte_of_steps_is_replayed(name):
    whole = record.read(megabytes.STEPS[name]())
    assert sum(1 for _ in replay(whole)) == len(whole.steps) + 1

"""A megabyte of lines in any arrangement is replayed or refused. `make bench` measures how fast."""

import json

import pytest

from engines import record
from engines.replay import replay
from tests.engines.continuous_go_megabytes import LIMIT, SHAPES, filled

REPEATED = {"skipping", "running-into", "drawing-over", "slanted"}
"""Shapes that end with the same few steps again and again: in the second half of a megabyte nothing
happens that has not happened in the first."""


def last_position(text):
    """The last line of a replay, or the code of the refusal."""
    try:
        for line in replay(record.read(text)):
            last = line
        return json.dumps(last.as_json())
    except record.RecordError as refused:
        return refused.code


@pytest.mark.parametrize("name", SHAPES)
def test_a_megabyte_of_lines_is_replayed_or_refused(name):
    steps, said = SHAPES[name]
    limit = LIMIT // 2 if name in REPEATED else LIMIT
    assert said in last_position(filled(steps(), limit))

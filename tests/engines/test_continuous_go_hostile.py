"""A megabyte of lines in any arrangement is replayed or refused. `make bench` measures how fast."""

import json

import pytest

from engines import record
from engines.replay import replay
from tests.engines.continuous_go_megabytes import SHAPES, filled


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
    assert said in last_position(filled(steps()))

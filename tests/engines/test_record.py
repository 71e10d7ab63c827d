"""The head of a record: what is refused before the first step, and what is kept."""

import json

import pytest

from engines import record
from engines.record import RecordError
from engines.rules import IllegalAction

HEAD = {
    "format": "miai-record",
    "version": 1,
    "variant": "multiplayer-go",
    "options": {"size": 5},
    "seats": 3,
    "seed": 7,
    "steps": [],
}


def refusal(**changes):
    with pytest.raises(RecordError) as refused:
        record.read(json.dumps({**HEAD, **changes}))
    assert refused.value.step is None
    assert refused.value.seat is None
    return refused.value.code


@pytest.mark.parametrize(
    "changes",
    [
        {"format": "sgf"},
        {"format": None},
        {"version": 2},
        {"version": 0},
        {"version": 1.0},
        {"version": True},
        {"version": "1"},
        {"variant": None},
        {"variant": ["multiplayer-go"]},
        {"seats": None},
        {"seats": 3.0},
        {"seats": True},
        {"seats": "3"},
        {"options": None},
        {"options": []},
        {"options": "size=5"},
        {"seed": -1},
        {"seed": 2**63},
        {"seed": 10**4000},
        {"seed": 1.0},
        {"seed": None},
        {"seed": False},
        {"steps": None},
        {"steps": {}},
        {"steps": "[]"},
    ],
    ids=lambda changes: str(changes)[:40],
)
def test_a_head_with_something_wrong_is_a_bad_record(changes):
    assert refusal(**changes) == "bad-record"


@pytest.mark.parametrize("key", ["format", "version", "variant", "seats", "steps"])
def test_a_missing_key_is_a_bad_record(key):
    shorter = {name: value for name, value in HEAD.items() if name != key}
    with pytest.raises(RecordError, match=f"bad-record: {key} is missing"):
        record.read(json.dumps(shorter))


@pytest.mark.parametrize(
    "data", [b"", b"[]", b"null", b'"miai-record"', b"\xff{}", b"{", b'{"a": NaN}'], ids=repr
)
def test_what_is_no_json_object_in_utf_8_is_a_bad_record(data):
    with pytest.raises(RecordError, match=r"^bad-record: "):
        record.read(data)


@pytest.mark.parametrize("variant", ["go", "", "Multiplayer-Go", "multiplayer_go", "\ud800"])
def test_an_unknown_game_is_an_unknown_variant(variant):
    assert refusal(variant=variant) == "unknown-variant"


@pytest.mark.parametrize("seats", [-1, 0, 1, 13, 10**30])
def test_seats_that_the_game_does_not_take_are_bad_seats(seats):
    assert refusal(seats=seats) == "bad-seats"


@pytest.mark.parametrize(
    "options",
    [
        {"size": 4},
        {"size": 26},
        {"size": 9.0},
        {"size": "9"},
        {"size": None},
        {"size": True},
        {"collision": "Heat"},
        {"collision": None},
        {"collision": ["heat"]},
        {"max_turns": 0},
        {"max_turns": 10001},
        {"max_turns": False},
        {"komi": 7},
        {"": 1},
    ],
    ids=str,
)
def test_unknown_options_and_values_out_of_range_are_bad_options(options):
    assert refusal(options=options) == "bad-options"


def test_the_form_is_checked_before_the_game_the_seats_and_the_options_in_this_order():
    wrong = {"steps": 1, "variant": "go", "seats": 99, "options": {"komi": 7}}
    codes = []
    for key in list(wrong):
        codes.append(refusal(**wrong))
        del wrong[key]
    assert codes == ["bad-record", "unknown-variant", "bad-seats", "bad-options"]


def test_options_and_seed_may_be_left_out():
    shorter = {key: HEAD[key] for key in HEAD if key not in ("options", "seed")}
    found = record.read(json.dumps(shorter))
    assert found.options == {"size": 9, "collision": "heat", "max_turns": None}
    assert found.seed == 0


def test_an_option_left_out_takes_its_default():
    assert record.read(json.dumps(HEAD)).options["collision"] == "heat"


def test_further_keys_are_kept():
    further = {"players": [{"name": "A\ud800", "colour": None}], "result": 1.5, "site": "x"}
    found = record.read(json.dumps({**HEAD, **further}))
    assert found.further == further
    assert record.read(record.write(found)) == found


def test_a_record_that_was_written_reads_the_same():
    steps = [{"actions": {"0": {"type": "pass"}}, "cause": "timer"}, {"leave": [1]}]
    found = record.read(json.dumps({**HEAD, "steps": steps}))
    assert record.read(record.write(found)) == found
    assert json.loads(record.write(found))["steps"] == steps


def test_an_empty_record_has_every_option_and_no_step():
    made = json.loads(record.write(record.new("multiplayer-go", 2, {"size": 13}, seed=5)))
    assert made == {
        **HEAD,
        "options": {"size": 13, "collision": "heat", "max_turns": None},
        "seats": 2,
        "seed": 5,
    }


def test_a_new_record_is_refused_with_the_same_codes():
    with pytest.raises(IllegalAction, match="bad-seats: Parallel Multiplayer Go is for"):
        record.new("multiplayer-go", 1, {})

"""The steps of a record: what is refused when it is reached, and in which order."""

import pytest

from engines.record import Record, RecordError, new
from engines.replay import replay

PASS = {"type": "pass"}


def place(*at):
    return {"type": "place", "at": list(at)}


def refusal(*steps, slug="multiplayer-go", seats=3):
    """The error of a record with these steps; it must come at the step after the last line."""
    empty = new(slug, seats, {})
    lines = replay(Record(empty.game, seats, empty.options, steps=steps))
    before = 0
    with pytest.raises(RecordError) as refused:
        for before, _ in enumerate(lines):  # noqa: B007 - counts what came before the error
            pass
    assert refused.value.step == before + 1
    return refused.value


@pytest.mark.parametrize(
    "step",
    [
        None,
        [],
        {},
        0,
        "pass",
        {"moves": {}},
        {"actions": {}, "leave": [0]},
        {"actions": {}, "who": 1},
        {"actions": None},
        {"actions": []},
        {"leave": []},
        {"leave": None},
        {"leave": 1},
        {"leave": {"0": 1}},
        {"leave": [0, 0]},
        {"leave": [True]},
        {"leave": [1.0]},
        {"leave": ["1"]},
        {"leave": [None]},
        {"leave": [[]]},
        {"actions": {}, "at": 5},
        {"actions": {}, "at": None},
        {"actions": {}, "at": "today"},
        {"actions": {}, "at": "2026-02-30T10:00:00Z"},
        {"actions": {}, "at": "2026-01-31T10:00:00+01:00"},
        {"actions": {}, "at": "2026-01-31T10:00:61Z"},
        {"actions": {}, "at": "2026-01-31"},
        {"actions": {}, "cause": "clock"},
        {"actions": {}, "cause": None},
        {"actions": {}, "cause": ["timer"]},
    ],
    ids=str,
)
def test_a_step_of_another_form_is_a_bad_record(step):
    refused = refusal({"actions": {}}, step)
    assert (refused.code, refused.step, refused.seat) == ("bad-record", 2, None)


@pytest.mark.parametrize(
    "seat", ["", "00", "01", "+1", "-0", "-1", "1.0", "1e0", " 1", "1\n", "٣", "one", "\ud800", "²"]
)
def test_a_seat_that_is_no_plain_decimal_number_is_a_bad_record(seat):
    refused = refusal({"actions": {"0": PASS, seat: PASS}})
    assert (refused.code, refused.seat) == ("bad-record", None)


@pytest.mark.parametrize("seat", ["3", "10", "9" * 30, "9" * 5000])
def test_a_seat_that_does_not_exist_is_not_awaited(seat):
    assert refusal({"actions": {seat: PASS}}).code == "not-awaited"


@pytest.mark.parametrize("seat", [3, -1, 10**30])
def test_a_seat_that_does_not_exist_cannot_leave(seat):
    refused = refusal({"leave": [seat]})
    assert (refused.code, refused.seat) == ("not-awaited", seat)


def test_a_seat_leaves_once():
    refused = refusal({"leave": [1]}, {"leave": [2, 1]}, seats=4)
    assert (refused.code, refused.step, refused.seat) == ("not-awaited", 2, 1)


def test_a_seat_that_left_does_not_act():
    assert refusal({"leave": [1]}, {"actions": {"1": PASS}}).code == "not-awaited"


def test_the_form_of_a_step_is_checked_before_its_seats():
    assert refusal({"actions": {"0": place(99, 0), "x": PASS}}).code == "bad-record"


def test_seats_are_checked_in_ascending_order_as_numbers():
    refused = refusal({"actions": {"10": {}, "9": place(99, 0), "2": PASS}}, seats=11)
    assert (refused.code, refused.seat) == ("off-board", 9)


def test_each_seat_is_checked_in_full_before_the_next():
    refused = refusal(
        {"actions": {"0": place(1, 1)}},
        {"actions": {"0": place(1, 1), "1": {"type": "jump"}, "7": PASS}},
    )
    assert str(refused) == "step 2: seat 0: occupied: [1, 1] already holds a stone"


def test_the_form_of_an_action_is_checked_before_the_board():
    assert refusal({"actions": {"0": {**place(99, 0), "why": 1}}}).code == "bad-action"


@pytest.mark.parametrize(
    "step", [{"actions": {}}, {"leave": [0]}, None, {"actions": {"x": 1}}], ids=str
)
def test_nothing_may_follow_the_end_whatever_it_is(step):
    refused = refusal({"actions": {"0": PASS}}, step)
    assert (refused.code, refused.step, refused.seat) == ("finished", 2, None)


def test_an_open_step_with_a_seat_that_is_not_on_turn_is_not_awaited():
    refused = refusal({"actions": {"0": PASS, "1": PASS}}, slug="continuous-go", seats=2)
    assert (refused.code, refused.seat) == ("not-awaited", 1)


def test_an_open_step_that_names_several_awaited_seats_is_a_bad_record():
    both = {"actions": {"0": {"type": "accept"}, "1": {"type": "accept"}}}
    refused = refusal({"actions": {}}, both, slug="parallel-go", seats=2)
    assert (refused.code, refused.step, refused.seat) == ("bad-record", 2, None)


def test_what_is_wrong_with_an_action_comes_before_too_many_seats():
    both = {"actions": {"0": {"type": "accept"}, "1": {"type": "pass"}}}
    refused = refusal({"actions": {}}, both, slug="parallel-go", seats=2)
    assert (refused.code, refused.seat) == ("bad-action", 1)


@pytest.mark.parametrize(
    "at", ["2026-01-31T20:15:00Z", "2026-01-31t20:15:00.123456z", "2016-12-31T23:59:60+00:00"]
)
def test_times_and_causes_change_nothing(at):
    empty = new("multiplayer-go", 3, {})
    step = {"actions": {"0": place(2, 3)}}
    marked = {**step, "at": at, "cause": "moderator"}
    lines = [
        list(replay(Record(empty.game, 3, empty.options, steps=[each])))[-1].as_json()
        for each in (step, marked)
    ]
    assert lines[0] == lines[1]

"""Resolving choices after the record that a program sends with them."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest

from engines.registry import GAMES
from tests.games.playing import begin, place, seal

RECORD: dict[str, Any] = {
    "format": "miai-record",
    "version": 1,
    "variant": "multiplayer-go",
    "options": {"size": 5},
    "seats": 2,
    "steps": [{"actions": {"0": place(1, 1), "1": place(3, 3)}}],
}
ADDRESS = "/rules/multiplayer-go/resolve"


def move(from_x: int, from_y: int, to_x: int, to_y: int) -> dict[str, Any]:
    return {"type": "move", "from": [from_x, from_y], "to": [to_x, to_y]}


def test_choices_are_resolved_after_the_last_step_of_a_record(program):
    answer = program(None).post(ADDRESS, record=RECORD, choices={"0": place(0, 0)})
    assert answer.status_code == 200
    assert [event["type"] for event in answer.json()["events"]] == ["placed", "absent"]
    assert answer.json()["awaiting"] == [0, 1]
    refused = program(None).post(ADDRESS, record=RECORD, choices={"0": place(1, 1)})
    assert refused.json()["code"] == "occupied"


def test_the_record_of_a_game_of_the_site_can_be_sent_as_it_came(program, ada, bo):
    game = begin(ada, bo, turn_ends="complete")
    for member, at in ((ada, (1, 1)), (bo, (3, 3))):
        seal(game, member, place(*at))
    record = program(None).get(f"/games/{game.public_id}/record").json()
    choices = {"0": place(0, 0), "1": place(4, 4)}
    tried = program(None).post(ADDRESS, record=record, choices=choices)
    after = program(None).post(f"/games/{game.public_id}/resolve", choices=choices)
    assert tried.status_code == 200
    assert tried.json() == after.json()


def test_who_need_not_choose_again_is_named_as_well(program, ada, bo, cy, mo):
    """What stands after a conflict of Automatafl is secret, so it is not used."""
    game = begin(ada, bo, cy, mo, variant="automatafl", turn_ends="complete")
    stands = move(1, 3, 1, 2)
    conflict = (stands, move(4, 0, 4, 2), move(4, 0, 4, 3), move(10, 0, 10, 2))
    for member, choice in zip((ada, bo, cy, mo), conflict):
        seal(game, member, choice)
    asking = program(None)
    nothing = asking.post(f"/games/{game.public_id}/resolve", choices={}).json()
    types = [event["type"] for event in nothing["events"]]
    assert types == ["absent", "absent", "absent", "absent", "agent"]
    tried = asking.post(f"/games/{game.public_id}/resolve", choices={"0": stands}).json()
    assert [event["seat"] for event in tried["events"] if event["type"] == "moved"] == [0]


@pytest.mark.parametrize("engine", GAMES, ids=lambda engine: engine.slug)
def test_every_game_begins_with_a_record_without_steps(program, engine):
    seats = min(engine.seats_allowed())
    record = {**RECORD, "variant": engine.slug, "options": {}, "seats": seats, "steps": []}
    answer = program(None).post(f"/rules/{engine.slug}/resolve", record=record, choices={})
    assert answer.status_code == 200


@pytest.mark.parametrize(
    ("record", "code", "at"),
    [
        ({}, "bad-record", None),
        ({**RECORD, "seats": 99}, "bad-seats", None),
        ({**RECORD, "seats": 2**70}, "bad-seats", None),
        ({**RECORD, "options": {"size": 10**9}}, "bad-options", None),
        ({**RECORD, "options": {"size": [[[[]]]] * 999}}, "bad-options", None),
        ({**RECORD, "variant": "chess"}, "unknown-variant", None),
        ({**RECORD, "variant": "territory", "options": {}, "steps": []}, "bad-record", "record"),
        ({**RECORD, "steps": RECORD["steps"] * 2}, "occupied", 2),
        ({**RECORD, "steps": [{"actions": {}}, None]}, "bad-record", 2),
        ({**RECORD, "steps": [{"leave": [10**400]}]}, "not-awaited", 1),
        ([], "bad-command", None),
    ],
)
def test_a_record_that_cannot_be_replayed_is_refused(program, record, code, at):
    problem = program(None).post(ADDRESS, record=record, choices={}).json()
    assert (problem["status"], problem["code"], problem.get("at")) == (400, code, at)


@pytest.mark.parametrize("name", ["", "-1", "00", "01", "1000", "²", "one"])
def test_a_seat_has_one_name(program, name):
    choices = {"0": {"type": "pass"}, name: {"type": "pass"}}
    problem = program(None).post(ADDRESS, record=RECORD, choices=choices).json()
    assert (problem["code"], problem["at"]) == ("bad-command", name)


def test_a_record_that_takes_too_long_is_refused_before_its_end(program, monkeypatch):
    seconds = iter(range(100))
    monkeypatch.setattr(time, "thread_time", lambda: float(next(seconds)))
    steps = [{"actions": {}} for _ in range(1000)]
    problem = program(None).post(ADDRESS, record={**RECORD, "steps": steps}, choices={}).json()
    assert (problem["code"], problem["at"]) == ("too-long", "record")
    assert next(seconds) < 10


def test_a_body_that_is_too_large_is_refused(program):
    record = {**RECORD, "site": "x" * 300_000}
    problem = program(None).post(ADDRESS, record=record, choices={}).json()
    assert problem["code"] == "too-large"


def test_deeply_nested_bodies_are_refused(program):
    for depth in (500, 5_000, 100_000):
        answer = program(None).client.post(
            f"/api/v1{ADDRESS}",
            '{"choices": {}, "record": ' + '{"a":' * depth + "1" + "}" * depth + "}",
            content_type="application/json",
        )
        assert answer.status_code == 400, json.loads(answer.content)

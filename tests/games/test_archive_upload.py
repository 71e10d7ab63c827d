"""Showing a record that somebody uploads: checked, played through, and not stored."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from games import uploaded_record, uploads
from games.line_changes import changes
from games.models import Game
from tests.games.playing import PASS, begin, place, seal

pytestmark = pytest.mark.django_db

RECORD = {
    "format": "miai-record",
    "version": 1,
    "variant": "multiplayer-go",
    "options": {"size": 5},
    "seats": 2,
    "steps": [
        {"actions": {"0": place(0, 0), "1": place(4, 4)}, "at": "2026-11-21T20:00:00Z"},
        {"leave": [1]},
    ],
}


@pytest.fixture
def send(client_of):
    def post(record, **changes):
        data = record if isinstance(record, bytes) else json.dumps({**record, **changes}).encode()
        return client_of().post("/games/upload/", {"record": SimpleUploadedFile("r.json", data)})

    return post


def unpacked(lines):
    """What the browser makes of the lines (static/js/core/steps.js)."""
    line = lines[0]
    yield line
    for packed in lines[1:]:
        line = json.loads(json.dumps(line))
        for path, value in packed:
            at = line
            for key in path[:-1]:
                at = at[key]
            at[path[-1]] = value
        yield line


def test_a_record_is_shown_in_the_page_of_a_game_and_not_stored(send):
    response = send(RECORD)
    assert response.status_code == 200
    assert "games/page.html" in [template.name for template in response.templates]
    page_data = response.context["page_data"]
    assert (page_data["socket"], page_data["address"]) == (None, None)
    assert not Game.objects.exists()


def test_every_step_reaches_the_page_as_a_replay_prints_it(send):
    record = uploaded_record.read(json.dumps(RECORD))
    lines = list(unpacked(send(RECORD).context["page_data"]["lines"]))
    for line, replayed in zip(lines, uploaded_record.replay(record), strict=True):
        printed = replayed.as_json()
        position = {key: line["position"][key] for key in printed["position"]}
        assert {**line, "position": position} | printed == {**line, "position": position}


def test_the_log_of_a_record_names_the_turn_of_each_step(send):
    log = send(RECORD).context["page_data"]["log"]
    assert [(entry["step"], entry["turn"], entry["leave"]) for entry in log] == [
        (1, 1, None),
        (2, 2, [1]),
    ]


def test_a_downloaded_record_is_shown_with_its_names_and_colours(ada, bo, send, client_of):
    game = begin(ada, bo, turn_ends="complete")
    for player in (ada, bo):
        seal(game, player, PASS)
    downloaded = client_of().get(f"/games/{game.public_id}/record.json").content
    snapshot = send(downloaded).context["snapshot"]
    assert [(seat["name"], seat["stone"]) for seat in snapshot["seats"]] == [
        ("Ada", "sea"),
        ("Bo", "ember"),
    ]
    assert snapshot["game"]["status"] == "finished"


@pytest.mark.parametrize(
    "players",
    [None, 7, "Ada", [], [7], [{}], [{"name": 7, "stone": ["x"]}], [{"name": " ", "stone": "tin"}]],
)
def test_players_that_make_no_sense_cost_nothing(send, players):
    seats = send(RECORD, players=players).context["snapshot"]["seats"]
    assert [seat["name"] for seat in seats] == ["Seat 1", "Seat 2"]
    assert len({seat["stone"] for seat in seats}) == 2


@pytest.mark.parametrize("variant", ["parallel-go", "continuous-go"])
@pytest.mark.parametrize("players", [None, [{"stone": "sea"}, {"stone": "ember"}]])
def test_stones_that_the_rules_colour_are_black_and_white(send, variant, players):
    seats = send(RECORD, variant=variant, options={}, steps=[], players=players).context[
        "snapshot"
    ]["seats"]
    assert [seat["stone"] for seat in seats] == ["ink", "shell"]


@pytest.mark.parametrize(
    ("record", "says"),
    [
        (b"{", "bad-record"),
        (b"\xff\xfe", "bad-record: not UTF-8"),
        (json.dumps({**RECORD, "variant": "chess"}).encode(), "unknown-variant"),
        (
            json.dumps(
                {
                    **RECORD,
                    "steps": [{"actions": {"0": place(0, 0)}}, {"actions": {"1": place(0, 0)}}],
                }
            ).encode(),
            "step 2: seat 1: occupied",
        ),
    ],
)
def test_a_wrong_record_is_refused_with_its_own_error(send, record, says):
    response = send(record)
    assert response.status_code == 400
    assert says in response.context["form"].errors["record"][0]


def test_no_file_an_empty_one_and_a_large_one_are_refused_in_words(send, client_of):
    assert "Choose the file" in client_of().post("/games/upload/").content.decode()
    assert "empty" in send(b"").content.decode()
    assert "larger than 1 MB" in send(b" " * (uploads.LARGEST + 1)).content.decode()


def test_a_record_of_the_largest_size_is_read(send):
    text = json.dumps(RECORD)
    assert send((text + " " * (uploads.LARGEST - len(text))).encode()).status_code == 200


def test_a_record_with_too_much_to_show_is_refused_in_words(send, monkeypatch):
    monkeypatch.setattr(uploaded_record, "MOST_SHOWN", 100)
    response = send(RECORD)
    assert response.status_code == 400
    assert "too long to be shown" in response.content.decode()


def test_uploads_that_come_too_fast_are_refused_in_words(send):
    for _ in range(10):
        assert send(RECORD).status_code == 200
    response = send(RECORD)
    assert response.status_code == 429
    assert "too fast" in response.content.decode()


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ({"a": 1}, {"a": 1}, []),
        ({"a": [1, 2]}, {"a": [1, 3]}, [(["a", 1], 3)]),
        ({"a": [1]}, {"a": [1, 2]}, [(["a"], [1, 2])]),
        ({"a": None}, {"a": {"b": 1}}, [(["a"], {"b": 1})]),
        ({"a": 1}, {"b": 1}, [([], {"b": 1})]),
        ({"a": [[1, 2], 3]}, {"a": [[1, 4], 3]}, [(["a", 0, 1], 4)]),
    ],
)
def test_only_what_changes_is_sent(before, after, expected):
    assert changes(before, after) == expected


def test_a_record_of_a_game_without_a_board_is_refused_in_words(send, monkeypatch):
    monkeypatch.setattr("games.uploads.has_board", lambda slug: False)
    response = send(RECORD)
    assert response.status_code == 400
    assert "there is no board for Parallel Multiplayer Go here yet" in response.content.decode()

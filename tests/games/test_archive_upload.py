"""Uploaded records: checked, replayed, shown and not stored."""

import json

import pytest

from engines.changes import changed
from engines.record import read
from engines.replay import replay
from games.archive import record_page as pages
from games.archive.record_page import Pace, TimeSpent, TooLong, record_page
from games.archive.uploads import tasks
from games.archive.uploads.views import LARGEST
from games.models import Game
from games.play.messages import TakeSeat
from running.processes import LARGEST_BODY
from tests.games.acting import act, resign
from tests.games.playing import PASS, begin, place, seal
from tests.games.uploading import RECORD, all_of, in_this_process, sent, shown, tasks_sent

__all__ = ["in_this_process", "tasks_sent"]
pytestmark = [
    pytest.mark.django_db,
    pytest.mark.usefixtures("in_this_process", "tasks_sent"),
]


@pytest.fixture
def visitor(client_of):
    return client_of()


@pytest.fixture
def send(visitor):
    def post(record, **changes):
        return shown(visitor, record if isinstance(record, bytes) else {**record, **changes})

    return post


def unpacked(lines):
    """Each step as the page puts it together."""
    line, *rest = lines
    yield line
    for told in rest:
        line = changed(line, told)
        yield line


def test_a_record_is_shown_in_the_page_of_a_game_and_not_stored(send):
    response = send(RECORD)
    assert response.status_code == 200
    assert "games/page.html" in [template.name for template in response.templates]
    page_data = response.context["page_data"]
    assert (page_data["socket"], page_data["address"]) == (None, None)
    assert not Game.objects.exists()


def test_its_page_offers_no_links_to_share(send):
    page = send(RECORD).content.decode()
    assert "Open another game file" in page
    assert "menu share" not in page


def test_every_step_reaches_the_page_as_a_replay_prints_it(visitor, send):
    lines = list(unpacked(all_of(visitor, send(RECORD))["lines"]))
    for line, replayed in zip(lines, replay(read(json.dumps(RECORD))), strict=True):
        printed = replayed.as_json()
        position = {key: line["position"][key] for key in printed["position"]}
        assert {**line, "position": position} | printed == {**line, "position": position}


def test_the_page_begins_with_the_last_position(visitor, send):
    snapshot = all_of(visitor, send(RECORD))["snapshot"]
    assert snapshot["step"]["step"] == 2
    assert snapshot["step"]["position"]["board"][0][0] == 0
    assert snapshot["game"]["status"] == "finished"


def test_the_log_of_a_record_names_the_turn_of_each_step(visitor, send):
    log = all_of(visitor, send(RECORD))["log"]
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
    [
        None,
        7,
        "Ada",
        [],
        [7],
        [{}],
        [{"name": 7, "stone": ["x"]}],
        [{"name": " ", "stone": "tin"}],
        [{"name": "half a character: \ud83d"}],
    ],
)
def test_players_that_make_no_sense_cost_nothing(send, players):
    seats = send(RECORD, players=players).context["snapshot"]["seats"]
    assert [seat["name"] for seat in seats] == ["Seat 1", "Seat 2"]
    assert len({seat["stone"] for seat in seats}) == 2


def drawn(game, user, *path):
    seal(game, user, {"type": "draw", "path": [list(point) for point in path]})


def test_the_log_of_a_downloaded_record_says_what_the_log_of_its_game_says(
    ada, bo, visitor, send, client_of
):
    options = {"size": 9, "budget": 4}
    game = begin(ada, bo, variant="continuous-go", options=options)
    drawn(game, ada, (2, 2), (2, 4))
    drawn(game, ada, (3, 2), (8, 2))
    drawn(game, bo, (1, 3), (4, 3))
    address = game.get_absolute_url()
    told = [
        [event.get("stopped") for event in entry["events"]]
        for entry in client_of().get(f"{address}log.json").json()["entries"]
    ]
    assert told == [[None], ["budget"], ["opponent"]]
    downloaded = client_of().get(f"{address}record.json")
    assert downloaded.json()["notes"] == {"2": {"stopped": "budget"}, "3": {"stopped": "opponent"}}
    kept = all_of(visitor, send(downloaded.content))
    assert [[event["stopped"] for event in entry["events"]] for entry in kept["log"]] == told
    assert [line["events"][0]["stopped"] for line in list(unpacked(kept["lines"]))[1:]] == [
        None,
        "budget",
        "opponent",
    ]


LINE = {"actions": {"0": {"type": "draw", "path": [[2, 2], [2, 4]]}}}


@pytest.mark.parametrize(
    "notes",
    [
        None,
        7,
        [],
        {"1": 7},
        {"1": {"stopped": "<b>"}},
        {"1": {"stopped": []}},
        {"2": {}},
        {"x": {}},
    ],
)
def test_notes_that_make_no_sense_change_nothing(visitor, send, notes):
    page = send(RECORD, variant="continuous-go", options={}, steps=[LINE], notes=notes)
    (entry,) = all_of(visitor, page)["log"]
    assert [event["stopped"] for event in entry["events"]] == [None]


def test_a_downloaded_record_names_who_had_a_seat_before_it_was_taken_over(
    ada, bo, cy, member, visitor, send, client_of
):
    game = begin(ada, bo, cy, turn_seconds=86_400, turn_ends="complete", seats_taken_over=True)
    for user, x in ((ada, 0), (bo, 2), (cy, 4)):
        seal(game, user, place(x, x))
    resign(game_id=game.pk, user=ada)
    act(game.pk, member("Di"), TakeSeat(seat=0))
    downloaded = client_of().get(f"/games/{game.public_id}/record.json").content
    snapshot = all_of(visitor, send(downloaded))["snapshot"]
    assert snapshot["seats"][0]["name"] == "Di"
    assert [(each["name"], each["since"]) for each in snapshot["holders"]] == [
        ("Ada", 0),
        ("Di", 1),
    ]


@pytest.mark.parametrize(
    "tenures",
    [
        7,
        [7],
        [{}],
        [{"name": 7, "from": 0}],
        [{"name": "Di", "from": "x"}],
        [{"name": "Di", "from": -1}],
        [{"name": "Di", "from": 10**30}],
        [{"name": " "}],
    ],
)
def test_tenures_that_make_no_sense_cost_nothing(visitor, send, tenures):
    page = send(RECORD, players=[{"name": "Ada", "tenures": tenures}])
    assert all_of(visitor, page)["snapshot"]["holders"] == []


def test_a_record_is_opened_where_it_ends(send):
    assert send(RECORD).context["page_data"]["step"] is None


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
        (b"{", ": not JSON: "),
        (b"\xff\xfe", ": not UTF-8 text."),
        (
            json.dumps({**RECORD, "variant": "chess"}).encode(),
            ": there is no such game; known are ",
        ),
        (
            json.dumps(
                {
                    **RECORD,
                    "steps": [{"actions": {"0": place(0, 0)}}, {"actions": {"1": place(0, 0)}}],
                }
            ).encode(),
            "in step 2, at seat 1: [0, 0] already holds a stone.",
        ),
    ],
)
def test_a_wrong_record_is_refused_with_its_own_error(send, record, says):
    assert says in send(record).content.decode()


def test_no_file_an_empty_one_and_a_large_one_are_refused_in_words(visitor, send):
    assert "Choose a game file" in visitor.post("/games/upload/").content.decode()
    assert "empty" in send(b"").content.decode()
    assert "larger than 1 MB" in send(b" " * (LARGEST + 1)).content.decode()


def test_the_largest_file_that_the_web_process_takes_stays_in_memory(visitor, settings):
    (handler,) = settings.FILE_UPLOAD_HANDLERS
    assert handler.endswith(".MemoryFileUploadHandler")
    assert settings.FILE_UPLOAD_MAX_MEMORY_SIZE >= LARGEST_BODY
    largest = b" " * (LARGEST_BODY - 10_000)
    assert "larger than 1 MB" in sent(visitor, largest).content.decode()


def test_a_record_of_the_largest_size_is_read(visitor):
    text = json.dumps(RECORD)
    assert "page_data" in shown(visitor, (text + " " * (LARGEST - len(text))).encode()).context


SQUARE = {"type": "draw", "path": [[0, 2], [2, 2], [2, 0]]}
LINES = {
    "format": "miai-record",
    "version": 1,
    "variant": "continuous-go",
    "options": {"size": 9, "lower": 1},
    "seats": 2,
    "steps": [
        {"actions": {"0": SQUARE}},
        {"actions": {"1": {"type": "pass"}}},
        {"actions": {"0": {"type": "pass"}}},
    ],
}


def test_what_can_be_left_out_is_left_out_where_time_is_short():
    record = json.dumps(RECORD).encode()
    assert "order" in record_page(record).lines[0]["position"]
    half_spent = Pace(seconds=1, spent=lambda: 0.6)
    assert "order" not in record_page(record, half_spent).lines[0]["position"]


@pytest.mark.parametrize("record", [RECORD, LINES], ids=["extras left out", "without extras"])
def test_a_replay_may_take_all_of_its_time_and_no_more(record):
    data = json.dumps(record).encode()
    assert record_page(data, Pace(seconds=1, spent=lambda: 0.9)).lines
    with pytest.raises(TimeSpent):
        record_page(data, Pace(seconds=1, spent=lambda: 1.1))


def test_the_log_counts_in_what_a_page_is_given(monkeypatch):
    record = json.dumps(RECORD).encode()
    lines = json.dumps(record_page(record).lines, separators=(",", ":"))
    monkeypatch.setattr(pages, "LARGEST", len(lines))
    assert "order" not in record_page(record).lines[0]["position"]


def test_a_record_with_too_much_to_show_is_refused(monkeypatch):
    monkeypatch.setattr(pages, "LARGEST", 100)
    with pytest.raises(TooLong):
        record_page(json.dumps(RECORD).encode())


def test_a_record_whose_page_is_too_large_even_compressed_is_refused(monkeypatch):
    monkeypatch.setattr(pages, "LARGEST_PACKED", 100)
    with pytest.raises(TooLong):
        record_page(json.dumps(RECORD).encode()).packed()


@pytest.mark.parametrize(("who", "most"), [("member", 10), ("visitor", 5)])
def test_uploads_that_come_too_fast_are_refused_in_words(client_of, ada, who, most):
    client = client_of(ada if who == "member" else None)
    for _ in range(most):
        assert "page_data" in shown(client).context
    response = sent(client)
    assert response.status_code == 429
    assert "too fast" in response.content.decode()


def test_a_record_of_a_game_without_a_board_is_refused_in_words(send, monkeypatch):
    monkeypatch.setattr(tasks, "has_board", lambda slug: False)
    page = send(RECORD).content.decode()
    assert "there is no board for Parallel Multiplayer Go here yet" in page


def test_areas_are_there_at_every_step(visitor, send):
    positions = [each["position"] for each in unpacked(all_of(visitor, send(LINES))["lines"])]
    assert [len(each["areas"][0]) for each in positions] == [0, 2, 2, 2]
    assert [each["score"]["own"][0] for each in positions] == [0, 4, 4, 4]


def test_areas_are_left_out_where_a_record_takes_long_but_never_those_of_the_end():
    page = record_page(json.dumps(LINES).encode(), Pace(seconds=1, spent=lambda: 0.3))
    there = ["areas" in each["position"] for each in unpacked(page.lines)]
    assert there == [False, False, False, True]

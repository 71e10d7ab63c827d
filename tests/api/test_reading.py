"""What programs read: games, steps, logs, records, members, rules."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from engines.registry import GAMES
from games.models import Game
from tests.games.acting import pause_game, resume_game
from tests.games.playing import PASS, begin, place, seal


def test_a_running_game_is_in_the_list_of_running_games(program, ada, bo):
    game = begin(ada, bo)
    begin(ada, bo, listed=False)
    found = program(None).get("/games/running").json()
    assert [each["id"] for each in found["items"]] == [game.public_id]
    players = [player["name"] for player in found["items"][0]["players"]]
    assert players == [ada.username, bo.username]
    assert found["next"] is None


def test_every_running_game_comes_once_by_the_cursors(program, ada, bo, clock, monkeypatch):
    monkeypatch.setattr("api.games.PAGE", 2)
    monkeypatch.setattr("api.answers.PAGE", 2)
    games = []
    for number in range(5):
        clock.go(number % 2)  # some of them begin at the same time
        games.append(begin(ada, bo).public_id)
    found, cursor = [], ""
    while cursor is not None:
        page = program(None).get("/games/running", cursor=cursor).json()
        found += [each["id"] for each in page["items"]]
        cursor = page["next"]
    assert sorted(found) == sorted(games)
    assert len(set(found)) == len(found)


def test_every_own_game_comes_once_by_the_cursors(program, ada, bo, cy, monkeypatch):
    monkeypatch.setattr("api.games.PAGE", 2)
    monkeypatch.setattr("api.answers.PAGE", 2)
    games = [begin(ada, bo, turn_seconds=86_400).public_id for _ in range(5)]
    begin(bo, cy, turn_seconds=86_400)
    own, found, cursor = program(ada, "read"), [], ""
    while cursor is not None:
        page = own.get("/games/mine", cursor=cursor).json()
        found += [each["id"] for each in page["items"]]
        cursor = page["next"]
    assert found == games[::-1]
    assert own.get("/games/mine", cursor="nothing").json()["code"] == "bad-cursor"


def test_own_games_are_listed_whether_public_or_not(program, ada, bo):
    game = begin(ada, bo, listed=False)
    mine = program(ada, "read").get("/games/mine").json()["items"]
    assert [each["id"] for each in mine] == [game.public_id]


def test_a_player_reads_the_own_sealed_choice_and_nobody_else_does(program, ada, bo, cy):
    game = begin(ada, bo)
    seal(game, ada, place(1, 1))
    address = f"/games/{game.public_id}"
    assert program(ada, "read").get(address).json()["you"]["action"] == place(1, 1)
    for other in (program(ada), program(bo, "read"), program(cy, "read"), program(None)):
        answer = other.get(address)
        assert (answer.json()["you"] or {}).get("action") is None
        assert '"at":[1,1]' not in answer.content.decode()


def test_a_step_never_changes_so_it_is_answered_once(program, ada, bo):
    game = begin(ada, bo)
    reader = program(None)
    address = f"/games/{game.public_id}/steps/0"
    first = reader.get(address)
    assert "immutable" in first["Cache-Control"]
    assert "Authorization" in first["Vary"]  # its other headers differ
    reader.headers["If-None-Match"] = first["ETag"]
    assert reader.get(address).status_code == 304


def test_a_step_that_is_not_resolved_is_nowhere(program, ada, bo):
    game = begin(ada, bo)
    for step in (1, 10**12, -1):
        answer = program(None).get(f"/games/{game.public_id}/steps/{step}")
        assert (answer.status_code, answer.json()["code"]) == (404, "not-found")


@pytest.mark.parametrize("what", ["", "/log", "/record"])
def test_an_unknown_game_is_nowhere(program, what):
    answer = program(None).get(f"/games/0123456789{what}")
    assert (answer.status_code, answer.json()["code"]) == (404, "not-found")


def test_the_log_and_the_record_tell_what_was_played(program, ada, bo):
    game = begin(ada, bo, turn_ends="complete")
    seal(game, ada, place(1, 1))
    seal(game, bo, place(3, 3))
    address = f"/games/{game.public_id}"
    assert len(program(None).get(f"{address}/log").json()["items"]) == 1
    assert len(program(None).get(f"{address}/record").json()["steps"]) == 1
    assert program(None).get(f"{address}/log", after=1).json()["items"] == []


def test_finished_games_are_found_by_player(program, ada, bo):
    game = begin(ada, bo, turn_ends="complete")
    while Game.objects.get(pk=game.pk).status == Game.Status.RUNNING:
        for user in (ada, bo):
            seal(game, user, PASS)
    found = program(None).get("/games/finished", player=ada.username).json()
    assert [each["id"] for each in found["items"]] == [game.public_id]
    assert program(None).get("/games/finished", player="nobody").json()["items"] == []


@pytest.mark.parametrize("address", ["/games/finished", "/games/mine/finished"])
def test_every_finished_game_comes_once_by_the_cursors(program, ada, bo, monkeypatch, address):
    monkeypatch.setattr("games.archive.search.PAGE_LENGTH", 2)
    games = []
    for _ in range(3):
        games.append(begin(ada, bo, turn_ends="complete"))
        while Game.objects.get(pk=games[-1].pk).status == Game.Status.RUNNING:
            for user in (ada, bo):
                seal(games[-1], user, PASS)
    own, found, cursor = program(ada, "read"), [], ""
    while cursor is not None:
        page = own.get(address, cursor=cursor).json()
        found += [each["id"] for each in page["items"]]
        cursor = page["next"]
    assert sorted(found) == sorted(game.public_id for game in games)
    running = begin(ada, bo).public_id
    for wrong in ("nothing", "\u0661", "a b", running):
        refused = own.get(address, cursor=wrong)
        assert (refused.status_code, refused.json()["code"]) == (400, "bad-cursor")


def test_the_archive_is_not_counted_for_programs(program, ada, bo, monkeypatch):
    monkeypatch.setattr("games.archive.search.PAGE_LENGTH", 1)
    for _ in range(2):
        game = begin(ada, bo, turn_ends="complete")
        while Game.objects.get(pk=game.pk).status == Game.Status.RUNNING:
            for user in (ada, bo):
                seal(game, user, PASS)
    with CaptureQueriesContext(connection) as queries:
        assert program(None).get("/games/finished").json()["next"]
    assert not [each["sql"] for each in queries if "COUNT(" in each["sql"]]


def test_a_bad_filter_is_refused_with_its_name(program):
    answer = program(None).get("/games/finished", since="yesterday")
    assert answer.status_code == 400
    assert answer.json()["at"] == "since"


def test_members_are_found_by_part_of_the_name_page_by_page(program, ada, bo, cy, monkeypatch):
    monkeypatch.setattr("api.members.PAGE", 1)
    reader, found, cursor = program(ada, "read"), [], ""
    while cursor is not None:
        page = reader.get("/members", cursor=cursor).json()
        found += [each["name"] for each in page["items"]]
        cursor = page["next"]
    assert {ada.username, bo.username, cy.username} <= set(found)
    assert len(set(found)) == len(found)
    named = reader.get("/members", name=bo.username).json()["items"]
    assert [each["name"] for each in named] == [bo.username]


def test_the_rules_say_for_how_many_a_game_is_and_which_bots_it_has(program):
    for each in program(None).get("/rules").json()["items"]:
        assert each["seats"]
        assert [bot["level"] for bot in each["bots"]] == [1, 2, 3, 4, 5]
    assert program(None).get("/rules/chess").status_code == 404


@pytest.mark.parametrize("engine", GAMES, ids=lambda engine: engine.slug)
def test_the_rules_say_which_values_options_have_at_tables(program, engine):
    told = {
        each["name"]: each for each in program(None).get(f"/rules/{engine.slug}").json()["options"]
    }
    usual = engine.usual_options()
    assert {name: each["usual"] for name, each in told.items()} == usual
    for option in engine.options:
        each = told[option.name]
        assert each["allowed"] == option.range()
        assert each["fixed"] == (option not in engine.offered_options())
        values = each["allowed"] if isinstance(each["allowed"], list) else []
        for value in (*values, *([None] if each["may_be_null"] else [])):
            option.parse(value)
        if not each["may_be_null"]:
            with pytest.raises(ValueError, match=option.name):
                option.parse(None)


def test_the_rules_say_what_tables_have_where_old_records_have_another_value(program):
    options = program(None).get("/rules/parallel-go").json()["options"]
    assert {each["name"]: (each["usual"], each["fixed"]) for each in options} == {
        "size": (19, False),
        "agreement": ("needed", True),
    }


def test_too_many_requests_are_told_which_limit_and_when_to_come_back(program, ada, settings):
    settings.LIMITS = {"pages.member": "2/minute"}
    own = program(ada, "read")
    answers = [own.get("/me") for _ in range(3)]
    assert answers[-1].status_code == 429
    told = answers[-1].json()
    assert told["limit"] == "pages"
    assert int(answers[-1]["Retry-After"]) == told["retry_after"] > 0


def test_what_is_still_calculated_is_asked_for_again_by_pages_of_any_site_too(
    program, ada, bo, monkeypatch
):
    game = begin(ada, bo)
    monkeypatch.setattr("api.games.extras.answer", lambda *_: None)
    monkeypatch.setattr("api.games.ask_for_extra", lambda *_: None)
    answer = program(None).get(f"/games/{game.public_id}/steps/0/heat")
    assert (answer.status_code, answer["Retry-After"]) == (202, "1")
    assert answer["Access-Control-Allow-Origin"] == "*"


def test_a_program_that_has_read_too_many_states_can_still_come_back_to_the_stream(
    program, ada, bo, settings
):
    settings.LIMITS = {"snapshots.member": "1/minute"}
    game, own = begin(ada, bo), program(ada, "read")
    states = [own.get(f"/games/{game.public_id}").status_code for _ in range(2)]
    assert states == [200, 429]
    assert own.get("/events").status_code == 200


def test_every_entry_of_the_log_comes_once_by_the_cursors(program, ada, bo, mo, monkeypatch):
    monkeypatch.setattr("api.answers.PAGE", 2)
    game = begin(ada, bo, turn_ends="complete")
    for step in range(3):
        seal(game, ada, place(1, step))
        seal(game, bo, place(3, step))
        pause_game(game_id=game.pk, by=mo, why=f"Tea {step}")
        resume_game(game_id=game.pk, by=mo, why=f"Tea {step}")
    address = f"/games/{game.public_id}/log"
    monkeypatch.setattr("api.answers.PAGE", 99)
    whole = program(None).get(address).json()["items"]
    assert len(whole) == 9
    for most in (1, 2, 4):
        monkeypatch.setattr("api.answers.PAGE", most)
        found, cursor = [], ""
        while cursor is not None:
            page = program(None).get(address, cursor=cursor).json()
            assert len(page["items"]) <= most
            found += page["items"]
            cursor = page["next"]
        assert found == whole
    assert program(None).get(address, cursor="1").json()["code"] == "bad-cursor"


def test_short_lists_have_cursors_too(program, monkeypatch):
    monkeypatch.setattr("api.answers.PAGE", 2)
    found, cursor = [], ""
    while cursor is not None:
        page = program(None).get("/rules", cursor=cursor).json()
        found += [each["game"] for each in page["items"]]
        cursor = page["next"]
    assert found == [engine.slug for engine in GAMES]
    assert program(None).get("/rules", cursor="chess").json()["code"] == "bad-cursor"


def test_only_caches_of_their_readers_keep_steps_of_games_by_link(program, ada, bo):
    for listed, kept in ((True, "public"), (False, "private")):
        address = f"/games/{begin(ada, bo, listed=listed).public_id}/steps/0"
        assert kept in program(None).get(address)["Cache-Control"].split(", ")


@pytest.mark.parametrize("address", ["/rules", "/openapi.json", "/nowhere", "/me"])
def test_pages_of_any_site_read_whatever_they_ask_for(program, ada, address):
    for own in (program(None), program(ada, "read")):
        answer = own.get(address)
        assert answer["Access-Control-Allow-Origin"] == "*"
        assert "Retry-After" in answer["Access-Control-Expose-Headers"]


def test_browsers_are_told_that_pages_of_any_site_may_read_with_a_token_and_give_no_commands(
    client, program, ada, db
):
    asked = client.options("/api/v1/me", headers={"Origin": "https://other.example.org"})
    assert asked.status_code == 204
    assert asked["Access-Control-Allow-Methods"] == "GET, HEAD"
    assert "Authorization" in asked["Access-Control-Allow-Headers"]
    told = program(ada, "tables").post("/wishes", pace="daily", least=2, most=2)
    assert "Access-Control-Allow-Origin" not in told


def test_the_stream_also_says_what_its_token_may_do(program, ada):
    assert program(ada, "read", "play").get("/events")["Token-Scopes"] == "read play"

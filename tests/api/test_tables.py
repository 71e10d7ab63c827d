"""Tables and wishes by the API."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.services.bots import register_bot
from accounts.services.roles import set_host
from games.models import Game
from lobby.models import Table, Wish
from lobby.services.closing import close_table
from lobby.services.starting import start_table
from tests.games.playing import begin
from tests.lobby.tables import open_one, sit


def test_two_programs_open_a_table_sit_down_and_begin(program, ada, bo, clock):
    set_host(user=ada, hosts=True)
    host, guest = program(ada, "tables"), program(bo, "tables")
    opened = host.post("/tables", game="parallel-go", settings={"title": "By programs"})
    assert opened.status_code == 201, opened.content
    table = opened.json()["id"]
    assert guest.post(f"/tables/{table}/join").status_code == 200
    for each in (host, guest):
        assert each.post(f"/tables/{table}/ready", ready=True).status_code == 200
    starts_at = Table.objects.get().starts_at
    assert starts_at is not None
    clock.go((starts_at - clock.now).total_seconds() + 1)
    start_table(table_id=Table.objects.get().pk, now=clock.now)
    assert host.get(f"/tables/{table}").json()["game_id"] == Game.objects.get().public_id


def test_a_program_seats_a_bot_and_leaves(program, ada):
    set_host(user=ada, hosts=True)
    host = program(ada, "tables")
    table = host.post("/tables", game="parallel-go").json()["id"]
    seated = host.post(f"/tables/{table}/bot", level=1).json()
    assert [place["bot"] for place in seated["places"]] == [False, True]
    assert host.post(f"/tables/{table}/leave").status_code == 200


def test_what_a_table_may_have_is_told_and_nothing_else_is_taken(program, ada):
    set_host(user=ada, hosts=True)
    host = program(ada, "tables")
    usual = host.get("/tables/settings", game="territory").json()
    assert {"title", "seats", "joining"} <= usual.keys()
    answer = host.post("/tables", game="territory", settings={"magic": 1})
    assert (answer.status_code, answer.json()["at"]) == (400, "magic")
    assert "“magic”. GET /api/v1/tables/settings?game=territory" in answer.json()["detail"]
    answer = host.post("/tables", game="territory", settings={"seats": 99})
    assert (answer.status_code, answer.json()["at"]) == (400, "seats")
    assert not Table.objects.exists()


@pytest.mark.parametrize(
    ("address", "body", "unknown", "known"),
    [
        ("/tables", {"game": "territory", "seats": 3}, "seats", "game, settings"),
        ("/wishes", {"pace": "now", "game": "territory"}, "game", "pace, games"),
        ("/games/{game}/seal", {"step": 1, "action": {}, "id": 1}, "id", "step, action"),
        ("/games/{game}/resolve", {"choices": {}, "turn": 1}, "turn", "choices, step"),
    ],
)
def test_a_field_that_is_not_known_is_named_with_those_that_are(
    program, ada, bo, address, body, unknown, known
):
    game = begin(ada, bo)
    own = program(ada, "read", "play", "tables")
    answer = own.post(address.format(game=game.public_id), **body)
    problem = answer.json()
    assert (answer.status_code, problem["code"], problem["at"]) == (400, "bad-command", unknown)
    assert f"no field “{unknown}”" in problem["detail"]
    assert known in problem["detail"]


def test_a_command_without_fields_takes_none(program, ada):
    set_host(user=ada, hosts=True)
    host = program(ada, "tables")
    table = host.post("/tables", game="parallel-go").json()["id"]
    refused = host.post(f"/tables/{table}/leave", seat=1)
    assert (refused.status_code, refused.json()["at"]) == (400, "seat")
    assert (
        host.client.post(f"/api/v1/tables/{table}/leave", headers=host.headers).status_code == 200
    )


@pytest.mark.parametrize("address", ["/tables", "/tables/{table}/join", "/wishes"])
def test_bodies_that_cannot_be_read_are_counted(program, ada, settings, address):
    set_host(user=ada, hosts=True)
    own = program(ada, "tables")
    table = own.post("/tables", game="parallel-go").json()["id"]
    settings.LIMITS = {"commands.member": "2/minute"}
    answers = [own.post(address.format(table=table), nothing=1) for _ in range(3)]
    assert [each.status_code for each in answers] == [400, 400, 429]


def test_a_program_that_opens_tables_without_end_is_slowed_down(program, ada, settings):
    settings.LIMITS = {"tables.member": "2/hour"}
    own = program(ada, "tables")

    def opened():
        answer = own.post("/tables", game="parallel-go")
        for table in Table.objects.filter(closed_at=None):
            close_table(table_id=table.pk, by=ada, now=timezone.now())
        return answer.status_code

    assert [opened() for _ in range(3)] == [201, 201, 429]


def test_a_bot_is_told_who_opens_tables_for_it(ada):
    _, token = register_bot(owner=ada, name="Gravel", now=timezone.now())
    answer = Client().post(
        "/api/v1/tables",
        {"game": "territory"},
        content_type="application/json",
        headers={"Authorization": f"Bearer {token}"},
    )
    assert answer.status_code == 403
    assert answer.json()["detail"].startswith("Bots open no tables. Their owner opens one")


def test_open_tables_are_listed_apart_from_ones_own(program, ada, bo):
    set_host(user=ada, hosts=True)
    table = program(ada, "tables").post("/tables", game="parallel-go").json()["id"]
    assert [each["id"] for each in program(ada, "tables").get("/tables/mine").json()["items"]] == [
        table
    ]
    others = program(bo, "tables").get("/tables").json()["items"]
    assert [each["id"] for each in others] == [table]


def test_every_table_of_others_comes_once_by_the_cursors(
    program, ada, bo, clock, monkeypatch, settings
):
    settings.TABLES_PER_HOST = 5
    monkeypatch.setattr("api.tables.PAGE", 2)
    monkeypatch.setattr("api.answers.PAGE", 2)
    set_host(user=bo, hosts=True)
    set_host(user=ada, hosts=True)
    opened = []
    for number in range(5):
        clock.go(number % 2)  # some of them open at the same time
        opened.append(open_one(bo).public_id)
    mine = open_one(ada).public_id
    own, found, cursor = program(ada, "tables"), [], ""
    while cursor is not None:
        page = own.get("/tables", cursor=cursor).json()
        found += [each["id"] for each in page["items"]]
        cursor = page["next"]
    assert found == opened[::-1]
    assert [each["id"] for each in own.get("/tables/mine").json()["items"]] == [mine]
    assert own.get("/tables", cursor="\u0661").json()["code"] == "bad-cursor"


def test_many_tables_take_no_more_queries_than_one(program, ada, bo, cy):
    set_host(user=bo, hosts=True)
    own, counts = program(ada, "tables"), []
    for shown in (1, 2, 3):
        table = open_one(bo, variant="territory", seats=4)
        for member in (bo, cy):
            sit(table, member)
        own.get("/tables")
        with CaptureQueriesContext(connection) as queries:
            assert len(own.get("/tables").json()["items"]) == shown
        counts.append(len(queries))
    assert counts == counts[:1] * 3


def test_a_program_wishes_for_a_game_and_gives_up(program, ada):
    own = program(ada, "tables")
    made = own.post("/wishes", pace="daily", games=["parallel-go"], least=2, most=2)
    assert made.status_code == 201
    assert made.json()["items"][0]["games"] == ["parallel-go"]
    assert own.delete("/wishes/daily").json()["items"] == []
    assert not Wish.objects.exists()


def test_a_wish_that_no_game_can_meet_is_refused(program, ada):
    answer = program(ada, "tables").post("/wishes", pace="daily", games=["chess"])
    assert (answer.status_code, answer.json()["code"]) == (400, "bad-games")
    answer = program(ada, "tables").post("/wishes", pace=7)
    assert (answer.status_code, answer.json()["code"]) == (400, "bad-command")


def test_it_is_too_late_to_answer_what_was_not_asked(program, ada):
    answer = program(ada, "tables").post("/wishes/matches/99", plays=True)
    assert (answer.status_code, answer.json()["code"]) == (400, "match-over")


@pytest.mark.parametrize(
    ("action", "body"),
    [
        ("ready", {}),
        ("ready", {"ready": "yes"}),
        ("bot", {"level": -1}),
        ("bot", {"level": 1, "seat": 10**30}),
        ("join", {"key": 7}),
    ],
)
def test_a_body_of_the_wrong_type_is_refused(program, ada, action, body):
    set_host(user=ada, hosts=True)
    host = program(ada, "tables")
    table = host.post("/tables", game="parallel-go").json()["id"]
    answer = host.post(f"/tables/{table}/{action}", **body)
    assert (answer.status_code, answer.json()["code"]) == (400, "bad-command")

"""Commands at a table by the API, what one reads there, and beginning games without a table."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.services.bots import register_bot
from accounts.services.mutes import mute
from accounts.services.roles import set_host
from api.api import api
from games.models import Game
from games.play import commands
from games.play.permissions import Act
from lobby.models import Table, TableInvitation
from lobby.urls import TABLE
from lobby.urls import urlpatterns as lobby_addresses
from tests.api.conftest import Program
from tests.games.acting import resign
from tests.games.playing import begin, fresh
from tests.lobby.tables import open_one, sit

PICTURE = "board.svg"


@pytest.fixture
def host(ada):
    set_host(user=ada, hosts=True)
    return Program(ada, "read", "tables")


@pytest.fixture
def guest(bo):
    return Program(bo, "read", "tables")


def table_of(host: Program, game: str = "parallel-go", **settings: Any) -> str:
    answer = host.post("/tables", game=game, settings=settings)
    assert answer.status_code == 201, answer.content
    return f"/tables/{answer.json()['id']}"


def names(answer: Any) -> list[str]:
    assert answer.status_code == 200, answer.content
    return [place["name"] for place in answer.json()["places"]]


def place_of(answer: Any, name: str) -> int:
    return next(each["place"] for each in answer.json()["places"] if each["name"] == name)


def test_every_command_of_pages_and_sockets_has_an_address_for_programs():
    paths = set(api.get_openapi_schema()["paths"])
    at_tables = {
        str(each.pattern).removeprefix(TABLE).strip("/")
        for each in lobby_addresses
        if str(each.pattern).startswith(TABLE)
    } - {"", PICTURE}
    of_games = {
        entry.address
        for entry in commands.REGISTRY.values()
        if entry.address and entry.act is not Act.MODERATE
    }
    assert {f"/api/v1/tables/{{table_id}}/{name}" for name in at_tables} <= paths
    assert {f"/api/v1/games/{{game_id}}/{name}" for name in of_games} <= paths
    assert len(at_tables) > 15


def test_whoever_asks_for_a_seat_is_seen_by_the_host_alone(host, guest, cy):
    table = table_of(host, joining="approval")
    assert names(guest.post(f"{table}/join")) == ["Ada", "Bo"]
    assert names(Program(cy, "tables").get(table)) == ["Ada"]
    asking = place_of(host.get(table), "Bo")
    assert guest.post(f"{table}/agree", place=asking).status_code == 403
    assert names(host.post(f"{table}/decline", place=asking)) == ["Ada"]
    guest.post(f"{table}/join")
    asking = place_of(host.get(table), "Bo")
    seated = host.post(f"{table}/agree", place=asking)
    assert [place["seat"] for place in seated.json()["places"]] == [0, 1]
    assert names(host.post(f"{table}/remove", place=asking)) == ["Ada"]


def test_players_change_seats_and_colours_and_swap(host, guest):
    table = table_of(host, "automatafl", seats=4)
    guest.post(f"{table}/join", seat=1)
    moved = host.post(f"{table}/seat", seat=2)
    assert {place["name"]: place["seat"] for place in moved.json()["places"]} == {"Ada": 2, "Bo": 1}
    host.post(f"{table}/swap", place=place_of(moved, "Bo"))
    swapped = guest.post(f"{table}/swap", place=place_of(moved, "Ada"))
    assert {p["name"]: p["seat"] for p in swapped.json()["places"]} == {"Ada": 1, "Bo": 2}
    refused = host.post(f"{table}/colours", stone="plaid", mark="ink")
    assert refused.json()["code"] == "bad-colour"


def test_the_host_names_a_bot_and_frees_its_seat(host):
    table = table_of(host)
    seated = host.post(f"{table}/bot", level=2)
    bot = seated.json()["places"][1]
    named = host.post(f"{table}/dress", place=bot["place"], name="Gravel")
    assert names(named) == ["Ada", "Gravel"]
    assert names(host.post(f"{table}/remove", place=bot["place"])) == ["Ada"]


def test_members_are_invited_and_decline_or_are_asked_no_more(host, guest, ada, cy):
    table = f"/tables/{open_one(ada, seats=3, joining='link', listed=False).public_id}"
    other = Program(cy, "tables")
    assert other.get(table).status_code == 404
    for name in ("bo", "Cy"):
        assert host.post(f"{table}/invite", name=name).status_code == 200
    assert [each["id"] for each in guest.get("/tables/mine").json()["items"]] == [table[8:]]
    own = guest.get(f"{table}/invitations").json()["items"]
    assert [(each["name"], each["by"], each["stands"]) for each in own] == [("Bo", "Ada", True)]
    assert guest.post(f"{table}/stay-away").status_code == 200
    found = host.get(f"{table}/invitations").json()["items"]
    assert [(each["name"], each["answer"]) for each in found] == [("Bo", "declined"), ("Cy", "")]
    assert host.post(f"{table}/withdraw", invitation=found[1]["invitation"]).status_code == 200
    assert not TableInvitation.objects.filter(answer="").exists()


def test_only_the_host_reads_the_key_of_a_table_s_link_and_others_join_with_it(host, guest, ada):
    table = f"/tables/{open_one(ada, joining='link', listed=False).public_id}"
    key = host.get(table).json()["key"]
    assert guest.post(f"{table}/join").status_code == 404
    joined = guest.post(f"{table}/join", key=key)
    assert names(joined) == ["Bo"]
    assert joined.json()["key"] is None


def test_what_is_said_at_a_table_comes_page_by_page_without_those_who_are_muted(
    host, guest, bo, ada, clock, monkeypatch
):
    monkeypatch.setattr("api.tables.PAGE", 2)
    monkeypatch.setattr("api.answers.PAGE", 2)
    table = table_of(host)
    guest.post(f"{table}/join")
    for text in ("One", "Two", "Three"):
        assert host.post(f"{table}/say", text=text).status_code == 200
    guest.post(f"{table}/say", text="Four")
    first = guest.get(f"{table}/chat").json()
    assert [each["text"] for each in first["items"]] == ["Four", "Three"]
    rest = guest.get(f"{table}/chat", cursor=first["next"]).json()
    assert ([each["text"] for each in rest["items"]], rest["next"]) == (["Two", "One"], None)
    mute(member=ada, muted=bo, now=clock.now)
    assert host.get(f"{table}/chat").json()["items"][0]["text"] == "Three"


def test_the_host_starts_with_fewer_or_closes(host, guest):
    table = table_of(host, "territory", seats=4)
    guest.post(f"{table}/join")
    refused = host.post(f"{table}/start")
    assert refused.json()["code"] == "not-ready"
    for each in (host, guest):
        each.post(f"{table}/ready", ready=True)
    assert guest.post(f"{table}/start").status_code == 403
    assert host.post(f"{table}/start").json()["seats"] == 2
    other = table_of(host)
    assert guest.post(f"{other}/close").status_code == 403
    assert host.post(f"{other}/close").json()["open"] is False


def test_bots_of_members_only_sit_down_get_ready_and_leave(ada, bo, clock):
    set_host(user=ada, hosts=True)
    table = open_one(ada, seats=3, bots_join=True)
    sit(table, ada)
    bot, _ = register_bot(owner=bo, name="Gravel", now=clock.now)
    own, address = Program(bot, "tables"), f"/tables/{table.public_id}"
    assert own.post(f"{address}/join").status_code == 200
    assert own.post(f"{address}/ready", ready=True).status_code == 200
    for command, body in (
        ("say", {"text": "Hello"}), ("invite", {"name": "Cy"}), ("start", {}), ("bot", {}),
    ):  # fmt: skip
        answer = own.post(f"{address}/{command}", **body)
        assert (answer.status_code, answer.json()["code"]) == (403, "not-allowed")
    assert own.post("/games/practice", game="territory").status_code == 403
    assert own.post(f"{address}/leave").status_code == 200


def test_a_program_begins_a_game_against_bots(host, ada):
    begun = host.post("/games/practice", game="territory", level=1)
    assert begun.status_code == 201
    (game,) = Game.objects.all()
    assert begun.json() == {"game_id": game.public_id}
    assert host.post("/games/practice", game="territory", level=9).json()["code"] == "unknown-level"
    assert host.post("/games/practice", game="chess").json()["code"] == "unknown-variant"


def test_a_rematch_is_offered_and_accepted(host, guest, ada, bo, cy):
    game = begin(ada, bo, turn_seconds=600)
    resign(game_id=game.pk, user=bo)
    address = f"/games/{game.public_id}/rematch"
    assert Program(cy, "tables").post(address).json()["code"] == "not-your-seat"
    offered = host.post(address).json()
    assert (offered["rematch_of"], offered["host"]) == (game.public_id, "Ada")
    assert [each["id"] for each in guest.get("/tables/mine").json()["items"]] == [offered["id"]]
    accepted = guest.post(address)
    assert sorted(names(accepted)) == ["Ada", "Bo"]
    assert Table.objects.count() == 1


def test_seats_that_may_be_taken_over_are_listed_for_those_who_may(host, ada, bo, cy, mo):
    game = begin(ada, bo, mo, turn_seconds=86_400, seats_taken_over=True)
    resign(game_id=game.pk, user=bo)
    (seat,) = Program(cy, "read").get("/games/seats").json()["items"]
    assert (seat["game_id"], seat["seat"], seat["name"]) == (game.public_id, 1, "Bo")
    assert host.get("/games/seats").json() == {"items": [], "next": None}
    assert fresh(game).status == Game.Status.RUNNING

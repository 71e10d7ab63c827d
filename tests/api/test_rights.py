"""Which scope each address of the API needs, and that nobody gets further without it."""

from __future__ import annotations

import pytest

from accounts.services.roles import set_host
from api.api import api
from games.play.commands import REGISTRY
from games.play.permissions import Act
from lobby.consumers import TableConsumer
from tests.games.acting import pause_game
from tests.games.playing import begin, fresh
from tests.lobby.tables import open_one
from transport.refusals import Refused

READ, PLAY, TABLES, NONE = "read", "play", "tables", ""
GAME = "/games/{game}"
NEEDS = {
    ("get", "/me"): READ,
    ("get", "/members"): READ,
    ("get", "/members/{name}"): NONE,
    ("get", "/rules"): NONE,
    ("get", "/rules/{game}"): NONE,
    ("get", "/games/running"): NONE,
    ("get", "/games/finished"): NONE,
    ("get", "/games/mine"): READ,
    ("get", "/games/mine/finished"): READ,
    ("get", "/games/{game_id}"): NONE,
    ("get", "/games/{game_id}/steps/{step}"): NONE,
    ("get", "/games/{game_id}/steps/{step}/{extra}"): NONE,
    ("get", "/games/{game_id}/choices"): READ,
    ("get", "/games/{game_id}/log"): NONE,
    ("get", "/games/{game_id}/record"): NONE,
    ("post", "/games/{game_id}/resolve"): NONE,
    ("post", "/rules/{game}/resolve"): NONE,
    **{
        ("post", f"/games/{{game_id}}/{command}"): PLAY
        for command in (
            *("seal", "withdraw", "check", "plan", "say", "resign", "take-seat"),
            *("ask-vote", "cast-vote"),
        )
    },
    ("get", "/games/seats"): READ,
    ("post", "/games/practice"): TABLES,
    ("post", "/games/{game_id}/rematch"): TABLES,
    ("get", "/tables"): TABLES,
    ("get", "/tables/mine"): TABLES,
    ("post", "/tables"): TABLES,
    ("get", "/tables/settings"): TABLES,
    ("get", "/tables/{table_id}"): TABLES,
    ("get", "/tables/{table_id}/bots"): TABLES,
    ("get", "/tables/{table_id}/chat"): TABLES,
    ("get", "/tables/{table_id}/invitations"): TABLES,
    **{
        ("post", f"/tables/{{table_id}}/{command}"): TABLES
        for command in (
            *("join", "ready", "leave", "seat", "swap", "colours", "say", "agree", "decline"),
            *("remove", "bot", "dress", "invite", "withdraw", "stay-away", "start", "close"),
        )
    },
    ("get", "/wishes"): TABLES,
    ("post", "/wishes"): TABLES,
    ("delete", "/wishes/{pace}"): TABLES,
    ("post", "/wishes/matches/{match_id}"): TABLES,
    ("get", "/events"): READ,
}
"""By method and address: the scope that it needs, or none."""

OF_MODERATORS = ("pause", "resume", "end-turn", "remove-seat", "cancel")
"""Commands in games that no token gives."""
ADDRESSES = {path for _, path in NEEDS} | {f"/games/{{game_id}}/{name}" for name in OF_MODERATORS}

PLACES = {
    "step": "0",
    "extra": "heat",
    "name": "Ada",
    "game": "territory",
    "table_id": "0",
    "pace": "daily",
    "match_id": "1",
}


def test_every_operation_is_in_the_table():
    described = {
        (method, path.removeprefix("/api/v1"))
        for path, methods in api.get_openapi_schema()["paths"].items()
        for method in methods
    }
    assert described == set(NEEDS)


@pytest.mark.parametrize("own", [None, (), ("read",), ("play",), ("tables",)])
def test_each_operation_needs_its_scope_and_no_other(program, ada, bo, own):
    game = begin(ada, bo, variant="multiplayer-go")
    caller = program(None if own is None else ada, *(own or ()))
    for (method, path), scope in NEEDS.items():
        address = path.format(game_id=game.public_id, **PLACES)
        answer = getattr(caller, method)(address)
        refused = answer.status_code in (401, 403) and answer.json()["code"] in (
            "login-needed",
            "scope-needed",
        )
        assert refused == (scope != NONE and scope not in (own or ())), (method, path)
        assert answer.status_code < 500, (method, path)


def test_an_operation_is_not_open_to_other_methods(program, ada):
    own = program(ada, "read", "play", "tables")
    for method, path in (("post", "/me"), ("delete", "/tables"), ("post", "/games/running")):
        assert getattr(own, method)(path).status_code == 405


def test_the_commands_of_moderators_are_all_that_is_not_described():
    moderating = [each.address for each in REGISTRY.values() if each.act is Act.MODERATE]
    assert sorted(filter(None, moderating)) == sorted(OF_MODERATORS)
    described = set(api.get_openapi_schema()["paths"])
    for command in OF_MODERATORS:
        assert f"/api/v1/games/{{game_id}}/{command}" not in described


@pytest.mark.parametrize("command", OF_MODERATORS)
def test_the_token_of_a_moderator_moderates_no_game(program, ada, bo, mo, command):
    game, own = begin(ada, bo), program(mo, "read", "play", "tables")
    if command == "resume":
        pause_game(game_id=game.pk, by=mo, why="Tea")
    seat = {"seat": 0} if command == "remove-seat" else {}
    before = fresh(game)
    answer = own.post(f"/games/{game.public_id}/{command}", why="Tea", **seat)
    assert (answer.status_code, answer.json()["code"]) == (403, "not-for-programs")
    assert "game’s page" in answer.json()["detail"]
    after = fresh(game)
    assert (after.status, after.step) == (before.status, before.step)
    assert not game.seats.exclude(left_why="").exists()


def test_the_token_of_a_moderator_is_not_told_that_it_may_moderate(program, ada, bo, mo):
    answer = program(mo, "read", "play").get(f"/games/{begin(ada, bo).public_id}")
    assert answer.json()["you"]["may"] == ["say", "take-seat"]


def test_the_token_of_a_moderator_closes_no_table_of_others(program, ada, mo):
    set_host(user=ada, hosts=True)
    table = open_one(ada)
    answer = program(mo, "tables").post(f"/tables/{table.public_id}/close")
    assert (answer.status_code, answer.json()["code"]) == (403, "not-allowed")
    table.refresh_from_db()
    assert table.is_open
    assert program(ada, "tables").post(f"/tables/{table.public_id}/close").status_code == 200


def test_the_token_of_a_moderator_sees_no_table_that_only_a_link_opens(program, ada, mo):
    set_host(user=ada, hosts=True)
    table = open_one(ada, listed=False, joining="link")
    own = program(mo, "tables")
    for address in ("", "/bots", "/invitations", "/chat"):
        answer = own.get(f"/tables/{table.public_id}{address}")
        assert (answer.status_code, answer.json()["code"]) == (404, "not-found")
    assert own.post(f"/tables/{table.public_id}/join").status_code == 404
    assert own.get(f"/tables/{table.public_id}", key=table.join_key).status_code == 200


@pytest.mark.parametrize("opened_by", ["page", "program"])
def test_nor_does_it_open_the_socket_of_such_a_table(ada, mo, opened_by):
    set_host(user=ada, hosts=True)
    table = open_one(ada, listed=False, joining="link")
    socket, route = TableConsumer(), {"kwargs": {"public_id": table.public_id}}
    socket.scope = {"url_route": route, "query_string": b""}
    if opened_by == "page":
        assert socket.groups_for(mo)
        return
    socket.scope["token"] = 1
    with pytest.raises(Refused):
        socket.groups_for(mo)

"""One person sends more than the site allows, over any number of sockets and requests."""

from __future__ import annotations

import asyncio
import json
from contextlib import AsyncExitStack

import pytest

import accounts.sockets
from games.models import ChatMessage
from tests.games.playing import PASS, begin, sealed
from tests.games.sockets import opened, page
from transport import sockets
from transport.sockets import MOST_REFUSED
from transport.threads import in_thread

pytestmark = pytest.mark.django_db(transaction=True)

SCHOOL = "192.0.2.1"
HOME = "192.0.2.2"
SAY = {"type": "chat.say", "room": "table", "text": "!"}
ASK = {"type": "snapshot.ask"}


@pytest.fixture
async def game(ada, bo):
    return await in_thread(begin, ada, bo)


@pytest.fixture
async def tabs():
    """Opens pages that stay open until the end of the test."""
    async with AsyncExitStack() as stack:

        async def open_tabs(game, number, user=None, client=SCHOOL):
            opening = (
                stack.enter_async_context(page(game, user, client=client)) for _ in range(number)
            )
            return [await each for each in opening]

        yield open_tabs


async def done(tab, times, **command):
    """How many of ``times`` equal commands were carried out."""
    answers = [await tab.ask(**command) for _ in range(times)]
    assert {answer.get("code", "too-fast") for answer in answers} == {"too-fast"}
    return [answer["type"] for answer in answers].count("command.done")


async def refused_socket(path, user=None, client=SCHOOL):
    """What a socket is told before it is closed at once, and the close code."""
    async with opened(path, user, client=client) as tab:
        told = await tab.hear("error", "game.snapshot", "tables.changed")
        return told.get("code"), await tab.closed() if told["type"] == "error" else None


async def test_many_sockets_of_a_member_say_no_more_than_one(game, ada, tabs, settings):
    settings.SOCKETS_PER_MEMBER = 30
    said = [await done(tab, 5, **SAY) for tab in await tabs(game, 30, ada)]
    assert sum(said) == await in_thread(ChatMessage.objects.count) == 20


async def test_many_sockets_of_a_visitor_ask_for_no_more_than_their_address_may(game, tabs):
    """60 sockets at five messages a second each, a rate that a single socket could keep up for
    ever."""
    asked = [await done(tab, 10, **ASK) for tab in await tabs(game, 60)]
    assert sum(asked) == 120 - 60  # each socket began with a snapshot
    [other] = await tabs(game, 1, client=HOME)
    assert (await other.ask(**ASK))["type"] == "command.done"


async def test_a_visitor_s_flood_costs_members_behind_the_same_address_nothing(
    game, ada, tabs, settings
):
    settings.LIMITS = {"snapshots.address": "2/minute"}
    settings.SOCKETS_PER_ADDRESS = 1
    [visitor] = await tabs(game, 1)
    await done(visitor, 5, **ASK)
    for tab in await tabs(game, 3, ada):
        assert (await tab.ask(**ASK))["type"] == "command.done"


async def test_one_seals_while_all_else_of_theirs_is_refused(game, ada, tabs):
    [tab] = await tabs(game, 1, ada)
    await done(tab, 21, **SAY)
    await done(tab, 41, **ASK)
    for _ in range(41):
        await tab.send_text("nonsense")
        answer = await tab.answer()
    assert answer["code"] == "too-fast"
    assert (await tab.seal(1, PASS))["type"] == "command.done"
    assert (await tab.ask(type="action.withdraw", step=1))["type"] == "command.done"
    assert (await tab.seal(1, PASS))["type"] == "command.done"
    assert await in_thread(sealed, game)


async def test_sealing_too_fast_is_refused_over_sockets_and_requests_together(
    game, ada, tabs, client_of, clock
):
    first, second = await tabs(game, 2, ada)
    for tab in (first, second):
        for _ in range(30):
            assert (await tab.seal(1, PASS))["type"] == "command.done"
    refused = await second.seal(1, PASS)
    assert (refused["code"], refused["retry_after"]) == ("too-fast", 10)

    def post():
        body = json.dumps({"step": 1, "action": PASS})
        path = f"{game.get_absolute_url()}seal/"
        return client_of(ada).post(path, body, "application/json").status_code

    assert await in_thread(post) == 429
    clock.go(10.1)
    assert await in_thread(post) == 200
    assert (await first.seal(1, PASS))["type"] == "command.done"


async def test_one_member_s_flood_costs_another_nothing(game, ada, bo, tabs):
    [tab] = await tabs(game, 1, ada)
    [other] = await tabs(game, 1, bo)
    await done(tab, 25, **SAY)
    assert (await other.ask(**SAY))["type"] == "command.done"


async def test_commands_at_tables_and_messages_of_every_socket_count_together(
    game, ada, tabs, client_of
):
    [tab] = await tabs(game, 1, ada)
    async with opened("/ws/lobby/", ada) as lobby:
        await lobby.hear("tables.changed")
        for _ in range(19):
            await lobby.send(type="changes.ask")
            await lobby.hear("tables.changed")
        for _ in range(20):
            await tab.send_text("nonsense")
            assert (await tab.answer())["code"] == "bad-json"
        await lobby.send(type="changes.ask")
        assert (await lobby.hear("error"))["code"] == "too-fast"

    def resign():
        return client_of(ada).post(f"{game.get_absolute_url()}resign/").status_code

    assert await in_thread(resign) == 429


async def test_who_goes_on_when_told_to_be_slower_is_sent_away(game, ada, tabs):
    [tab] = await tabs(game, 1, ada)
    for _ in range(20 + MOST_REFUSED + 5):
        await tab.send(**SAY)
    assert await tab.closed() == 4429
    assert await in_thread(ChatMessage.objects.count) == 20


async def test_who_sends_on_and_on_without_waiting_is_sent_away(game, ada, tabs, monkeypatch):
    monkeypatch.setattr(sockets, "MOST_WAITING", 5)
    [tab] = await tabs(game, 1, ada)
    for _ in range(20):
        await tab.send(**ASK)
    assert await tab.closed() == sockets.TOO_MANY


async def test_a_member_has_so_many_sockets_and_the_newest_is_refused(game, ada, bo, tabs):
    first, *_ = await tabs(game, 20, ada)
    path = f"/ws/games/{game.public_id}/"
    assert await refused_socket(path, ada) == ("too-many", 4429)
    assert await refused_socket("/ws/lobby/", ada, client=HOME) == ("too-many", 4429)
    assert (await first.seal(1, PASS))["type"] == "command.done"
    await tabs(game, 1, bo)
    await first.communicator.disconnect()
    await tabs(game, 1, ada)


async def test_the_visitors_at_one_address_have_so_many_sockets(game, ada, tabs):
    await tabs(game, 60)
    path = f"/ws/games/{game.public_id}/"
    assert await refused_socket(path) == ("too-many", 4429)
    assert await refused_socket(path, client=HOME) == (None, None)
    assert await refused_socket(path, ada) == (None, None)


async def test_a_flood_of_handshakes_is_refused_before_the_database_is_asked(
    game, ada, settings, monkeypatch
):
    settings.LIMITS = {"handshakes.address": "3/minute"}
    asked = []
    read_session = accounts.sockets.read_session

    def counting(key):
        asked.append(key)
        return read_session(key)

    monkeypatch.setattr(accounts.sockets, "read_session", counting)
    path = f"/ws/games/{game.public_id}/"
    for _ in range(3):
        assert await refused_socket(path, ada) == (None, None)
    for address in (path, "/ws/lobby/", "/ws/nowhere/"):
        assert await refused_socket(address, ada) == ("too-fast", 4429)
    assert len(asked) == 3
    assert await refused_socket(path, ada, client=HOME) == (None, None)


async def test_a_flood_of_handshakes_that_all_come_at_once_is_bounded(game, settings):
    settings.LIMITS = {"handshakes.address": "5/minute"}
    path = f"/ws/games/{game.public_id}/"
    told = await asyncio.gather(*(refused_socket(path) for _ in range(15)))
    assert [code for code, _ in told].count("too-fast") == 10


@pytest.mark.parametrize(
    "path", ["", "steps/0.json", "steps/0/heat.json", "log.json", "record.json"]
)
def test_reading_a_game_too_often_is_refused_with_the_time_to_wait(
    ada, bo, client_of, settings, path
):
    settings.LIMITS = {"pages.address": "3/minute", "steps.address": "3/minute"}
    address = f"{begin(ada, bo).get_absolute_url()}{path}"
    answers = [client_of().get(address) for _ in range(4)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
    assert answers[-1].headers["Retry-After"] == "60"
    assert "Wait 60 seconds" in answers[-1].text
    assert client_of().get(address, REMOTE_ADDR=HOME).status_code == 200
    assert client_of(ada).get(address).status_code == 200


@pytest.mark.parametrize("address", ["/", "/games/", "/games/?player=a&result=won"])
def test_lists_that_are_asked_for_too_often_are_a_page_that_says_so(
    db, client_of, settings, address, caplog
):
    settings.LIMITS = {"pages.address": "1/minute"}
    assert client_of().get(address).status_code == 200
    answer = client_of().get(address)
    assert (answer.status_code, answer.headers["Retry-After"]) == (429, "60")
    assert "<h1>Too many attempts</h1>" in answer.text
    assert "Traceback" not in caplog.text

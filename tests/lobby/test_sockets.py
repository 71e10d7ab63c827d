"""The lobby's sockets: hints without content, sent after the commit to those who may see."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from asgiref.sync import sync_to_async
from django.db import DatabaseError, transaction
from django.utils import timezone

from accounts.services.measures import suspend
from lobby import consumers
from lobby.live import hint_on_commit
from lobby.models import Wish
from lobby.services.closing import close_table
from lobby.services.starting import start_table
from lobby.services.wishing import LEFT_FOR, end_wishes
from notices import live as notices
from tests.games.acting import cancel_game, resign
from tests.games.playing import begin
from tests.games.sockets import opened
from tests.lobby.tables import counting_down, open_one, say_ready, sit
from tests.lobby.wishes import answer, look, wish

pytestmark = pytest.mark.django_db(transaction=True)

LOBBY = "/ws/lobby/"


def socket_of(table, key=""):
    """The address of a table's socket."""
    return f"/ws/tables/{table.public_id}/{f'?key={key}' if key else ''}"


@pytest.fixture
async def table(host):
    return await sync_to_async(open_one)(host)


async def test_what_is_done_at_a_table_is_hinted_to_its_page_and_to_the_lobby(table, ada, bo):
    async with opened(socket_of(table), bo) as page, opened(LOBBY, bo) as lobby:
        await page.hear("table.changed")
        await lobby.hear("tables.changed")
        await sync_to_async(sit)(table, ada)
        assert await page.hear("table.changed") == {
            "type": "table.changed",
            "now": "2026-11-21T20:00:00Z",
        }
        assert (await lobby.hear("tables.changed")).keys() == {"type", "now"}


async def test_a_hint_comes_after_the_commit_and_never_after_a_rollback(table, bo):
    def touch(fail):
        with transaction.atomic():
            hint_on_commit(table)
            assert frames == []
            if fail:
                transaction.set_rollback(True)

    async with opened(socket_of(table), bo) as page:
        await page.hear("table.changed")
        frames = page.unread
        await sync_to_async(touch)(True)
        await page.send(type="nonsense")
        assert (await page.hear("table.changed", "error"))["type"] == "error"
        await sync_to_async(touch)(False)
        await page.hear("table.changed")


async def test_the_start_is_hinted_so_that_every_page_goes_to_the_game(host, ada, bo, clock):
    table = await sync_to_async(counting_down)(host, ada, bo)
    clock.go(5)
    async with opened(socket_of(table), host) as page:
        await page.hear("table.changed")
        await sync_to_async(start_table)(table_id=table.pk, now=timezone.now())
        await page.hear("table.changed")


async def test_a_page_that_asks_whether_something_changed_is_hinted(table, ada):
    for address, hint in ((socket_of(table), "table.changed"), (LOBBY, "tables.changed")):
        async with opened(address, ada) as page:
            await page.hear(hint)
            await page.send(type="changes.ask")
            await page.hear(hint)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("{", "bad-json"),
        ('{"type": "table.close"}', "unknown-command"),
        ('{"type": "changes.ask", "more": 1}', "unknown-command"),
        ("[]", "unknown-command"),
        ("null", "unknown-command"),
        ("[" * 9000, "unknown-command"),
        ('"' + "x" * 40_000 + '"', "too-large"),
    ],
)
async def test_anything_else_is_answered_with_an_error_and_the_line_stays(table, ada, text, code):
    async with opened(socket_of(table), ada) as page:
        await page.send_text(text)
        assert (await page.hear("error"))["code"] == code
        await page.send(type="changes.ask")
        await page.hear("table.changed")


async def test_bytes_are_answered_with_an_error(table, ada):
    async with opened(socket_of(table), ada) as page:
        await page.communicator.send_to(bytes_data=b"\xff\xfe")
        assert (await page.hear("error"))["code"] == "bad-json"


@pytest.mark.parametrize("address", [LOBBY, "/ws/notices/", "table"])
async def test_a_fault_of_the_database_costs_no_page_its_connection(
    table, ada, monkeypatch, address
):
    async with opened(socket_of(table) if address == "table" else address, ada) as page:
        await page.read()
        with monkeypatch.context() as broken:
            for module in (consumers, notices):
                broken.setattr(module, "in_thread", fails)
            await page.send(type="changes.ask")
            assert (await page.hear("error"))["code"] == "failed"
        await page.send(type="changes.ask")
        await page.read()


async def fails(*_values):
    raise DatabaseError("a fault")


async def test_a_flood_is_told_that_it_is_too_fast_and_the_line_stays(table, ada, clock):
    async with opened(socket_of(table), ada) as page:
        for _ in range(41):
            await page.send(type="changes.ask")
        assert (await page.hear("error"))["code"] == "too-fast"


ROLES = {
    # address: visitor, member, member at the table, host, moderator
    "lobby": (False, True, True, True, True),
    "listed": (False, True, True, True, True),
    "link only": (False, True, True, True, True),
    "unlisted": (False, True, True, True, True),
    "hidden": (False, False, True, True, True),
}
"""Who may open which table's socket. Hidden tables are not listed and joined by link."""
KINDS = {
    "listed": {},
    "link only": {"joining": "link"},
    "unlisted": {"listed": False},
    "hidden": {"listed": False, "joining": "link"},
}


@pytest.mark.parametrize("kind", ROLES)
async def test_each_socket_opens_for_those_who_may_hear_it(kind, host, ada, bo, mo):
    address = LOBBY
    if kind != "lobby":
        table = await sync_to_async(open_one)(host, **KINDS[kind])
        await sync_to_async(sit)(table, bo, key=table.join_key)
        address = socket_of(table)
    for user, allowed in zip((None, ada, bo, host, mo), ROLES[kind], strict=True):
        async with opened(address, user) as page:
            first = await page.hear("error", "table.changed", "tables.changed")
            assert (first["type"] != "error") == allowed
            assert allowed or await page.closed() == 4404


async def test_a_hidden_table_s_socket_opens_with_the_key(host, ada):
    table = await sync_to_async(open_one)(host, **KINDS["hidden"])
    async with opened(socket_of(table, table.join_key), ada) as page:
        await page.hear("table.changed")


async def test_a_table_that_does_not_exist_closes_the_socket_with_the_reason(ada):
    for address in ("/ws/tables/nowhere/", "/ws/tables/nowhere/?key=%ff%00&key="):
        async with opened(address, ada) as page:
            assert (await page.hear("error"))["code"] == "not-found"
            assert await page.closed() == 4404


async def test_a_hint_says_nothing_of_who_did_what(table, ada, bo, host):
    async with opened(socket_of(table), bo) as page, opened(LOBBY, bo) as lobby:
        hints = ((page, "table.changed"), (lobby, "tables.changed"))
        for heard, hint in hints:
            await heard.hear(hint)  # the socket has joined
        await sync_to_async(sit)(table, ada)
        await sync_to_async(say_ready)(table, ada)
        await sync_to_async(close_table)(table_id=table.pk, by=host, now=timezone.now())
        for heard, hint in hints:
            for _ in range(3):
                await heard.hear(hint)
            assert all(json.loads(frame).keys() == {"type", "now"} for frame in heard.frames)


@pytest.mark.parametrize("ending", ["finished", "cancelled"])
async def test_the_lobby_hears_that_a_listed_game_is_over(ending, ada, bo, mo):
    game = await sync_to_async(begin)(ada, bo)
    async with opened(LOBBY, bo) as lobby:
        await lobby.hear("tables.changed")
        if ending == "finished":
            await sync_to_async(resign)(game_id=game.pk, user=ada)
        else:
            await sync_to_async(cancel_game)(game_id=game.pk, by=mo, why="A test.")
        assert (await lobby.hear("games.changed")).keys() == {"type", "now"}


@pytest.mark.parametrize("listed", [True, False])
async def test_the_lobby_hears_that_a_game_of_the_member_has_begun(listed, ada, bo):
    async with opened(LOBBY, bo) as lobby:
        await lobby.hear("tables.changed")
        await sync_to_async(begin)(ada, bo, listed=listed)
        assert (await lobby.hear("games.changed")).keys() == {"type", "now"}


async def test_a_member_s_open_pages_ask_again_when_they_are_suspended(table, ada, bo):
    def suspended():
        until = timezone.now() + timedelta(days=1)
        suspend(user=ada, reason="Rudeness", until=until, by=None, now=timezone.now())

    async with opened(LOBBY, ada) as own, opened(LOBBY, bo) as other:
        await own.hear("tables.changed")
        await other.hear("tables.changed")
        await sync_to_async(suspended)()
        await own.hear("tables.changed")
        assert other.unread == []


async def test_only_who_wishes_the_same_hears_of_a_wish(ada, bo, host):
    await sync_to_async(wish)(bo)
    await sync_to_async(wish)(host, "daily")
    async with opened(LOBBY, ada) as hers, opened(LOBBY, bo) as his, opened(LOBBY, host) as other:
        for page in (hers, his, other):
            await page.hear("tables.changed")
        await sync_to_async(wish)(ada)
        for page in (hers, his):
            assert (await page.hear("wishes.changed")).keys() == {"type", "now"}
        await other.send(type="changes.ask")
        await other.hear("tables.changed")
        assert other.unread == []


async def test_pages_of_the_players_are_led_to_a_live_game(ada, bo, host):
    for user in (ada, bo):
        await sync_to_async(wish)(user)
    await sync_to_async(look)()
    await sync_to_async(answer)(ada)
    async with opened(LOBBY, ada) as hers, opened(LOBBY, host) as other:
        await other.hear("tables.changed")
        game = await sync_to_async(answer)(bo)
        assert (await hers.hear("match.begun"))["game"] == game.get_absolute_url()
        await other.hear("tables.changed")  # the table of their game
        await other.send(type="changes.ask")
        await other.hear("tables.changed")
        heard = {json.loads(frame)["type"] for frame in other.frames}
        assert not heard & {"match.begun", "wishes.changed"}


@pytest.mark.parametrize(
    ("address", "hint"), [(LOBBY, "tables.changed"), ("/ws/notices/", "notices.changed")]
)
async def test_an_open_page_keeps_a_wish_to_play_now(ada, clock, address, hint):
    await sync_to_async(wish)(ada)
    async with opened(address, ada) as page:
        await page.hear(hint)
        for _ in range(3):
            clock.go(LEFT_FOR.total_seconds() - 1)
            await page.send(type="changes.ask")
            await page.hear(hint)
            await sync_to_async(end_wishes)(now=timezone.now())
    assert await sync_to_async(Wish.objects.count)() == 1

"""Programs at sockets: with a token, without an origin."""

from __future__ import annotations

import asyncio
import json
from contextlib import asynccontextmanager
from datetime import timedelta
from threading import Event
from typing import Any

import pytest
from channels.testing import WebsocketCommunicator
from django.db import OperationalError
from django.utils import timezone

from accounts.models import ApiToken, User
from accounts.open_logins import open_logins
from accounts.services.tokens import make_token
from api.events import MemberStream
from config.asgi import application
from tests.games.playing import begin, fresh, place, sealed
from tests.games.sockets import closing_connections
from transport import opening
from transport.fanout import send_elsewhere
from transport.open_sockets import open_sockets
from transport.sockets import MOVED, NOT_FOUND, TOO_MANY, TRY_AGAIN
from transport.threads import in_thread

pytestmark = pytest.mark.django_db(transaction=True)


@asynccontextmanager
async def socket(address: str, member: User | None, *scopes: str, sent: str = ""):
    """A socket opened with a new token of the member; yields None if it is refused."""
    if member is not None:
        made = await in_thread(
            make_token, member=member, name="Own", scopes=scopes, days=1, now=timezone.now()
        )
        sent = f"Bearer {made[1]}"
    headers = [(b"host", b"testserver"), (b"authorization", sent.encode())]
    communicator = WebsocketCommunicator(application, address, headers=headers)
    async with closing_connections():
        opened, _ = await communicator.connect(timeout=120)
        yield communicator if opened else None
        if opened:
            await communicator.disconnect(timeout=120)


async def say(communicator: Any, **command: Any) -> None:
    text = json.dumps(command)
    await communicator.send_input({"type": "websocket.receive", "text": text})


async def hear(communicator: Any, kind: str) -> dict[str, Any]:
    while True:
        message = json.loads((await communicator.receive_output(timeout=120))["text"])
        if message.get("type") == kind or message.get("event", {}).get("type") == kind:
            return message


async def test_a_program_plays_by_a_game_s_socket(ada, bo):
    game = await in_thread(begin, ada, bo)
    async with socket(f"/ws/games/{game.public_id}/", ada, "read", "play") as own:
        assert (await hear(own, "game.snapshot"))["you"]["seat"] == 0
        await say(own, type="action.seal", step=1, action=place(1, 1))
        await hear(own, "command.done")
    assert await in_thread(sealed, game) == {0: place(1, 1)}


async def test_a_program_keeps_its_turn_until_its_first_line(ada, bo, monkeypatch):
    """If thousands of programs come back at the same time, a few at a time read their games."""
    monkeypatch.setattr(opening, "AT_A_TIME", 1)
    monkeypatch.setattr(opening, "LONGEST_OPENING", 120)
    reading, has_begun, may_read, games = [], Event(), Event(), MemberStream._games

    def read_slowly(stream: MemberStream) -> dict[str, bool] | None:
        reading.append(stream.token.member)
        has_begun.set()
        may_read.wait(60)
        return games(stream)

    monkeypatch.setattr(MemberStream, "_games", read_slowly)

    async def open_one(member: User) -> None:
        async with socket("/ws/events/", member, "read") as own:
            assert "alive" in (await own.receive_output(timeout=120))["text"]

    tasks = [asyncio.create_task(open_one(member)) for member in (ada, bo)]
    assert await asyncio.to_thread(has_begun.wait, 60)
    async with asyncio.timeout(60):
        while not opening.entrance.crowd:  # noqa: ASYNC110 - nobody tells who waits
            await asyncio.sleep(0.02)
    assert len(reading) == 1
    may_read.set()
    await asyncio.gather(*tasks)
    assert set(reading) == {ada, bo}


async def test_a_program_is_told_that_its_stream_has_failed(ada, monkeypatch):
    def broken(_self: MemberStream) -> None:
        raise OperationalError("secret")

    monkeypatch.setattr(MemberStream, "_games", broken)
    async with socket("/ws/events/", ada, "read") as own:
        assert await own.receive_output(timeout=120) == {
            "type": "websocket.send", "text": '{"closed":"failed"}', "bytes": None,
        }  # fmt: skip
        assert (await own.receive_output(timeout=120))["code"] == TRY_AGAIN
    assert not +open_sockets().local


async def test_a_program_is_sent_on_and_what_it_said_until_it_knew_is_carried_out(ada, bo):
    game = await in_thread(begin, ada, bo)
    async with socket(f"/ws/games/{game.public_id}/", ada, "read", "play") as own:
        await hear(own, "game.snapshot")
        await send_elsewhere(0)
        await send_elsewhere(0)  # said twice, done once
        while (said := await own.receive_output(timeout=120))["type"] == "websocket.send":
            pass
        assert said["code"] == MOVED
        await say(own, type="action.seal", id=2, step=1, action=place(2, 2))
        assert (await hear(own, "command.done"))["id"] == 2  # a real socket is closed by then
        assert await in_thread(sealed, game) == {0: place(2, 2)}
    assert not +open_sockets().local


async def test_a_stream_says_that_its_process_ends(ada):
    async with socket("/ws/events/", ada, "read") as own:
        await own.receive_output(timeout=120)
        await send_elsewhere(0)
        assert (await own.receive_output(timeout=120))["text"] == '{"closed":"moved"}'
        assert (await own.receive_output(timeout=120))["code"] == MOVED
    assert not +open_sockets().local


@pytest.mark.parametrize("scopes", [(), ("read",), ("read", "tables")])
async def test_a_token_that_may_not_play_gives_no_commands(ada, bo, scopes):
    game = await in_thread(begin, ada, bo)
    async with socket(f"/ws/games/{game.public_id}/", ada, *scopes) as own:
        await hear(own, "game.snapshot")
        await say(own, type="action.seal", step=1, action=place(1, 1))
        assert (await hear(own, "error"))["code"] == "login-needed"
    assert await in_thread(sealed, game) == {}


async def test_the_token_of_a_moderator_moderates_no_game_by_its_socket(ada, bo, mo):
    game = await in_thread(begin, ada, bo)
    async with socket(f"/ws/games/{game.public_id}/", mo, "read", "play") as own:
        assert (await hear(own, "game.snapshot"))["you"]["may"] == ["say", "take-seat"]
        await say(own, type="game.cancel", why="Tea")
        assert (await hear(own, "error"))["code"] == "not-for-programs"
    assert (await in_thread(fresh, game)).status == "running"


async def test_the_socket_of_a_frame_takes_no_commands_of_programs(ada, bo):
    """It is counted as a visitor's: by address, which has no limit for chats."""
    game = await in_thread(begin, ada, bo)
    async with socket(f"/ws/embedded/{game.public_id}/", ada, "read", "play") as own:
        assert (await hear(own, "game.snapshot"))["you"] is None
        await say(own, type="action.seal", step=1, action=place(1, 1))
        assert (await hear(own, "error"))["code"] == "login-needed"
    assert await in_thread(sealed, game) == {}


async def test_a_token_that_may_not_read_sees_what_visitors_see(ada, bo):
    game = await in_thread(begin, ada, bo)
    async with socket(f"/ws/games/{game.public_id}/", ada, "play") as own:
        assert (await hear(own, "game.snapshot"))["you"] is None


async def test_a_socket_does_not_outlast_its_token_though_no_push_says_so(ada, bo):
    game = await in_thread(begin, ada, bo)
    async with socket(f"/ws/games/{game.public_id}/", ada, "read", "play") as own:
        await hear(own, "game.snapshot")
        await open_logins().look()
        assert await own.receive_nothing()
        ended = timezone.now() - timedelta(seconds=1)
        await in_thread(lambda: ApiToken.objects.update(ends_at=ended))
        await open_logins().look()
        while (said := await own.receive_output(timeout=120))["type"] == "websocket.send":
            pass
        assert said["code"] == TRY_AGAIN


@pytest.mark.parametrize("sent", ["Bearer wrong", "Basic abc", "Bearer"])
async def test_a_bad_token_opens_no_socket(ada, bo, sent):
    game = await in_thread(begin, ada, bo)
    async with socket(f"/ws/games/{game.public_id}/", None, sent=sent) as own:
        assert own is None


async def test_one_socket_has_the_events_of_all_games(ada, bo, cy):
    games = {(await in_thread(begin, ada, other)).public_id for other in (bo, cy)}
    async with socket("/ws/events/", ada, "read") as own:
        seen = {(await hear(own, "game.snapshot"))["game"] for _ in games}
    assert seen == games


@pytest.mark.parametrize("scopes", [(), ("play",)])
async def test_the_events_need_a_token_that_reads(ada, scopes):
    async with socket("/ws/events/", ada, *scopes) as own:
        assert (await hear(own, "error"))["code"] == "login-needed"


@pytest.mark.parametrize("asked", ["after=x", "takes={}"])
async def test_what_cannot_be_read_in_the_address_of_the_events_closes_the_socket(ada, asked):
    async with socket(f"/ws/events/?{asked}", ada, "read") as own:
        error = await hear(own, "error")
        assert error["at"] == asked.partition("=")[0]
        assert (await own.receive_output(timeout=120))["code"] == NOT_FOUND


async def test_one_socket_too_many_is_closed_and_not_the_oldest(ada, settings):
    settings.SOCKETS_PER_MEMBER = 1
    async with socket("/ws/events/", ada, "read") as oldest:
        await oldest.receive_output(timeout=120)
        async with socket("/ws/events/", ada, "read") as own:
            assert (await hear(own, "error"))["code"] == "too-many"
            assert (await own.receive_output(timeout=120))["code"] == TOO_MANY
        assert await oldest.receive_nothing()


async def test_a_choice_by_one_program_reaches_the_other(ada, bo):
    game = await in_thread(begin, ada, bo, turn_ends="complete")
    async with socket("/ws/events/", bo, "read") as follows:
        await hear(follows, "game.snapshot")
        for member, action in ((ada, place(1, 1)), (bo, place(3, 3))):
            async with socket(f"/ws/games/{game.public_id}/", member, "read", "play") as own:
                await hear(own, "game.snapshot")
                await say(own, type="action.seal", step=1, action=action)
                await hear(own, "command.done")
        assert (await hear(follows, "step.resolved"))["game"] == game.public_id
    assert (await in_thread(fresh, game)).step == 1

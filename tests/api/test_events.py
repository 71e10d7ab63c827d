"""The stream of a member's games: nothing is missed, whatever is cut off."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager
from random import Random
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import ApiToken, User
from accounts.services.tokens import make_token
from api import events
from api.events import MemberStream, read_after
from api.open_streams import counted_streams
from games.live import sync_beacon
from games.live.sync_beacon import beacon
from games.models import GameEvent
from tests.games.playing import begin, fresh, place, seal, withdraw
from transport import sending
from transport.limits import member_rate_key
from transport.open_sockets import open_sockets
from transport.refusals import Refused
from transport.threads import in_thread

CUTS = 1_000

pytestmark = pytest.mark.django_db(transaction=True)


def token_of(member: User, scopes: Any = ("read",)) -> ApiToken:
    row, _ = make_token(member=member, name="Own", scopes=scopes, days=7, now=timezone.now())
    return row


class Lines:
    """The lines of one stream, and the numbers that a program would send as ``after``."""

    def __init__(self, lines: AsyncIterator[str], known: dict[str, dict[str, int]]) -> None:
        self.lines, self.known = lines, known
        self.seen: list[tuple[str, str, int]] = []

    async def next(self) -> dict[str, Any]:
        line = json.loads(await anext(self.lines))
        for event in self._events(line):
            if "seq" in event:
                self.known[line["game"]][event["to"]] = event["seq"]
                self.seen.append((line["game"], event["to"], event["seq"]))
        return line

    def _events(self, line: dict[str, Any]) -> list[dict[str, Any]]:
        event = line.get("event", {})
        if "newest" in event:
            if event["type"] == "game.snapshot":
                self.known[line["game"]] = dict(event["newest"])
            return event.get("events", [])
        return [event]

    async def until(self, kind: str) -> dict[str, Any]:
        async with asyncio.timeout(60):
            while True:
                line = await self.next()
                if line.get("event", {}).get("type") == kind or kind in line:
                    return line


@asynccontextmanager
async def stream(token: ApiToken, known: dict[str, dict[str, int]] | None = None):
    known = {} if known is None else known
    async with aclosing(MemberStream(token, dict(known)).lines()) as lines:
        yield Lines(lines, known)


async def test_it_begins_with_the_state_of_each_game_of_the_member(ada, bo, cy):
    games = {(await in_thread(begin, ada, bo)).public_id for _ in range(2)}
    await in_thread(begin, bo, cy)
    async with stream(await in_thread(token_of, ada)) as lines:
        first = [await lines.next() for _ in range(2)]
    assert {line["game"] for line in first} == games
    assert {line["event"]["type"] for line in first} == {"game.snapshot"}


async def test_what_happens_comes_as_it_happens(ada, bo):
    game = await in_thread(begin, ada, bo, turn_ends="complete")
    async with stream(await in_thread(token_of, ada)) as lines:
        await lines.next()
        await in_thread(seal, game, bo, place(3, 3))
        line = await lines.until("action.sealed")
        assert line == {"game": game.public_id, "event": line["event"]}
        assert "3,3" not in json.dumps(line)
        await in_thread(seal, game, ada, place(1, 1))
        assert (await lines.until("step.resolved"))["event"]["step"]["step"] == 1


async def test_nobody_gets_what_another_has_sealed(ada, bo):
    game = await in_thread(begin, ada, bo)
    await in_thread(seal, game, ada, place(1, 2))
    async with stream(await in_thread(token_of, bo)) as lines:
        assert "[1,2]" not in json.dumps(await lines.next()).replace(" ", "")
        await in_thread(seal, game, ada, place(2, 1))
        assert "[2,1]" not in json.dumps(await lines.until("action.sealed")).replace(" ", "")


async def test_the_first_line_comes_at_once_even_without_a_game(ada):
    async with stream(await in_thread(token_of, ada)) as lines:
        assert "alive" in await lines.next()


async def test_a_line_says_that_the_stream_works_when_nothing_happens(ada, monkeypatch):
    monkeypatch.setattr(events, "ALIVE_EVERY", 0.01)
    async with stream(await in_thread(token_of, ada)) as lines:
        assert "alive" in await lines.next()
        assert "alive" in await lines.next()


async def test_a_game_that_begins_meanwhile_comes_too(ada, bo, monkeypatch):
    monkeypatch.setattr(events, "ALIVE_EVERY", 0.01)
    monkeypatch.setattr(events, "LOOK_EVERY", 0.01)
    async with stream(await in_thread(token_of, ada)) as lines:
        await lines.next()
        game = await in_thread(begin, ada, bo)
        assert (await lines.until("game.snapshot"))["game"] == game.public_id


@pytest.fixture
def looks_only_when_told(monkeypatch):
    """Keeps the beacon from looking for lost pushes before the test tells it to."""
    monkeypatch.setattr(sync_beacon, "LOOK_EVERY", 3600.0)


async def test_a_lost_push_comes_all_the_same(ada, bo, monkeypatch, looks_only_when_told):
    """As while Redis fails over. A program cannot ask: without the step it would miss its turn."""
    game = await in_thread(begin, ada, bo, turn_ends="complete")
    async with stream(await in_thread(token_of, ada)) as lines:
        await lines.next()
        with monkeypatch.context() as while_redis_is_away:
            while_redis_is_away.setattr(sending, "send_now", lambda frames: None)
            await in_thread(seal, game, ada, place(1, 1))
            await in_thread(seal, game, bo, place(3, 3))
        await beacon().look()
        missed = (await lines.until("events.missed"))["event"]["events"]
        assert [event["type"] for event in missed][-1] == "step.resolved"
        await in_thread(seal, game, bo, place(2, 2))
        assert (await lines.until("action.sealed"))["event"]["step"] == 2
    assert not beacon().followed


async def test_a_push_after_a_lost_one_shows_that_it_was_lost(
    ada, bo, monkeypatch, looks_only_when_told
):
    game = await in_thread(begin, ada, bo)
    async with stream(await in_thread(token_of, ada)) as lines:
        await lines.next()
        with monkeypatch.context() as while_redis_is_away:
            while_redis_is_away.setattr(sending, "send_now", lambda frames: None)
            await in_thread(seal, game, bo, place(1, 1))
        await in_thread(withdraw, game, bo)
        missed = (await lines.until("events.missed"))["event"]["events"]
        assert [event["seq"] for event in missed] == [1, 2]


async def test_the_numbers_of_the_newest_events_are_no_line(
    ada, bo, monkeypatch, looks_only_when_told
):
    """Pages are told them; a stream itself reads what it has missed."""
    monkeypatch.setattr(sync_beacon, "SAY_EVERY", 0.0)
    game = await in_thread(begin, ada, bo)
    async with stream(await in_thread(token_of, ada)) as lines:
        await lines.next()
        await in_thread(seal, game, bo, place(1, 1))
        assert (await lines.next())["event"]["type"] == "action.sealed"
        await beacon().look()
        await in_thread(withdraw, game, bo)
        assert (await lines.next())["event"]["type"] == "action.withdrawn"


async def test_it_ends_when_the_token_does(ada, monkeypatch):
    monkeypatch.setattr(events, "ALIVE_EVERY", 0.01)
    monkeypatch.setattr(events, "LOOK_EVERY", 0.01)
    token = await in_thread(token_of, ada)
    async with stream(token) as lines:
        await in_thread(token.delete)
        assert (await lines.until("closed"))["closed"] == "token-ended"


async def test_it_ends_at_once_when_the_account_is_deactivated(ada, bo):
    await in_thread(begin, ada, bo)
    token = await in_thread(token_of, ada)

    def deactivate() -> None:
        ada.is_active = False
        ada.save()

    async with stream(token) as lines:
        await lines.next()
        await in_thread(deactivate)
        assert (await lines.until("closed"))["closed"] == "token-ended"


async def test_nothing_is_missed_over_many_cuts(ada, bo):
    """Cuts at random moments while one game goes on."""
    game = await in_thread(begin, ada, bo)
    token, random = await in_thread(token_of, ada), Random(7)
    known: dict[str, dict[str, int]] = {}
    seen: list[tuple[str, str, int]] = []
    for cut in range(CUTS):
        if cut % 4 == 0:
            await in_thread(
                seal if cut % 8 == 0 else withdraw,
                game,
                bo,
                *([place(1, 1)] if cut % 8 == 0 else []),
            )
        async with stream(token, known) as lines:
            for _ in range(random.choice((0, 1, 1))):
                await lines.next()
            seen += lines.seen
    async with stream(token, known) as lines:
        await lines.next()
        seen += lines.seen
    told = await in_thread(
        lambda: set(
            GameEvent.objects.filter(game=game, audience="everyone", seq__gt=0).values_list(
                "seq", flat=True
            )
        )
    )
    got = {seq for _, audience, seq in seen if audience == "everyone"}
    first = min(got)
    assert got == {seq for seq in told if seq >= first}
    assert (await in_thread(fresh, game)).numbers["everyone"] == max(got)


@pytest.mark.parametrize("turns", range(6))
async def test_a_stream_that_is_cancelled_just_when_something_happens_ends(ada, turns):
    """``turns``: how many turns of the event loop lie between the two."""
    events, begun = MemberStream(await in_thread(token_of, ada), {}), asyncio.Event()

    async def read() -> None:
        async with aclosing(events.lines()) as lines:
            async for _ in lines:
                begun.set()

    reading = asyncio.create_task(read())
    await begun.wait()
    await asyncio.sleep(0.01)
    events.woken.set()
    for _ in range(turns):
        await asyncio.sleep(0)
    reading.cancel()
    assert await asyncio.wait({reading}, timeout=60) == ({reading}, set())


@pytest.mark.parametrize(
    "text", ["x", "[]", '{"a b": {}}', '{"a": {"everyone": "1"}}', "{" * 9_999]
)
def test_numbers_that_cannot_be_read_are_refused(text):
    with pytest.raises(Refused):
        read_after(text)


def test_the_stream_asks_for_a_token_that_reads(program, ada):
    assert program(None).get("/events").status_code == 401
    assert program(ada, "play").get("/events").status_code == 403
    assert program(ada, "read").get("/events", after="x").json()["at"] == "after"


async def test_a_stream_whose_places_are_all_in_other_processes_is_closed(ada, settings):
    settings.SOCKETS_PER_MEMBER = 1
    token = await in_thread(token_of, ada)
    await open_sockets().come(member_rate_key(ada))  # counted, but no stream of this process
    try:
        async with aclosing(MemberStream(token, {}).lines()) as lines:
            assert [line async for line in lines] == ['{"closed":"too-many"}']
    finally:
        await open_sockets().go(member_rate_key(ada))


async def test_one_stream_too_many_takes_the_place_of_the_oldest(ada, bo, settings):
    """Which may be dead: a network that is cut off without a word tells nobody."""
    settings.SOCKETS_PER_MEMBER = 1
    game, token = await in_thread(begin, ada, bo), await in_thread(token_of, ada)
    begun = asyncio.Event()

    async def all_lines() -> list[str]:
        found = []
        async with aclosing(MemberStream(token, {}).lines()) as lines:
            async for line in lines:
                found.append(line)
                begun.set()
        return found

    oldest = asyncio.create_task(all_lines())
    await begun.wait()
    async with stream(token) as lines:
        assert (await lines.next())["game"] == game.public_id
        assert (await oldest)[-1] == '{"closed":"too-many"}'
    assert not +open_sockets().local
    assert not any(counted_streams().values())

"""A push may be lost: the numbers of the newest events show what a page has missed."""

import pytest
from redis.asyncio.client import PubSub

from games.live import sync_beacon
from games.live.sync_beacon import beacon
from tests.games.acting import say
from tests.games.playing import begin, place, seal
from tests.games.sockets import page
from transport import sending
from transport.fanout import fanout
from transport.threads import in_thread

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def pushes_are_lost(monkeypatch):
    monkeypatch.setattr(sending, "send_now", lambda messages: None)


async def test_events_are_numbered_without_a_gap(ada, bo):
    game = await in_thread(begin, ada, bo, turn_ends="complete")
    async with page(game, ada) as tab:
        first = tab.first["newest"]["everyone"]
        await tab.seal(1, place(0, 0))
        assert (await tab.hear("action.sealed"))["seq"] == first + 1
        await in_thread(seal, game, bo, place(1, 1))
        assert (await tab.hear("step.resolved"))["seq"] == first + 2
        assert (await tab.snapshot())["newest"]["everyone"] == first + 2


async def test_a_lost_push_shows_in_what_is_said_every_few_seconds(ada, bo, pushes_are_lost):
    game = await in_thread(begin, ada, bo)
    async with page(game) as visitor:
        known = visitor.first["newest"]["everyone"]
        await in_thread(seal, game, ada, place(0, 0))
        await beacon().look()
        assert (await visitor.hear("events.newest"))["newest"] == {"everyone": known + 1}


async def test_nobody_is_told_numbers_of_what_was_heard_unless_all_is_quiet(ada, bo, monkeypatch):
    game = await in_thread(begin, ada, bo)
    async with page(game) as visitor, page(game, ada) as player:
        await player.seal(1, place(0, 0))
        await visitor.hear("action.sealed")
        await beacon().look()
        await in_thread(seal, game, bo, place(1, 1))
        await visitor.hear("action.sealed")
        assert not any("events.newest" in frame for frame in visitor.frames)
        monkeypatch.setattr(sync_beacon, "SAY_EVERY", 0.0)
        await beacon().look()
        assert (await visitor.hear("events.newest"))["newest"] == {"everyone": 2}


async def test_a_lost_push_is_told_once(ada, bo, pushes_are_lost):
    game = await in_thread(begin, ada, bo)
    async with page(game) as visitor:
        await in_thread(seal, game, ada, place(0, 0))
        for _ in range(3):
            await beacon().look()
        await visitor.snapshot()
        told = [frame for frame in visitor.frames if "events.newest" in frame]
        assert len(told) == 1


async def test_visitors_do_not_hear_how_much_members_talk(ada, bo, clock, monkeypatch):
    monkeypatch.setattr(sync_beacon, "SAY_EVERY", 0.0)
    game = await in_thread(begin, ada, bo)
    async with page(game) as visitor, page(game, bo) as member:
        before = visitor.first["newest"]
        await in_thread(say, game=game, user=ada, room="table", text="Hello", now=clock.now)
        assert (await member.hear("chat.said"))["seq"] == 1
        await beacon().look()
        assert (await member.hear("events.newest"))["newest"] == {"members": 1}
        assert (await visitor.snapshot())["newest"] == before == {"everyone": 0}
        assert not any("members" in frame for frame in visitor.frames)


async def test_only_what_somebody_follows_is_asked_for(ada, bo):
    game = await in_thread(begin, ada, bo)
    async with page(game), page(game, ada):
        assert beacon().followed == {game.pk: 2}
    assert not beacon().followed


async def test_a_socket_joins_and_is_told_the_state_while_the_layer_is_away(ada, bo, monkeypatch):
    async def away(*_):
        raise OSError("no Redis")

    game = await in_thread(begin, ada, bo)
    monkeypatch.setattr(PubSub, "subscribe", away)
    async with page(game, ada) as tab:
        assert tab.first["game"]["status"] == "running"
        assert (await tab.seal(1, place(0, 0)))["type"] == "command.done"
        monkeypatch.undo()


async def test_a_socket_that_closes_while_the_layer_is_away_is_in_no_group(ada, bo, monkeypatch):
    async def away(*_):
        raise OSError("no Redis")

    game = await in_thread(begin, ada, bo)
    async with page(game, ada):
        monkeypatch.setattr(PubSub, "unsubscribe", away)
    assert not fanout().sockets
    monkeypatch.undo()

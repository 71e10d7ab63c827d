"""How many people watch a game, over all web processes."""

import asyncio
import json

import pytest
from redis import RedisError

from games.live import watching as module
from games.live.watching import FORGET_AFTER, LOOK_EVERY, TELL_EVERY, Watching, watching
from tests.games.playing import begin
from tests.games.sockets import page
from transport.threads import in_thread

pytestmark = pytest.mark.django_db(transaction=True)

WITHIN = 12
"""Seconds after which the spectators of a process that died no longer count."""

assert FORGET_AFTER + LOOK_EVERY + TELL_EVERY <= WITHIN


@pytest.fixture
def soon(monkeypatch):
    """Checks for changes at every turn of the loop instead of once a second."""
    monkeypatch.setattr(module, "TELL_EVERY", 0)
    monkeypatch.setattr(module, "LOOK_EVERY", 0)


async def another_process(public_id, spectators):
    """Another web process with some spectators of the game, which it has announced."""
    other = Watching()
    other.local[public_id] = spectators
    await other._look()
    await other._tell_about(public_id)
    return other


async def test_players_do_not_count_and_spectators_do(ada, bo, cy, soon):
    game = await in_thread(begin, ada, bo)
    async with page(game, ada) as player, page(game, cy), page(game):
        await player.sees_spectators(2)


async def test_who_goes_is_counted_no_more(ada, bo, soon):
    game = await in_thread(begin, ada, bo)
    async with page(game, ada) as player, page(game):
        async with page(game):
            await player.sees_spectators(2)
        await player.sees_spectators(1)


async def test_the_number_comes_with_the_state(ada, bo, soon):
    game = await in_thread(begin, ada, bo)
    async with page(game), page(game) as second:
        assert second.first["watching"] == 2


async def test_who_asks_for_the_state_again_is_counted_once(ada, bo, soon):
    game = await in_thread(begin, ada, bo)
    async with page(game) as visitor:
        await visitor.snapshot()
        assert (await visitor.snapshot())["watching"] == 1


async def test_spectators_of_all_processes_are_counted_together(ada, bo, soon):
    game = await in_thread(begin, ada, bo)
    other = await another_process(game.public_id, 3)
    async with page(game, ada) as player, page(game) as visitor:
        assert visitor.first["watching"] == 4
        await player.sees_spectators(4)
    await other.client.aclose()


async def test_a_process_that_died_is_forgotten(ada, bo, soon, clock):
    game = await in_thread(begin, ada, bo)
    other = await another_process(game.public_id, 3)
    clock.go(WITHIN)
    async with page(game) as visitor:
        assert visitor.first["watching"] == 1
    await other.client.aclose()


async def test_players_hear_of_it_though_their_process_has_no_spectator(ada, bo, soon, clock):
    game = await in_thread(begin, ada, bo)
    other = await another_process(game.public_id, 3)
    async with page(game, ada) as player:
        assert player.first["watching"] == 3
        clock.go(WITHIN)
        await player.sees_spectators(0)
        assert not await other.client.exists(module._key(game.public_id))
    await other.client.aclose()


async def test_what_a_process_has_counts_as_long_as_it_lives(ada, bo, soon, clock):
    game = await in_thread(begin, ada, bo)
    stranger = Watching()
    async with page(game) as visitor:
        await visitor.sees_spectators(1)
        for _ in range(5):
            clock.go(WITHIN)
            await asyncio.wait_for(lives(stranger, clock), 10)
            assert await stranger.count(game.public_id) == 1
    await stranger.client.aclose()


async def test_what_redis_has_lost_is_said_again(ada, bo, soon):
    game = await in_thread(begin, ada, bo)
    stranger = Watching()
    async with page(game) as visitor:
        await visitor.sees_spectators(1)
        await stranger.client.delete(module._living(), module._key(game.public_id))
        while await stranger.count(game.public_id) != 1:
            pass
    await stranger.client.aclose()


async def test_what_redis_has_lost_is_said_again_though_it_fails_meanwhile(soon, monkeypatch):
    process, stranger = Watching(), Watching()
    process.local["a game"] = 3

    async def fails(*_asked):
        raise RedisError("no answer")

    with monkeypatch.context() as broken:
        broken.setattr(process.client, "zrangebyscore", fails)
        with pytest.raises(RedisError):
            await process._look()
    await asyncio.wait_for(process._tell(), 10)
    assert await stranger.count("a game") == 3
    for each in (process, stranger):
        await each.client.aclose()


async def lives(stranger, clock):
    """Waits until another process has reported that it lives at this time."""
    while not await stranger.client.zcount(module._living(), clock.now.timestamp(), "+inf"):
        pass


async def test_a_thousand_arrivals_are_told_in_few_messages(ada, bo, monkeypatch):
    game = await in_thread(begin, ada, bo)
    monkeypatch.setattr(module, "TELL_EVERY", 0.05)
    async with page(game, ada) as player:
        for _ in range(1000):
            watching().come(game.public_id)
        await player.sees_spectators(1000)
        for _ in range(1000):
            watching().go(game.public_id)
        await player.sees_spectators(0)
    kinds = [json.loads(frame)["type"] for frame in player.frames]
    assert kinds.count("watching.changed") == 2


async def test_a_number_that_another_process_has_overtaken_is_told_again(ada, bo, soon):
    """This process announced 1, another one 2; when it is 1 again, the pages must be told."""
    game = await in_thread(begin, ada, bo)
    async with page(game, ada) as player:
        watching().come(game.public_id)
        await player.sees_spectators(1)
        other = await another_process(game.public_id, 1)
        await player.sees_spectators(2)
        watching().go(game.public_id)
        await player.sees_spectators(1)
        await other.client.aclose()


async def test_nothing_is_kept_of_a_game_that_nobody_watches(ada, bo, soon):
    game = await in_thread(begin, ada, bo)
    async with page(game, ada) as player:
        async with page(game):
            await player.sees_spectators(1)
        await player.sees_spectators(0)
        assert not watching().local
        assert not watching().told
        assert not await watching().client.exists(module._key(game.public_id))


async def test_while_many_come_at_once_the_number_is_told_seldom(monkeypatch):
    monkeypatch.setattr(module, "TELL_CROWD_EVERY", 10_000)
    pages, due = Watching(), []
    for crowd in (module.CROWD, module.CROWD, 0):
        monkeypatch.setattr(module.entrance, "crowd", crowd)
        pages.changed.add("a game")
        due.append(pages._to_tell())
    assert due == [{"a game"}, set(), {"a game"}]
    await pages.client.aclose()


async def test_while_many_come_at_once_others_are_counted_once(ada, bo, monkeypatch):
    game = await in_thread(begin, ada, bo)
    monkeypatch.setattr(module.entrance, "crowd", module.CROWD)
    monkeypatch.setattr(module, "COUNT_CROWD_EVERY", 10_000)
    other, pages = await another_process(game.public_id, 3), Watching()
    assert await pages.count(game.public_id) == 3
    other.local[game.public_id] = 5
    await other._tell_about(game.public_id)
    assert await pages.count(game.public_id) == 3
    assert pages.changed == {game.public_id}, "the right number is told soon"
    for each in (other, pages):
        await each.client.aclose()

"""Players come and go with the sockets of their pages, in whatever processes those are."""

import asyncio

import pytest

from games.live import present as module
from games.live.present import Present, present
from games.models import Presence
from games.store.presence import away_seats
from tests.games.playing import begin, seat
from tests.games.sockets import page
from tests.games.sweeps import look_for_players
from transport.threads import in_thread

pytestmark = pytest.mark.django_db(transaction=True)


def due(game, user):
    """When the user's seat will be checked."""
    return Presence.objects.get(seat=seat(game, user)).due_at


async def test_members_hear_at_once_that_a_player_is_back_and_visitors_hear_nothing(
    ada, bo, cy, clock
):
    game = await in_thread(begin, ada, bo, turn_seconds=500)
    async with page(game, ada) as player, page(game, cy) as member, page(game) as visitor:
        clock.go(60)
        await present().note(list(present().pages))
        await in_thread(look_for_players)
        for each in (player, member):
            assert (await each.hear("presence.changed"))["away"] == [1]
        async with page(game, bo) as back:
            assert back.first["away"] == []
            for each in (player, member):
                assert (await each.hear("presence.changed"))["away"] == []
        await visitor.send(type="snapshot.ask", id=1)
        await visitor.hear("command.done")
        assert not any("presence" in frame or '"away"' in frame for frame in visitor.frames)


async def test_a_page_that_closes_leaves_its_player_a_minute(ada, bo, clock):
    game = await in_thread(begin, ada, bo, turn_seconds=500)
    async with page(game, ada):
        clock.go(45)
    clock.go(59)
    await in_thread(look_for_players)
    assert await in_thread(away_seats, game.pk) == [1]
    clock.go(1)
    await in_thread(look_for_players)
    assert await in_thread(away_seats, game.pk) == [0, 1]


async def test_a_page_in_another_process_keeps_its_player_there(ada, bo, clock):
    game = await in_thread(begin, ada, bo, turn_seconds=500)
    key = (await in_thread(seat, game, ada)).pk
    other = Present()
    async with page(game, ada):
        await other.come(key)
    clock.go(50)
    await other.note(list(other.pages))
    clock.go(50)
    await in_thread(look_for_players)
    assert await in_thread(away_seats, game.pk) == [1]
    await other.go(key)


async def test_spectators_keep_nobody_there(ada, bo, cy, clock):
    game = await in_thread(begin, ada, bo, turn_seconds=500)
    clock.go(30)
    before = await in_thread(due, game, ada)
    async with page(game, cy):
        assert await in_thread(due, game, ada) == before


async def test_players_who_come_at_once_are_noted_together(ada, bo, cy, monkeypatch):
    noted, begun, first = [], asyncio.Event(), asyncio.Event()

    async def notes(_note, seat_ids, _now):
        noted.append(set(seat_ids))
        begun.set()
        await first.wait()

    monkeypatch.setattr(module, "in_thread", notes)
    pages = Present()
    coming = [asyncio.ensure_future(pages.note([seat_id])) for seat_id in (1, 2, 3)]
    await asyncio.wait_for(begun.wait(), 10)
    first.set()
    await asyncio.wait_for(asyncio.gather(*coming), 10)
    assert noted == [{1}, {2, 3}]

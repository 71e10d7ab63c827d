"""Choices are taken while the primary of Redis is gone, and pushes come again from the next one."""

import asyncio
import json
import time

import pytest

from tests.games.playing import begin, place
from tests.games.sockets import page
from transport.fanout import fanout
from transport.store import loop_store
from transport.threads import in_thread

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("how", ["kill", "freeze"])
async def test_a_page_chooses_on_and_hears_pushes_again(how, cluster, ada, bo, settings):
    settings.LIMITS = {"sealing.member": "10000/10 seconds"}  # however long it takes
    game = await in_thread(begin, ada, bo)
    choices = [place(x, y) for x in range(5) for y in range(5)]
    async with page(game, ada) as player, page(game, ada) as other:
        first = await in_thread(lambda: cluster.primary)
        await in_thread(getattr(cluster, how), first)
        ends, heard, number = time.monotonic() + 300, False, 0
        while not heard or await in_thread(lambda: cluster.primary) == first:
            assert time.monotonic() < ends
            number += 1
            chosen = choices[number % len(choices)]
            answer = await player.seal(1, chosen)
            assert answer["type"] == "command.done", answer
            await asyncio.sleep(0.3)
            heard = chosen in await kept_at(other)
        fanout().listening.cancel()
        await asyncio.gather(fanout().listening, return_exceptions=True)
        sentinels = [each.connection_pool for each in (fanout().client, loop_store().client)]
        await fanout().client.aclose()
    for pool in sentinels:
        await pool.sentinel_manager.aclose()


async def kept_at(other):
    """The choices that a page has been pushed since the last call."""
    found = []
    while not await other.communicator.receive_nothing(0.1):
        await other.read()
        pushed = json.loads(other.frames[-1])
        if pushed["type"] == "action.kept":
            found.append(pushed["action"])
    return found

"""How many sockets somebody has open, over all processes, whatever becomes of a process."""

from __future__ import annotations

import asyncio

import pytest
from django.conf import settings as site_settings

from transport import store
from transport.limits import RateKey
from transport.open_sockets import LEASE, OpenSockets, TooMany

ADA = RateKey("member", "1")
BO = RateKey("member", "2")
HERE = RateKey("address", "192.0.2.1")


@pytest.fixture(autouse=True)
async def few(settings):
    settings.SOCKETS_PER_MEMBER = 3
    settings.SOCKETS_PER_ADDRESS = 5
    yield
    await store.loop_store().client.aclose()


@pytest.fixture
async def process():
    return OpenSockets()


@pytest.fixture
async def another():
    return OpenSockets()


async def come(process, rate_key=ADA, times=1):
    for _ in range(times):
        await process.come(rate_key)


def die(process):
    """Its lease is renewed no more, and runs out."""
    if process.renewing is not None:
        process.renewing.cancel()
    store.client().delete(f"{site_settings.REDIS_PREFIX}:sockets-of:{process.process}")


async def test_the_newest_is_refused_over_all_processes(process, another):
    await come(process, times=2)
    await come(another)
    for each in (process, another):
        with pytest.raises(TooMany) as refused:
            await each.come(ADA)
    assert (refused.value.code, refused.value.bound) == ("too-many", 3)


async def test_processes_with_loops_of_their_own_count_together(process):
    def in_another_loop():
        async def elsewhere():
            await come(OpenSockets(), times=2)
            await store.loop_store().client.aclose()

        asyncio.run(elsewhere())

    await asyncio.to_thread(in_another_loop)
    await come(process)
    with pytest.raises(TooMany):
        await process.come(ADA)


async def test_what_is_closed_makes_room_in_every_process(process, another):
    await come(process, times=3)
    await process.go(ADA)
    await another.come(ADA)
    with pytest.raises(TooMany):
        await process.come(ADA)


async def test_many_that_are_closed_at_once_are_told_together(process, another, monkeypatch):
    await come(process, HERE, times=5)
    asked, ask = [], process.store.ask

    async def noting(question):
        asked.append(question)
        return await ask(question)

    monkeypatch.setattr(process.store, "ask", noting)
    await asyncio.gather(*(process.go(HERE) for _ in range(5)))
    assert len(asked) == 2, "the first by itself, and all that were closed meanwhile"
    await come(another, HERE, times=5)


async def test_who_is_refused_takes_no_room(process):
    await come(process, times=3)
    for _ in range(5):
        with pytest.raises(TooMany):
            await process.come(ADA)
    await process.go(ADA)
    await process.come(ADA)


async def test_members_and_addresses_are_counted_apart(process):
    await come(process, ADA, 3)
    await come(process, BO, 3)
    await come(process, HERE, 5)
    with pytest.raises(TooMany, match="Close some, or log in"):
        await process.come(HERE)


async def test_many_that_come_at_once_are_counted_one_by_one(process, another):
    coming = [each.come(HERE) for _ in range(10) for each in (process, another)]
    came = await asyncio.gather(*coming, return_exceptions=True)
    assert came.count(None) == 5


async def test_a_process_that_died_takes_its_sockets_with_it(process, another):
    await come(another, times=3)
    with pytest.raises(TooMany):
        await process.come(ADA)
    die(another)
    await come(process, times=3)


async def test_a_lease_runs_out_by_itself_when_nobody_renews_it(process):
    await come(process)
    lease = f"{site_settings.REDIS_PREFIX}:sockets-of:{process.process}"
    assert 0 < store.client().ttl(lease) <= LEASE


async def test_who_was_given_up_though_alive_counts_again(process, another):
    """A process that stood still for long, or a Redis that lost everything."""
    await come(another, times=3)
    die(another)
    await come(process)
    await another._renew_lease()
    await another._write(set(another.unwritten))
    with pytest.raises(TooMany):
        await process.come(ADA)


async def test_without_redis_a_process_counts_its_own_and_tells_them_later(
    process, another, monkeypatch
):
    async def away(_question):
        raise store.RedisUnavailable

    with monkeypatch.context() as patch:
        patch.setattr(process.store, "ask", away)
        await come(process, times=3)
        with pytest.raises(TooMany):
            await process.come(ADA)
        await come(process, BO)
        await process.go(BO)
    await process._renew_lease()
    await process._write(set(process.unwritten))
    assert process.unwritten == set()
    with pytest.raises(TooMany):
        await another.come(ADA)
    await come(another, BO, 3)


async def test_a_close_that_was_cut_short_is_told_later(process, another):
    await come(process, times=3)
    async with process.writing:
        going = asyncio.create_task(process.go(ADA))
        await asyncio.sleep(0)
        going.cancel()
    await asyncio.gather(going, return_exceptions=True)
    await process._write(set(process.unwritten))
    await another.come(ADA)


async def test_nothing_stays_behind_of_who_has_gone(process):
    await come(process, times=2)
    await process.go(ADA)
    await process.go(ADA)
    assert process.local == {}
    assert not list(store.client().scan_iter(f"{site_settings.REDIS_PREFIX}:sockets:*"))

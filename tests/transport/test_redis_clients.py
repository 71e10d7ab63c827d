"""Clients of Redis find the primary, also after another server has become it."""

import asyncio
import time
from collections.abc import Callable
from typing import Any

import pytest
import redis
from django.core.cache.backends.redis import RedisCache
from django.core.exceptions import ImproperlyConfigured
from redis import RedisError

from tests.servers.sentinels import until
from transport import sending, store
from transport.fanout import Fanout
from transport.redis_clients import CACHE_OPTIONS, broker, sentinels_of, thread_client
from transport.store import LoopStore, RedisUnavailable, loop_store

BROKEN = pytest.mark.parametrize("how", ["kill", "freeze"])


def test_the_address_of_sentinels_says_everything():
    named = sentinels_of(
        "redis+sentinel://ada:p%40ss@a:1,[::1]:2,c/the%20club/4?sentinel_password=s%26t"
    )
    assert named is not None
    assert named.hosts == (("a", 1), ("::1", 2), ("c", 26379))
    assert (named.primary, named.database) == ("the club", 4)
    assert named.login == {"username": "ada", "password": "p@ss"}
    assert named.own_login == {"password": "s&t"}


@pytest.mark.parametrize(
    "address", ["redis://:secret@host:6379/2", "rediss://host/0", "unix:///run/redis.sock?db=3"]
)
def test_the_address_of_a_server_names_no_sentinels(address):
    assert sentinels_of(address) is None


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("redis+sentinel://:secret@a,b", "the name of the primary"),
        ("redis+sentinel://:secret@a,b/club/x", "number of a database"),
        ("redis+sentinel://:secret@a,,b/club", "host is missing"),
        ("redis+sentinel://:secret@a:x,b/club", "port is no number"),
        ("redis+sentinel://:secret@a,b/club?quorum=2", "sentinel_password"),
        ("redis-sentinel://:secret@a,b/club", "redis://host:6379/0"),
        ("redis://:sec/ret@host:6379/0", "redis://host:6379/0"),
        ("localhost:6379", "redis://host:6379/0"),
    ],
)
def test_a_wrong_address_is_refused_with_a_reason_and_without_the_password(address, why):
    with pytest.raises(ImproperlyConfigured, match=why) as refusal:
        sentinels_of(address)
    assert "REDIS_URL" in str(refusal.value)
    assert "sec" not in str(refusal.value)


def test_celery_gets_the_address_in_its_own_words():
    url, options = broker("redis+sentinel://:p%40ss@a:1,[::1]:2/club/4?sentinel_password=s")
    assert url == "sentinel://:p%40ss@a:1/4;sentinel://:p%40ss@[::1]:2/4"
    assert options["master_name"] == "club"
    assert options["sentinel_kwargs"]["password"] == "s"
    assert broker("redis://host:6379/0")[0] == "redis://host:6379/0"
    assert broker("unix:///run/a.sock?db=3")[0] == "redis+socket:///run/a.sock?virtual_host=3"


@BROKEN
def test_threads_and_the_cache_find_the_next_primary(cluster, how):
    cache = RedisCache([cluster.url], {"OPTIONS": {**CACHE_OPTIONS, "socket_timeout": 0.5}})

    def counts() -> bool:
        try:
            return bool(store.ask(lambda: store.client().incr("counted")))
        except RedisUnavailable:
            return False

    def caches() -> bool:
        try:
            cache.set("cached", "it is")
            return cache.get("cached") == "it is"
        except RedisError:
            return False

    assert counts()
    assert caches()
    first = cluster.primary
    getattr(cluster, how)(first)
    until(lambda: cluster.primary != first, "there is another primary")
    until(counts, "it counts")
    until(caches, "it caches")


@BROKEN
async def test_event_loops_count_send_and_listen_at_the_next_primary(cluster, how):
    own, fanout, heard = LoopStore(), Fanout(), asyncio.Queue[str]()

    class Ear:
        async def write(self, frame: str) -> None:
            await heard.put(frame)

    async def goes_through(frame: str) -> bool:
        try:
            await own.ask(lambda: own.client.incr("counted"))
            await sending.send_frames([("game.x", frame)])
            while await asyncio.wait_for(heard.get(), 0.5) != frame:
                pass
        except (RedisUnavailable, RedisError, TimeoutError):
            return False
        return True

    await fanout.join("game.x", Ear())
    assert await goes_through("before")
    first = cluster.primary
    getattr(cluster, how)(first)
    ends = time.monotonic() + 300
    while not await goes_through(f"after {time.monotonic()}") or cluster.primary == first:
        assert time.monotonic() < ends
    fanout.listening.cancel()
    await asyncio.gather(fanout.listening, return_exceptions=True)
    await close(own.client, fanout.client, loop_store().client)


async def close(*clients: Any) -> None:
    for client in clients:
        await client.aclose()
        await client.connection_pool.sentinel_manager.aclose()


def test_one_refusal_to_write_and_the_sentinels_are_asked(cluster):
    """As by a primary that was demoted: its connections may live on."""
    client = thread_client(timeout=2)
    assert until_it_answers(client.ping)
    connection: Any = client.connection_pool.get_connection()
    replica = next(port for port in cluster.servers if port != cluster.primary)
    connection.disconnect()
    connection.connect_to(("127.0.0.1", replica))
    connection.send_command("SET", "key", 1)
    with pytest.raises(redis.ConnectionError):
        connection.read_response()
    until_it_answers(connection.connect)
    assert connection.port == cluster.primary
    client.connection_pool.release(connection)


def test_a_late_answer_is_not_taken_for_the_next_one(cluster):
    client = thread_client(timeout=0.2)
    assert until_it_answers(lambda: client.set("first", 1))
    assert until_it_answers(lambda: client.set("second", 2))
    primary = cluster.primary
    cluster.freeze(primary)
    with pytest.raises(RedisError):
        client.get("first")
    cluster.wake(primary)
    assert until_it_answers(lambda: client.get("second")) == b"2"


def test_sentinels_that_are_away_or_frozen_hold_up_nobody(cluster):
    """Two of three, the first in the address among them."""
    cluster.kill(cluster.sentinels[0])
    cluster.freeze(cluster.sentinels[1])
    assert until_it_answers(thread_client(timeout=2).ping)
    assert until_it_answers(lambda: asyncio.run(_ask_in_loop()))


def until_it_answers(ask: Callable[[], Any]) -> Any:
    """The answer. On a busy machine sentinels may take a living primary for dead for a moment."""
    found: list[Any] = []

    def answers() -> bool:
        try:
            found.append(ask())
        except (RedisError, RedisUnavailable):
            return False
        return True

    until(answers, "Redis answers")
    return found[0]


async def _ask_in_loop() -> int:
    """Counts as a page does, for which Redis has little time."""
    own = LoopStore()
    try:
        return int(await own.ask(lambda: own.client.incr("counted in a loop")))
    finally:
        await close(own.client)

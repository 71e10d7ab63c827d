"""A socket that stays quiet does not die, and one that lost the server is heard again."""

import asyncio
import itertools
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from channels_redis.pubsub import RedisPubSubChannelLayer
from django.conf import settings

from running import redis_server
from transport import fanout as fanouts
from transport import sending
from transport.fanout import Fanout
from transport.sending import channel_layer
from transport.threads import in_thread


class Ear:
    """A socket that keeps what is written to it."""

    def __init__(self) -> None:
        self.heard: asyncio.Queue[str] = asyncio.Queue()

    async def write(self, frame: str) -> None:
        await self.heard.put(frame)

    async def hears(self) -> str:
        return await asyncio.wait_for(self.heard.get(), 5)


@contextmanager
def server(folder: Path) -> Iterator[str]:
    """A Redis server of our own that may be stopped and started again."""
    path = redis_server.socket_path(folder)
    process = subprocess.Popen(redis_server.server_command(path), start_new_session=True)
    try:
        redis_server.wait_until_it_answers(path, process)
        yield f"unix://{path}"
    finally:
        process.terminate()
        process.wait()


def layer_at(address: str) -> RedisPubSubChannelLayer:
    """The channel layer as the settings have it, on another server."""
    configured: Any = settings.CHANNEL_LAYERS["default"]["CONFIG"]
    hosts = [{**configured["hosts"][0], "address": address}]
    return RedisPubSubChannelLayer(**{**configured, "hosts": hosts})


@pytest.fixture
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("redis")


async def send(layer: RedisPubSubChannelLayer, frame: str) -> None:
    await layer.group_send("game.x", {"type": "frames", "frames": [("game.x", frame)]})


def test_the_channel_layer_reads_without_a_time_out():
    host = settings.CHANNEL_LAYERS["default"]["CONFIG"]["hosts"][0]
    assert host["socket_timeout"] is None


async def test_the_connection_that_listens_has_no_time_out(db):
    """As the client has it in the end, whatever its own default is."""
    fanout = Fanout()
    await fanout.join("game.quiet", Ear())
    shard = channel_layer()._get_layer()._get_shard("any")
    assert shard._pubsub.connection.socket_timeout is None
    await fanout.leave("game.quiet", next(iter(fanout.sockets["game.quiet"])))
    fanout.relaying.cancel()


async def test_a_subscription_that_hears_nothing_for_long_hears_the_next_push(db, caplog):
    """It is read again and again, each time for a short while and in vain, and stays."""
    fanout, ear = Fanout(), Ear()
    await fanout.join("game.x", ear)
    subscription = channel_layer()._get_layer()._get_shard("any")._pubsub
    read, in_vain, quiet = subscription.get_message, itertools.count(1), asyncio.Event()

    async def read_and_count(**how: Any) -> Any:
        message = await read(**how)
        if message is None and next(in_vain) == 3:
            quiet.set()
        return message

    subscription.get_message = read_and_count
    await asyncio.wait_for(quiet.wait(), 5)
    await send(channel_layer(), "still here")
    assert await ear.hears() == "still here"
    assert not caplog.records
    fanout.relaying.cancel()


async def test_pushes_are_heard_again_after_the_redis_server_was_restarted(folder, monkeypatch):
    """The first one already goes through, though its connection had gone stale."""
    with server(folder) as address:
        layer = layer_at(address)
        monkeypatch.setattr(fanouts, "channel_layer", lambda: layer)
        monkeypatch.setattr(sending, "channel_layer", lambda: layer)
        fanout, ear = Fanout(), Ear()
        await fanout.join("game.x", ear)
        await in_thread(sending.send_now, [("game.x", "before")])
        assert await ear.hears() == "before"
    with server(folder):
        for attempt in range(100):
            await in_thread(sending.send_now, [("game.x", f"after {attempt}")])
            await asyncio.sleep(0.05)
            if not ear.heard.empty():
                break
        assert (await ear.hears()).startswith("after")
        fanout.relaying.cancel()
        await layer.flush()
        await asyncio.wrap_future(
            asyncio.run_coroutine_threadsafe(layer.flush(), sending._sending_loop.get())
        )


async def test_one_socket_that_cannot_be_written_to_does_not_silence_the_others(db):
    class Broken(Ear):
        async def write(self, frame: str) -> None:
            raise ConnectionError

    fanout, ear = Fanout(), Ear()
    for socket in (Broken(), ear, Broken()):
        await fanout.join("game.x", socket)
    await send(channel_layer(), "hello")
    assert await ear.hears() == "hello"
    fanout.relaying.cancel()


@pytest.mark.parametrize("strange", [{}, {"frames": None}, {"frames": [("game.x",)]}])
async def test_a_push_that_cannot_be_read_does_not_silence_the_next(db, strange):
    fanout, ear = Fanout(), Ear()
    await fanout.join("game.x", ear)
    await channel_layer().group_send("game.x", {"type": "frames", **strange})
    await send(channel_layer(), "hello")
    assert await ear.hears() == "hello"
    fanout.relaying.cancel()


async def test_frames_of_one_group_reach_no_socket_of_another(db):
    fanout, ear, other = Fanout(), Ear(), Ear()
    await fanout.join("game.x", ear)
    await fanout.join("game.x.seat.0", other)
    await send(channel_layer(), "for all")
    assert await ear.hears() == "for all"
    assert other.heard.empty()
    fanout.relaying.cancel()

"""A socket that stays quiet does not die, and one that lost the server is heard again."""

import asyncio
import subprocess
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import pytest
from redis.asyncio.client import PubSub

from running import redis_server
from transport import fanout as fanouts
from transport import sending
from transport.fanout import Fanout
from transport.sending import channel, send_frames
from transport.store import loop_store
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


@pytest.fixture
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("redis")


@pytest.fixture
async def listening(db) -> AsyncIterator[Fanout]:
    """The fan-out of a process, which stops listening at the end."""
    fanout = Fanout()
    yield fanout
    if fanout.listening is not None:
        fanout.listening.cancel()
    await fanout.client.aclose()


async def test_the_connection_that_listens_has_no_time_out(listening):
    """As the client has it in the end, whatever its own default is."""
    await listening.join("game.quiet", Ear())
    assert listening.subscription.connection.socket_timeout is None


async def test_pushes_are_heard_again_after_the_redis_server_was_restarted(
    folder, settings, monkeypatch
):
    """The first one already goes through, though its connection had gone stale."""
    monkeypatch.setattr(fanouts, "SUBSCRIBE_AGAIN", 0.05)
    with server(folder) as address:
        settings.REDIS_URL = address
        client = sending._client.make()
        monkeypatch.setattr(sending, "_client", lambda: client)
        fanout, ear = Fanout(), Ear()
        await fanout.join("game.x", ear)
        await fanout.join("game.y", ear)
        await in_thread(sending.send_now, [("game.x", "before")])
        assert await ear.hears() == "before"
    with server(folder):
        for attempt in range(200):
            await in_thread(sending.send_now, [("game.y", f"after {attempt}")])
            await asyncio.sleep(0.05)
            if not ear.heard.empty():
                break
        assert (await ear.hears()).startswith("after")
        fanout.listening.cancel()
        await fanout.client.aclose()


async def test_what_comes_while_a_push_is_sent_is_sent_together_and_in_order(listening):
    ear = Ear()
    await listening.join("game.x", ear)
    await listening.join("game.y", ear)
    await asyncio.gather(
        *(send_frames([("game.x", f"x{number}"), ("game.y", "y")]) for number in range(5))
    )
    heard = [await ear.hears() for _ in range(10)]
    assert [frame for frame in heard if frame != "y"] == [f"x{number}" for number in range(5)]


async def test_pushes_are_heard_again_after_a_fault_that_nobody_expected(listening, monkeypatch):
    class Broken:
        async def subscribe(self, channel: str) -> None:
            made.append(channel)

        async def get_message(self, **_waiting: float) -> None:
            raise ConnectionError

        async def aclose(self) -> None:
            raise ZeroDivisionError

    monkeypatch.setattr(fanouts, "SUBSCRIBE_AGAIN", 0.01)
    made: list[str] = []
    pubsub = listening.client.pubsub
    monkeypatch.setattr(
        listening.client, "pubsub", lambda **options: pubsub(**options) if made else Broken()
    )
    ear = Ear()
    await listening.join("game.x", ear)
    while not isinstance(listening.subscription, PubSub):
        assert not listening.listening.done()
        await asyncio.sleep(0.01)
    await send_frames([("game.x", "hello")])
    assert await ear.hears() == "hello"


async def test_the_next_socket_makes_a_process_listen_that_had_stopped(listening):
    ear = Ear()
    await listening.join("game.x", ear)
    listening.listening.cancel()
    await asyncio.wait([listening.listening])
    await listening.join("game.y", Ear())
    await send_frames([("game.x", "hello")])
    assert await ear.hears() == "hello"


async def test_one_socket_that_cannot_be_written_to_does_not_silence_the_others(listening):
    class Broken(Ear):
        async def write(self, frame: str) -> None:
            raise ConnectionError

    ear = Ear()
    for socket in (Broken(), ear, Broken()):
        await listening.join("game.x", socket)
    await send_frames([("game.x", "hello")])
    assert await ear.hears() == "hello"


@pytest.mark.parametrize("strange", [b"", b"{}", msgspec.msgpack.encode([("game.x",)])])
async def test_a_push_that_cannot_be_read_does_not_silence_the_next(listening, strange):
    ear = Ear()
    await listening.join("game.x", ear)
    await loop_store().client.publish(channel(), strange)
    await send_frames([("game.x", "hello")])
    assert await ear.hears() == "hello"


async def test_frames_of_one_group_reach_no_socket_of_another(listening):
    ear, other = Ear(), Ear()
    await listening.join("game.x", ear)
    await listening.join("game.x.seat.0", other)
    await send_frames([("game.x", "for all")])
    assert await ear.hears() == "for all"
    assert other.heard.empty()

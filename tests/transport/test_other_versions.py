"""Old and new processes understand each other's pushes, and silently lose none."""

import asyncio

import msgspec
import pytest

from tests.running import moving
from transport import fanout as fanouts
from transport.fanout import LEAVING, Fanout, Farewell
from transport.sending import Frames
from transport.sockets import MOVED

AS_IN_THE_LAST_RELEASE = b'\x92\x92\xa6game.x\xa7{"a":1}\x92\xa6game.y\xa0'
"""A push. Another format needs another channel, beside this one for a release."""


@pytest.fixture
async def fanout():
    made = Fanout()
    made.listening = asyncio.ensure_future(asyncio.sleep(0))  # it hears only what a test passes on
    yield made
    await made.client.aclose()


def test_pushes_have_the_form_that_the_last_release_reads():
    frames = [("game.x", '{"a":1}'), ("game.y", "")]
    assert msgspec.msgpack.encode(frames) == AS_IN_THE_LAST_RELEASE
    assert msgspec.msgpack.decode(AS_IN_THE_LAST_RELEASE, type=Frames) == frames


async def test_after_a_push_that_cannot_be_read_everybody_comes_again_once(fanout, monkeypatch):
    monkeypatch.setattr(fanouts, "COME_AGAIN_SECONDS", 0)
    left, all_left = [], asyncio.Event()

    def leave():
        left.append(None)
        if len(left) == 2:
            all_left.set()

    for _ in range(2):
        await fanout.join(LEAVING, Farewell(leave))
    await fanout._distribute(b"\x81of a later version")
    await asyncio.wait_for(all_left.wait(), 10)
    await fanout.join(LEAVING, Farewell(leave))  # somebody who has come back
    await fanout._distribute(b"\x81of a later version")
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert len(left) == 2, "not again within a minute"


def test_the_code_for_moved_pages_is_the_documented_one():
    assert MOVED == moving.MOVED

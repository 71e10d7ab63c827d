"""A state that is being read is not overtaken by the frames that are newer."""

from contextlib import suppress

from transport.fanout import fanout
from transport.sockets import GroupSocket


class Socket(GroupSocket):
    """Keeps what it is written."""

    def __init__(self):
        super().__init__()
        self.sent = []

    async def base_send(self, message):
        self.sent.append(message["text"])


async def test_frames_that_come_while_a_state_is_read_follow_it_in_their_order():
    socket = Socket()
    async with socket.holding():
        await socket.write("first event")
        await socket.write("second event")
        await socket.send_frame("the state")
    await socket.write("third event")
    assert socket.sent == ["the state", "first event", "second event", "third event"]


async def test_frames_are_not_lost_when_the_state_cannot_be_read():
    socket = Socket()
    try:
        async with socket.holding():
            await socket.write("an event")
            raise OSError
    except OSError:
        pass
    assert socket.sent == ["an event"]


async def test_what_comes_to_a_group_that_a_socket_might_join_follows_the_state_once():
    socket = Socket()
    async with socket.holding({"own", "not theirs"}):
        await fanout().write("own", "before it is known")
        await fanout().write("not theirs", "a secret")
        await socket.join_only({"own"})
        await fanout().write("own", "after it is known")
        await fanout().write("not theirs", "another secret")
        await socket.send_frame("the state")
    await fanout().write("own", "later")
    await fanout().write("not theirs", "a later secret")
    assert socket.sent == ["the state", "before it is known", "after it is known", "later"]
    assert "not theirs" not in fanout().sockets


async def test_a_socket_whose_state_cannot_be_read_joins_nothing():
    socket = Socket()
    with suppress(OSError):
        async with socket.holding({"a group"}):
            await fanout().write("a group", "a secret")
            raise OSError
    assert socket.sent == []
    assert "a group" not in fanout().sockets

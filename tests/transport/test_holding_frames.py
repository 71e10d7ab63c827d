"""A state that is being read is not overtaken by the frames that are newer."""

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

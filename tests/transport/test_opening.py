"""Sockets are opened a few at a time, and whoever has given up is left out."""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest

from transport import opening
from transport.opening import IN_VAIN, NEXT_TRY, Entrance, InTurn, Line


class Client:
    """One end of a socket; the application behind it opens when it is let."""

    def __init__(self):
        self.messages, self.heard = asyncio.Queue(), []
        self.messages.put_nowait({"type": "websocket.connect"})
        self.begun, self.may_open, self.opened = (asyncio.Event() for _ in range(3))
        self.received, self.texts, self.told = [], [], asyncio.Event()

    async def send(self, message):
        self.heard.append(message["type"])
        if "text" in message:
            self.texts.append(message["text"])
            if len(self.texts) == 2:
                self.told.set()

    async def application(self, scope, receive, send):
        """Opens, and stays until the client goes."""
        self.begun.set()
        self.received.append((await receive())["type"])
        await send({"type": "websocket.accept"})
        await self.may_open.wait()
        await send({"type": "websocket.send"})
        self.opened.set()
        while self.received[-1] != "websocket.disconnect":
            self.received.append((await receive())["type"])

    def go(self):
        self.messages.put_nowait({"type": "websocket.disconnect"})


class Clock:
    """A clock that stands still until it is moved."""

    def __init__(self):
        self.time = datetime(2026, 11, 28, tzinfo=UTC)

    def now(self):
        return self.time

    def go(self, seconds):
        self.time += timedelta(seconds=seconds)


@pytest.fixture
def clock(monkeypatch):
    made = Clock()
    monkeypatch.setattr(opening, "timezone", made)
    return made


@pytest.fixture
def entrance(monkeypatch, clock):
    made = Entrance()
    monkeypatch.setattr(opening, "entrance", made)
    return made


@pytest.fixture
def in_turn(monkeypatch, entrance):
    monkeypatch.setattr(opening, "AT_A_TIME", 2)
    return InTurn(
        lambda scope, receive, send: scope["client"].application(scope, receive, send),
        with_state=("/ws/games/",),
    )


async def come(in_turn, *clients, path="/ws/lobby/", headers=()):
    tasks = []
    for client in clients:
        scope = {"client": client, "path": path, "headers": headers}
        tasks.append(asyncio.ensure_future(in_turn(scope, client.messages.get, client.send)))
    for _ in range(20):
        await asyncio.sleep(0)
    return tasks


async def test_a_socket_waits_until_another_one_has_opened(in_turn):
    clients = [Client() for _ in range(3)]
    tasks = await come(in_turn, *clients)
    assert [client.begun.is_set() for client in clients] == [True, True, False]
    clients[1].may_open.set()  # it stays open, but its turn is over
    await asyncio.wait_for(clients[2].begun.wait(), 60)
    clients[0].may_open.set()
    clients[2].may_open.set()
    for client in clients:
        client.messages.put_nowait({"type": "websocket.receive"})
        client.go()
    await asyncio.wait_for(asyncio.gather(*tasks), 60)
    for client in clients:
        assert client.heard == ["websocket.accept", "websocket.send"]
        assert client.received == [
            "websocket.connect",
            "websocket.receive",
            "websocket.disconnect",
        ]


async def test_a_client_that_has_gone_meanwhile_costs_nothing(in_turn):
    first, _second, gone, last = clients = [Client() for _ in range(4)]
    tasks = await come(in_turn, *clients)
    gone.go()
    first.may_open.set()
    await asyncio.wait_for(last.begun.wait(), 60)
    assert not gone.begun.is_set()
    for client in clients:
        client.may_open.set()
        client.go()
    await asyncio.wait_for(asyncio.gather(*tasks), 60)


async def test_a_socket_that_fails_lets_the_next_one_begin(in_turn):
    async def fails(*_):
        raise ValueError

    clients = [Client() for _ in range(3)]
    clients[0].application = fails
    tasks = await come(in_turn, *clients)
    assert clients[2].begun.is_set()
    for client in clients:
        client.may_open.set()
        client.go()
    found = await asyncio.wait_for(asyncio.gather(*tasks, return_exceptions=True), 60)
    assert isinstance(found[0], ValueError)


async def test_a_socket_that_hangs_does_not_keep_the_next_one_waiting_for_ever(
    in_turn, monkeypatch
):
    monkeypatch.setattr(opening, "LONGEST_OPENING", 0.01)
    clients = [Client() for _ in range(3)]
    tasks = await come(in_turn, *clients)
    await asyncio.wait_for(clients[2].begun.wait(), 60)
    for client in clients:
        client.may_open.set()
        client.go()
    await asyncio.wait_for(asyncio.gather(*tasks), 60)


async def test_the_handshake_of_a_page_is_answered_at_once_and_a_programs_in_its_turn(in_turn):
    first, second, page, program = clients = [Client() for _ in range(4)]
    tasks = await come(in_turn, first, second, page)
    tasks += await come(in_turn, program, headers=[(b"authorization", b"Bearer miai_")])
    assert not page.begun.is_set()
    assert (page.heard, program.heard) == (["websocket.accept"], [])
    for client in clients:
        client.may_open.set()
    await asyncio.wait_for(asyncio.gather(page.opened.wait(), program.opened.wait()), 60)
    for client in clients:
        client.go()
    await asyncio.wait_for(asyncio.gather(*tasks), 60)
    assert page.heard == program.heard == ["websocket.accept", "websocket.send"]


@pytest.mark.parametrize("headers", [[], [(b"authorization", b"Bearer miai_")]])
async def test_a_socket_whose_turn_does_not_come_in_time_is_to_be_tried_again(
    in_turn, entrance, monkeypatch, headers
):
    monkeypatch.setattr(opening, "LONGEST_UNANSWERED" if headers else "LONGEST_WAIT", 0.01)
    monkeypatch.setattr(opening, "IN_VAIN", timedelta(-1))
    clients = [Client() for _ in range(3)]
    first, second, late = await come(in_turn, *clients, headers=headers)
    await asyncio.wait_for(late, 60)
    assert clients[2].heard == ["websocket.accept", "websocket.close"]
    assert not clients[2].begun.is_set()
    assert entrance.waits_since() is not None, "its page will come back"
    for client in clients[:2]:
        client.may_open.set()
        client.go()
    await asyncio.wait_for(asyncio.gather(first, second), 60)


async def test_a_page_in_the_line_is_told_that_it_waits_until_its_turn_comes(in_turn, monkeypatch):
    monkeypatch.setattr(opening, "TELL_EVERY", 0.001)
    first, second, late = clients = [Client() for _ in range(3)]
    tasks = await come(in_turn, *clients)
    await asyncio.wait_for(late.told.wait(), 60)
    assert late.heard[:3] == ["websocket.accept", *["websocket.send"] * 2]
    assert '"type":"connection.waits"' in late.texts[0]
    assert not late.begun.is_set(), "that it waits is not its first frame"
    assert first.texts == second.texts == []
    first.may_open.set()
    await asyncio.wait_for(late.begun.wait(), 60)
    told = len(late.heard)
    await asyncio.sleep(0.01)
    assert len(late.heard) == told
    for client in clients:
        client.may_open.set()
        client.go()
    await asyncio.wait_for(asyncio.gather(*tasks), 60)


async def test_a_program_in_the_line_is_told_nothing_before_its_handshake(in_turn, monkeypatch):
    monkeypatch.setattr(opening, "TELL_EVERY", 0.001)
    clients = [Client() for _ in range(3)]
    tasks = await come(in_turn, *clients, headers=[(b"authorization", b"Bearer miai_")])
    await asyncio.sleep(0.01)
    assert clients[2].heard == []
    for client in clients:
        client.may_open.set()
        client.go()
    await asyncio.wait_for(asyncio.gather(*tasks), 60)


@pytest.mark.parametrize(("path", "needs_state"), [("/ws/lobby/", False), ("/ws/games/a/", True)])
async def test_whoever_wants_to_come_in_waits_until_the_socket_opens(
    in_turn, entrance, clock, path, needs_state
):
    first, second, third = clients = [Client() for _ in range(3)]
    began = clock.now()
    tasks = await come(in_turn, first, second, path=path)
    assert entrance.waits_since() == (began if needs_state else None)
    clock.go(1)
    came = clock.now()
    tasks += await come(in_turn, third, path=path)
    assert entrance.waits_since() == (began if needs_state else came), "two have their turns"
    for client in clients:
        client.may_open.set()
        client.messages.put_nowait({"type": "websocket.receive"})
    await asyncio.wait_for(third.begun.wait(), 60)
    await asyncio.wait_for(third.opened.wait(), 60)
    assert entrance.waits_since() is None
    for client in clients:
        client.go()
    await asyncio.wait_for(asyncio.gather(*tasks), 60)


async def test_a_client_that_has_gone_before_its_socket_opened_has_waited_in_vain(
    in_turn, entrance, clock
):
    may_accept = asyncio.Event()

    async def accepts_late(_scope, receive, send):
        await receive()
        reading = asyncio.ensure_future(receive())  # as consumers do
        await may_accept.wait()
        await send({"type": "websocket.accept"})
        await reading

    client, came = Client(), clock.now()
    client.application = accepts_late
    tasks = await come(in_turn, client)
    clock.go(IN_VAIN.total_seconds() + 1)
    client.go()
    may_accept.set()
    await asyncio.wait_for(asyncio.gather(*tasks), 60)
    assert entrance.waits_since() == came


def test_those_who_gave_up_wait_until_they_are_back_or_stay_away(entrance, clock):
    came = []
    for page in ("one", "other"):
        came.append(clock.now())
        entrance.come(page)
        clock.go(4)
        entrance.leave(page)
    assert entrance.waits_since() == came[0]
    entrance.come("one, again")
    entrance.let_in("one, again")
    assert entrance.waits_since() == came[1], "the other one has not come in"
    clock.go(NEXT_TRY.total_seconds() - 1)
    assert entrance.waits_since() == came[1]
    clock.go(2)
    assert entrance.waits_since() is None


def test_who_soon_leaves_has_not_waited(entrance, clock):
    entrance.come("a page")
    clock.go(1)
    entrance.leave("a page")
    assert entrance.waits_since() is None


async def test_pages_that_only_watch_come_after_all_others(in_turn, entrance):
    in_turn.only_watches = lambda scope: scope["path"] == "/ws/watched/"
    first, second, watcher, player = clients = [Client() for _ in range(4)]
    tasks = await come(in_turn, first, second)
    tasks += await come(in_turn, watcher, path="/ws/watched/")
    tasks += await come(in_turn, player)
    assert entrance.crowd == 2
    first.may_open.set()
    await asyncio.wait_for(player.begun.wait(), 60)
    assert not watcher.begun.is_set()
    for client in clients:
        client.may_open.set()
    await asyncio.wait_for(watcher.opened.wait(), 60)
    assert entrance.crowd == 0
    for client in clients:
        client.go()
    await asyncio.wait_for(asyncio.gather(*tasks), 60)


async def test_no_clock_waits_for_pages_that_only_watch(in_turn, entrance):
    in_turn.only_watches = lambda _scope: True
    watcher = Client()
    tasks = await come(in_turn, watcher)
    assert entrance.waits_since() is None
    watcher.may_open.set()
    watcher.go()
    await asyncio.wait_for(asyncio.gather(*tasks), 60)


async def test_a_place_that_is_given_to_somebody_who_is_just_leaving_goes_to_the_next(entrance):
    line = Line(places=1)
    await line.enter(watches=False)
    leaving, following = (asyncio.ensure_future(line.enter(watches=False)) for _ in range(2))
    await asyncio.sleep(0)
    line.leave()
    leaving.cancel()
    await asyncio.wait_for(following, 60)
    assert leaving.cancelled()
    line.leave()
    assert line.free == 1


async def test_a_socket_that_is_ready_ends_its_turn_and_misses_nothing(in_turn):
    ready, _other, next_one = clients = [Client() for _ in range(3)]

    async def application(scope, receive, send):
        ready.received.append((await receive())["type"])
        await send({"type": "websocket.accept"})
        receive, send = scope["turn"].hand_over()
        while ready.received[-1] != "websocket.disconnect":
            ready.received.append((await receive())["type"])
            await send({"type": "websocket.send"})

    ready.application = application
    tasks = await come(in_turn, *clients)
    assert next_one.begun.is_set()
    for client in clients:
        client.may_open.set()
        client.messages.put_nowait({"type": "websocket.receive"})
        client.go()
    await asyncio.wait_for(asyncio.gather(*tasks), 60)
    assert ready.received == ["websocket.connect", "websocket.receive", "websocket.disconnect"]
    assert ready.heard == ["websocket.accept", "websocket.send", "websocket.send"]

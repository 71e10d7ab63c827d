"""Sockets of a game's page in tests, through the whole ASGI application."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from typing import Any

from channels.testing import WebsocketCommunicator
from django.test import Client

from accounts.models import User
from config.asgi import application
from games.live.watching import watching
from games.models import Game
from games.store import aio
from transport.fanout import fanout
from transport.sending import send_frames
from transport.sockets import TRY_AGAIN
from transport.store import loop_store
from transport.threads import in_thread

WAIT = 60.0
"""How many seconds to wait for a message. Only a failing test waits this long."""


open_in: Counter[asyncio.AbstractEventLoop] = Counter()
"""The number of open sockets in each test's loop."""


class SocketClosed(Exception):
    """The server closed the socket with this code."""

    def __init__(self, code: int) -> None:
        super().__init__(f"closed with {code}")
        self.code = code


class Page:
    """An open page: what it sends, and every frame it received."""

    first: Any = None
    """The snapshot at its start."""

    def __init__(self, communicator: WebsocketCommunicator) -> None:
        self.communicator = communicator
        self.frames: list[str] = []
        self.gone: SocketClosed | None = None
        self.unread: list[Any] = []

    async def send(self, **command: Any) -> None:
        """Sends a command."""
        await self.send_text(json.dumps(command))

    async def send_text(self, text: str) -> None:
        """Sends any text."""
        await self.communicator.send_input({"type": "websocket.receive", "text": text})

    async def hear(self, *kinds: str) -> Any:
        """The first message of one of these kinds that has not been returned yet.

        Pushes and answers travel separately and may come in any order.
        """
        while True:
            for message in self.unread:
                if message["type"] in kinds:
                    self.unread.remove(message)
                    return message
            await self.read()

    async def read(self) -> None:
        """Waits for the next frame."""
        if self.gone is not None:
            raise self.gone
        output = await self.communicator.receive_output(WAIT)
        if output["type"] == "websocket.close":
            self.gone = SocketClosed(output["code"])
            raise self.gone
        assert output["type"] == "websocket.send", output
        self.frames.append(output["text"])
        self.unread.append(json.loads(output["text"]))

    async def sees_spectators(self, number: int) -> None:
        """Waits until the page of a game shows this number of spectators, which the snapshot may
        have told it already."""
        while self.first["watching"] != number:
            self.first["watching"] = (await self.hear("watching.changed"))["watching"]

    async def ask(self, **command: Any) -> Any:
        """Sends a command and returns its answer: ``command.done`` or ``error``."""
        await self.send(**command)
        return await self.answer()

    async def refused(self, command: Any) -> bool:
        """Whether the socket's login has ended: the command is refused, or the socket was closed
        first."""
        await self.send(**command)
        try:
            return bool((await self.answer())["code"] == "login-needed")
        except SocketClosed as closed:
            return closed.code == TRY_AGAIN

    async def answer(self) -> Any:
        """The next ``command.done`` or ``error``."""
        return await self.hear("command.done", "error")

    async def seal(self, step: int, action: Any) -> Any:
        """Seals an action and returns the answer."""
        return await self.ask(type="action.seal", step=step, action=action)

    async def snapshot(self) -> Any:
        """Asks for the current state."""
        await self.send(type="snapshot.ask")
        found = await self.hear("game.snapshot")
        await self.hear("command.done")
        return found

    async def closed(self) -> int:
        """The code with which the server closes the socket, after its remaining messages."""
        while (output := await self.communicator.receive_output(WAIT))["type"] == "websocket.send":
            self.frames.append(output["text"])
        return int(output["code"])


def cookie_of(user: User) -> bytes:
    """The session cookie of a logged-in user."""
    client = Client()
    client.force_login(user)
    return f"sessionid={client.cookies['sessionid'].value}".encode()


@asynccontextmanager
async def closing_connections() -> AsyncIterator[None]:
    """Closes the connections of the test's event loop at the end of the block, or of the last such
    block if they are nested. The loop ends with the test, unlike a process's loop, and the tasks of
    a pool that is still open do not always end when they are cancelled."""
    loop = asyncio.get_running_loop()
    open_in[loop] += 1
    try:
        yield
    finally:
        open_in[loop] -= 1
        if not open_in[loop]:
            await watching().client.aclose()
            await aio.close()
            await loop_store().client.aclose()


@asynccontextmanager
async def opened(
    path: str,
    user: User | None = None,
    cookie: bytes = b"",
    client: str = "127.0.0.1",
    headers: Iterable[tuple[bytes, bytes]] = (),
) -> AsyncIterator[Page]:
    """Opens a socket to any path from an address, before the first message is read."""
    if user is not None:
        cookie = await in_thread(cookie_of, user)
    ours = [(b"origin", b"http://testserver"), (b"host", b"testserver"), (b"cookie", cookie)]
    communicator = WebsocketCommunicator(application, path, headers=[*ours, *headers])
    communicator.scope["client"] = [client, 50_000]
    async with closing_connections():
        try:
            connected, _ = await communicator.connect(WAIT)
            assert connected
            yield Page(communicator)
        finally:
            await communicator.disconnect(timeout=WAIT)


@asynccontextmanager
async def page(
    game: Game, user: User | None = None, client: str = "127.0.0.1"
) -> AsyncIterator[Page]:
    """Opens a game's page with its socket; ``first`` is the snapshot at its start."""
    async with opened(f"/ws/games/{game.public_id}/", user, client=client) as open_page:
        open_page.first = await open_page.hear("game.snapshot")
        yield open_page


class Marker:
    """Joins a group in place of a socket, and notes that something came to it."""

    def __init__(self) -> None:
        self.came = asyncio.Event()

    async def write(self, _frame: str) -> None:
        """Notes it."""
        self.came.set()


async def all_pushes_have_arrived() -> None:
    """Waits until every push sent before the call has reached the sockets of this process. Pushes
    arrive in the order in which they are sent."""
    marker = Marker()
    await fanout().join("marker", marker)
    await send_frames([("marker", "")])
    await asyncio.wait_for(marker.came.wait(), WAIT)
    fanout().leave("marker", marker)


async def settle() -> None:
    """Lets pending messages arrive."""
    for _ in range(20):
        await asyncio.sleep(0)

"""Sockets of a process are opened a few at a time.

When thousands come back at the same moment, all of them together would take longer than any page
waits: each would be given up just before it was ready, and tried again, for ever. In turn, those
that have begun are soon done, and whoever has given up meanwhile costs nothing any more.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import Any
from weakref import WeakKeyDictionary

from django.utils import timezone

from transport.messages import ConnectionWaits, encode
from transport.sockets import TRY_AGAIN

AT_A_TIME = 6
"""How many sockets of one process may be between handshake and first message. Each takes a thread
and a connection to the database. With more they would only wait for one another, and choices for
all of them."""

LONGEST_OPENING = 2.0
"""Seconds after which the next one begins anyway."""

LONGEST_WAIT = 60.0
"""Seconds after which a socket whose turn has not come is closed, to be tried again."""

TELL_EVERY = 8.0
"""Seconds after which a page is told that it still has its place in the line. It would give the
socket up after fifteen seconds without a message, and begin again at the end of the line."""

LONGEST_UNANSWERED = 12.0
"""Seconds after which a socket is closed whose turn has not come and whose handshake has not been
answered. Its program cannot be told that it has to wait, and would give up soon afterwards."""

IN_VAIN = timedelta(seconds=2)
"""Whoever leaves after waiting for longer than this has given up."""

NEXT_TRY = timedelta(seconds=15)
"""A page that has given up tries again within this time."""

MOST_KNOWN = 1000
"""How many clients that have given up are remembered at most."""

AUTHORIZATION, ACCEPT = b"authorization", "websocket.accept"

Application = Callable[[Any, Any, Any], Awaitable[None]]


class Entrance:
    """The sockets of this process that wait to be opened. Belongs to the event loop."""

    def __init__(self) -> None:
        self.came: dict[object, datetime] = {}
        self.crowd = 0
        """How many sockets wait for their turn, those of pages that only watch included."""
        self.gave_up: deque[tuple[datetime, datetime]] = deque(maxlen=MOST_KNOWN)
        """When clients that have given up began to wait, and when they left."""

    def come(self, socket: object) -> None:
        """Notes that a client waits for this socket."""
        self.came[socket] = timezone.now()

    def let_in(self, socket: object) -> None:
        """Notes that the socket is open. Its client may be one of those who had given up and tried
        again, so one of these is forgotten."""
        if self.came.pop(socket, None) is not None and self.gave_up:
            self.gave_up.popleft()

    def leave(self, socket: object) -> None:
        """Notes that nobody waits for this socket any more: it is closed."""
        came, now = self.came.pop(socket, None), timezone.now()
        if came is not None and now - came > IN_VAIN:
            self.gave_up.append((came, now))

    def waits_since(self) -> datetime | None:
        """Returns since when somebody has been waiting; None if nobody is. Those who have given up
        count as waiting until they are back, or have had time to try again."""
        while self.gave_up and timezone.now() - self.gave_up[0][1] > NEXT_TRY:
            self.gave_up.popleft()
        return min([*self.came.values(), *(came for came, _ in self.gave_up)], default=None)


entrance = Entrance()


class Line:
    """Those who wait for one of a few places, in the order in which they came, but those who only
    watch after all others. Belongs to the event loop."""

    def __init__(self, places: int) -> None:
        self.free = places
        self.players: deque[asyncio.Future[None]] = deque()
        self.watchers: deque[asyncio.Future[None]] = deque()

    @property
    def is_full(self) -> bool:
        """Whether whoever comes now has to wait."""
        return not self.free

    async def enter(self, *, watches: bool) -> None:
        """Waits for a place. Whoever has got one gives it back with :meth:`leave`."""
        if self.free:
            self.free -= 1
            return
        place = asyncio.get_running_loop().create_future()
        (self.watchers if watches else self.players).append(place)
        entrance.crowd += 1
        try:
            await place
        except asyncio.CancelledError:
            if not place.cancelled():  # it was given the place at this very moment
                self.leave()
            raise
        finally:
            entrance.crowd -= 1

    def leave(self) -> None:
        """Gives the place to the next."""
        while waiting := self.players or self.watchers:
            place = waiting.popleft()
            if not place.done():  # else it has given up
                place.set_result(None)
                return
        self.free += 1


class InTurn:
    """ASGI middleware: a socket waits for its turn before its session is read. Its turn is over
    with the first frame to the client, or when it closes.

    The handshake of a page is answered at once. Then the page knows that this process is alive, and
    waits for longer; now and then it is told that it has not been forgotten. A proxy waits as well,
    which would take a process for dead that leaves handshakes unanswered. The handshake of a
    program is answered when its token has been checked.

    The turn is in ``scope["turn"]``, so that a socket that is ready can end it
    (:meth:`Turn.hand_over`).

    ``with_state``: the beginnings of the addresses whose pages need that first frame. Any other
    socket counts as open once its handshake is answered. ``only_watches``: tells of a handshake
    whether nobody can miss a choice while it waits.
    """

    def __init__(
        self,
        application: Application,
        with_state: tuple[str, ...] = (),
        only_watches: Callable[[Any], bool] = lambda _scope: False,
    ) -> None:
        self.application = application
        self.with_state = with_state
        self.only_watches = only_watches
        self.lines: WeakKeyDictionary[asyncio.AbstractEventLoop, Line] = WeakKeyDictionary()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Passes the socket on, unless its client is gone by then."""
        loop = asyncio.get_running_loop()
        turn = Turn(self.lines.setdefault(loop, Line(AT_A_TIME)), receive, send)
        turn.needs_frame = scope["path"].startswith(self.with_state)
        turn.watches = self.only_watches(scope)
        if not turn.watches:
            entrance.come(turn)
        try:
            if AUTHORIZATION not in dict(scope["headers"]):
                await turn.answer()
            if not await turn.comes():
                return
            longest = loop.call_later(LONGEST_OPENING, turn.end)
            try:
                if not await turn.has_gone():
                    await self.application({**scope, "turn": turn}, turn.receive, turn.send)
            finally:
                longest.cancel()
                turn.end()
                for asked in turn.early:
                    asked.cancel()
        finally:
            entrance.leave(turn)


class Turn:
    """The turn of one socket, with what its client has sent already."""

    needs_frame = False
    """Whether the socket counts as open only with its first frame, not with its handshake."""
    watches = False
    """Whether its page only watches."""

    def __init__(self, line: Line, receive: Any, send: Any) -> None:
        self.line, self.is_over = line, False
        self.is_answered = self.has_frame = False
        self.next_message, self.pass_on = receive, send
        self.early: list[asyncio.Future[Any]] = []

    async def answer(self) -> None:
        """Answers the handshake."""
        if self.is_answered:
            return
        if not self.early:
            self.early.append(asyncio.ensure_future(self._next()))
        await self.early[0]  # that it connects
        self.is_answered = True
        await self.pass_on({"type": ACCEPT})

    async def has_gone(self) -> bool:
        """Whether the client has closed the connection while it waited."""
        while len(self.early) < 2:  # that it connects, and perhaps that it has gone
            self.early.append(asyncio.ensure_future(self._next()))
            await asyncio.sleep(0)
            if not self.early[-1].done():
                return False
        return bool(self.early[-1].result()["type"] == "websocket.disconnect")

    async def comes(self) -> bool:
        """Waits for the turn. If it takes too long, closes the socket and returns False."""
        telling = None
        if self.is_answered and self.line.is_full:
            telling = asyncio.ensure_future(self._tell_that_it_waits())
        try:
            async with asyncio.timeout(LONGEST_WAIT if self.is_answered else LONGEST_UNANSWERED):
                await self.line.enter(watches=self.watches)
        except TimeoutError:
            await self.answer()
            await self.pass_on({"type": "websocket.close", "code": TRY_AGAIN})
            return False
        finally:
            if telling is not None:
                telling.cancel()
        return True

    async def _tell_that_it_waits(self) -> None:
        while True:
            await asyncio.sleep(TELL_EVERY)
            waits = encode(ConnectionWaits(now=timezone.now()))
            await self.pass_on({"type": "websocket.send", "text": waits, "bytes": None})

    async def _next(self) -> Any:
        message = await self.next_message()
        if message["type"] == "websocket.disconnect":
            entrance.leave(self)
        return message

    async def receive(self) -> Any:
        """The next message of the client."""
        return await (self.early.pop(0) if self.early else self._next())

    async def send(self, message: Any) -> None:
        """Passes a message on; the first frame ends the turn."""
        if not (self.is_answered and message["type"] == ACCEPT):
            await self.pass_on(message)
        if self.has_frame:
            return
        self.has_frame = message["type"] != ACCEPT
        if self.has_frame or not self.needs_frame:
            entrance.let_in(self)
        if self.has_frame:
            self.end()

    def hand_over(self) -> tuple[Any, Any]:
        """Ends the turn of a socket that is ready. Returns what it receives from and sends to from
        now on: its client itself, if it has taken what came meanwhile."""
        entrance.let_in(self)
        self.end()
        return (self.receive if self.early else self.next_message), self.pass_on

    def end(self) -> None:
        """Lets the next socket begin."""
        if not self.is_over:
            self.is_over = True
            self.line.leave()

"""The base class of the site's sockets, and the sockets that only refuse."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Any

from channels.consumer import get_handler_name
from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer
from django.utils import timezone
from django.utils.translation import gettext
from msgspec import UNSET

from transport.addresses import address_of_scope
from transport.fanout import LEAVING, Farewell, fanout
from transport.limits import (
    HANDSHAKES,
    Limit,
    RateKey,
    acount,
    address_rate_key,
)
from transport.messages import CommandId, Error, Event, encode
from transport.open_sockets import TooMany, open_sockets
from transport.refusals import RateLimited, Refused, failed, log_fault

NOT_FOUND = 4404
"""Close code: there is nothing at this address for this user."""
TRY_AGAIN = 4503
"""Close code: a fault, try again later. 1013 means the same, but Daphne may not send it."""
TOO_MANY = 4429
"""Close code: too many sockets or messages of a member or an address; try again in a minute."""
MOVED = 4012
"""Close code: this web process is about to end, another one takes the page at once. 1012 means the
same, but Daphne may not send it."""

GONE = 1006
"""Close code: the connection broke before the client sent a close code of its own."""

MOST_REFUSED = 100
"""How many messages in a row may be refused as too fast before the socket is closed."""

MOST_WAITING = 200
"""How many messages of one socket may wait to be handled; pages have one or two under way."""

logger = logging.getLogger(__name__)


class Arrivals:
    """Reads a client's messages and notes when each arrived.

    A consumer handles one message at a time while others wait: a choice that arrived in time must
    not be late because of earlier messages. At most :data:`MOST_WAITING` wait; if a client sends
    more, they are dropped and ``flooded`` is set.
    """

    flooded = False

    def __init__(self, receive: Callable[[], Awaitable[dict[str, Any]]]) -> None:
        self.receive = receive
        self.waiting: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        """The messages that are not handled yet, each with ``arrived``."""
        self.reading = asyncio.create_task(self._read())
        self.reading.add_done_callback(self._end)

    def _end(self, _reading: asyncio.Task[None]) -> None:
        """Tells the consumer that its client is gone, as it would wait for ever for a message."""
        self.waiting.put_nowait(
            {"type": "websocket.disconnect", "code": GONE, "arrived": timezone.now()}
        )

    async def _read(self) -> None:
        while True:
            message = await self.receive()
            if self.waiting.qsize() < MOST_WAITING or message["type"] != "websocket.receive":
                self.waiting.put_nowait({**message, "arrived": timezone.now()})
            else:
                self.flooded = True


@dataclass(eq=False, slots=True)
class Candidate:
    """Joins a group in place of a socket of which it is not known yet whether it may."""

    group: str
    held: list[tuple[str, str]]

    async def write(self, frame: str) -> None:
        """Holds the frame back."""
        self.held.append((self.group, frame))


class GroupSocket(AsyncWebsocketConsumer):
    """A socket that gets its frames from the process's fan-out.

    It has no channel of its own, which would cost a subscription each.
    """

    channel_layer_alias = "none: frames come from the fan-out"

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.joined: set[str] = set()
        self.held: list[tuple[str, str]] | None = None
        """Frames that are held back. Each comes with its group if the socket had not joined that
        group, else with an empty string."""
        self.candidates: dict[str, Candidate] = {}
        self.counted: RateKey | None = None
        self.refused_in_a_row = 0
        self.sent_away = False
        self.farewell = Farewell(self.leave_in_turn)

    def rate_key(self) -> RateKey:
        """Whose messages this socket's count as."""
        return address_rate_key(address_of_scope(self.scope))

    async def count(self, limit: Limit) -> None:
        """Counts a message. Raises RateLimited over the limit."""
        try:
            await acount(limit, self.counted or self.rate_key())
        except RateLimited:
            self.refused_in_a_row += 1
            raise
        self.refused_in_a_row = 0

    async def join_only(self, wanted: set[str]) -> None:
        """Joins these groups and leaves all others."""
        for group in wanted - self.joined:
            self.joined.add(group)
            self._forget_candidate(group)
            await fanout().join(group, self)
        for group in self.joined - wanted:
            fanout().leave(group, self)
            self.joined.discard(group)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Calls the method named after each message's type until the connection ends; then leaves
        all groups, however it ended.

        Replaces Channels' own loop, which starts a task for each message and closes old database
        connections in a thread before it; :func:`~transport.threads.in_thread` does the latter
        where the database is used.
        """
        self.scope, self.base_send = scope, send
        self.arrivals = Arrivals(receive)
        try:
            with suppress(StopConsumer):
                while True:
                    message = await self.arrivals.waiting.get()
                    await getattr(self, get_handler_name(message))(message)
        finally:
            self.arrivals.reading.cancel()
            await self.leave_all()

    async def websocket_receive(self, message: dict[str, Any]) -> None:
        """Notes when the message arrived. Ignores messages after the close; closes the socket of a
        client that keeps sending too fast."""
        if self.sent_away:
            return
        self.arrived = message["arrived"]
        await super().websocket_receive(message)
        if self.refused_in_a_row >= MOST_REFUSED or self.arrivals.flooded:
            await self.send_away(TOO_MANY)

    async def websocket_disconnect(self, message: dict[str, Any]) -> None:
        """Ends the loop. Channels' own also closes old database connections, in one thread for the
        whole process; sockets have none there."""
        await self.disconnect(message["code"])
        raise StopConsumer

    async def send_away(self, code: int) -> None:
        """Leaves all groups and closes."""
        self.sent_away = True
        await self.leave_all()
        await self.close(code)

    def leave_in_turn(self) -> None:
        """Closes the socket when the commands that have arrived are answered, as this process is
        about to end."""
        self.arrivals.waiting.put_nowait({"type": "process.ends"})

    async def process_ends(self, _message: dict[str, Any]) -> None:
        """Closes the socket. Commands that the page sent before it knew are still carried out."""
        if not self.sent_away:
            await self.close(MOVED)

    async def leave_all(self) -> None:
        """Leaves all groups; the socket no longer counts as open."""
        fanout().leave(LEAVING, self.farewell)
        counted, self.counted = self.counted, None
        if counted is not None:
            await open_sockets().go(counted)
        await self.join_only(set())

    async def prepare(self) -> None:
        """Hook: runs before the socket looks up its user."""

    async def begin(self, follow: Callable[[], Awaitable[None]], *, counted_as: Limit) -> None:
        """Counts a new socket and calls ``follow``; on failure tells the client why and closes."""
        try:
            rate_key = self.rate_key()
            await open_sockets().come(rate_key)
            self.counted = rate_key
            await fanout().join(LEAVING, self.farewell)
            await acount(counted_as, rate_key)
            await self.prepare()
            await follow()
        except (TooMany, RateLimited) as refused:
            await self.refuse(refused)
            await self.send_away(TOO_MANY)
        except Refused as refused:
            await self.refuse(refused)
            await self.send_away(NOT_FOUND)
        except Exception as error:  # noqa: BLE001 the page says so and tries again
            await self.fail(error)
            await self.send_away(TRY_AGAIN)
        else:
            self.end_turn()

    def end_turn(self) -> None:
        """The socket is ready, and its turn is over (:mod:`transport.opening`): nothing stands
        between it and its client any more."""
        if "turn" in self.scope:
            self.arrivals.receive, self.base_send = self.scope["turn"].hand_over()

    async def fail(self, error: Exception, command_id: CommandId = None) -> None:
        """Logs the fault, without any values, and tells the sender."""
        log_fault(logger, "a socket's work failed", error)
        await self.refuse(failed(error), command_id)

    async def refuse(self, refused: Refused, command_id: CommandId = None) -> None:
        """Tells the sender alone why a command was refused."""
        await self.tell(
            Error(
                now=timezone.now(),
                code=refused.code,
                message=refused.message,
                id=getattr(refused, "command_id", command_id),
                at=refused.at,
                retry_after=getattr(refused, "retry_after", UNSET),
            )
        )

    async def write(self, frame: str) -> None:
        """Writes a frame, already serialised: the whole cost of a push per recipient."""
        if self.held is not None:
            self.held.append(("", frame))
        else:
            await self.base_send({"type": "websocket.send", "text": frame, "bytes": None})

    async def send_frame(self, frame: str) -> None:
        """Writes a frame at once, even while others are held back."""
        await self.base_send({"type": "websocket.send", "text": frame, "bytes": None})

    @asynccontextmanager
    async def holding(self, groups: Collection[str] = ()) -> AsyncIterator[None]:
        """Holds frames back inside the block, and writes them in order at its end.

        For reading a state while newer frames arrive: the state must be written first. If only the
        state tells which groups the socket may join, ``groups`` are all that it might: what comes
        to them is held, too, and written if the socket has joined the group by then.
        """
        held: list[tuple[str, str]] = []
        self.held = held
        try:
            for group in set(groups) - self.joined:
                self.candidates[group] = Candidate(group, held)
                await fanout().join(group, self.candidates[group])
            yield
        finally:
            for group in list(self.candidates):
                self._forget_candidate(group)
            while held:  # more may arrive while these are written
                group, frame = held.pop(0)
                if not group or group in self.joined:
                    await self.send_frame(frame)
            self.held = None

    def has_candidate_frame(self, group: str | None) -> bool:
        """Whether anything that came to this group, which the socket has not joined, is held."""
        return any(held[0] == group for held in self.held or ())

    def _forget_candidate(self, group: str) -> None:
        candidate = self.candidates.pop(group, None)
        if candidate is not None:
            fanout().leave(group, candidate)

    async def tell(self, event: Event) -> None:
        """Writes an event to this socket alone."""
        await self.write(encode(event))


Application = Callable[[Any, Any, Any], Awaitable[None]]


class CountedHandshakes:
    """ASGI middleware: refuses a flood of handshakes before the session is read.

    Passes a socket on to ``application``, or to ``refusing``, with ``scope["refused"]``, if its
    address opens too many.
    """

    def __init__(self, application: Application, refusing: Application) -> None:
        self.application = application
        self.refusing = refusing

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Counts the handshake."""
        try:
            await acount(HANDSHAKES, address_rate_key(address_of_scope(scope)))
        except RateLimited as refused:
            await self.refusing({**scope, "refused": refused}, receive, send)
        else:
            await self.application(scope, receive, send)


class NoSuchAddress(AsyncWebsocketConsumer):
    """The socket at an unknown address: says so and closes."""

    channel_layer_alias = GroupSocket.channel_layer_alias

    async def connect(self) -> None:
        """Accepts, so that the client can read the reason, and closes."""
        await self.accept()
        sorry = gettext("There is nothing at this address.")
        await self.send(encode(Error(now=timezone.now(), code="not-found", message=sorry)))
        await self.close(NOT_FOUND)


class RateLimitedSocket(AsyncWebsocketConsumer):
    """The socket of an address that opens too many: says so and closes."""

    channel_layer_alias = GroupSocket.channel_layer_alias

    async def connect(self) -> None:
        """Accepts, so that the client can read the reason, and closes."""
        await self.accept()
        refused: RateLimited = self.scope["refused"]
        error = Error(
            now=timezone.now(),
            code=refused.code,
            message=refused.message,
            retry_after=refused.retry_after,
        )
        await self.send(encode(error))
        await self.close(TOO_MANY)

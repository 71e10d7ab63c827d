"""What every socket of the site does: it joins groups and is written frames to."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any

from channels.consumer import get_handler_name
from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer
from django.utils import timezone
from django.utils.translation import gettext
from msgspec import UNSET

from transport.addresses import address_of_scope
from transport.fanout import fanout
from transport.limits import Limit, RateKey, RateLimited, acount, address_rate_key
from transport.messages import CommandId, Error, Event, encode
from transport.open_sockets import TooMany, open_sockets
from transport.refusals import Refused, failed, fault_of

NOT_FOUND = 4404
"""The close code of sockets at addresses where there is nothing for their user."""
TRY_AGAIN = 4503
"""It does not work now, it may later. 1013 says so too, but Daphne may not send it."""
TOO_MANY = 4429
"""More sockets or messages than one member, or one address, may have: try again in a minute."""

MOST_REFUSED = 100
"""Messages in a row that may come too fast until the socket is closed."""

MOST_WAITING = 200
"""Messages of one socket that may wait to be read; pages have one or two under way."""

logger = logging.getLogger(__name__)


class Arrivals:
    """What a client sends, each message with the time at which it arrived.

    A consumer takes one message after the other, and the next ones wait: a choice that came in
    time must not be late because of those before it. Of a client that sends on and on only
    :data:`MOST_WAITING` wait; ``flooded`` tells the consumer.
    """

    flooded = False

    def __init__(self, receive: Callable[[], Awaitable[dict[str, Any]]]) -> None:
        self.waiting: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.reading = asyncio.create_task(self._read(receive))

    async def __call__(self) -> dict[str, Any]:
        """The next message, with ``arrived``."""
        return await self.waiting.get()

    async def _read(self, receive: Callable[[], Awaitable[dict[str, Any]]]) -> None:
        while True:
            message = await receive()
            if self.waiting.qsize() < MOST_WAITING or message["type"] != "websocket.receive":
                self.waiting.put_nowait({**message, "arrived": timezone.now()})
            else:
                self.flooded = True


class GroupSocket(AsyncWebsocketConsumer):
    """A socket whose frames come from the process's fan-out.

    It has no channel of its own: a channel for every socket costs a subscription each.
    """

    channel_layer_alias = "none: frames come from the fan-out"

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.joined: set[str] = set()
        self.held: list[str] | None = None
        self.counted: RateKey | None = None
        self.refused_in_a_row = 0
        self.sent_away = False

    def rate_key(self) -> RateKey:
        """Whose messages this socket's count as."""
        return address_rate_key(address_of_scope(self.scope))

    async def count(self, limit: Limit) -> None:
        """Counts a message. Raises RateLimited."""
        try:
            await acount(limit, self.counted or self.rate_key())
        except RateLimited:
            self.refused_in_a_row += 1
            raise
        self.refused_in_a_row = 0

    async def join_only(self, wanted: set[str]) -> None:
        """Belongs to these groups from now on, and to no others."""
        for group in wanted - self.joined:
            self.joined.add(group)
            await fanout().join(group, self)
        for group in self.joined - wanted:
            await fanout().leave(group, self)
            self.joined.discard(group)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Lives as long as the connection; however it ends, no group keeps the socket.

        Channels would make a task for each message, and have a thread look after Django's
        connections before it, which ``in_thread`` does for whatever uses them.
        """
        self.scope, self.base_send = scope, send
        self.arrivals = Arrivals(receive)
        try:
            with suppress(StopConsumer):
                while True:
                    await self.dispatch(await self.arrivals())
        finally:
            self.arrivals.reading.cancel()
            await self.leave_all()

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Hands a message to the method that is named for its type."""
        await getattr(self, get_handler_name(message))(message)

    async def websocket_receive(self, message: dict[str, Any]) -> None:
        """Notes when the message arrived. What comes after the close is for nobody; anyone who goes
        on after being told to be slower is sent away."""
        if self.sent_away:
            return
        self.arrived = message["arrived"]
        await super().websocket_receive(message)
        if self.refused_in_a_row >= MOST_REFUSED or self.arrivals.flooded:
            await self.send_away(TOO_MANY)

    async def send_away(self, code: int) -> None:
        """Closes, and belongs to no group from now on."""
        self.sent_away = True
        await self.leave_all()
        await self.close(code)

    async def leave_all(self) -> None:
        """Belongs to no group any more."""
        counted, self.counted = self.counted, None
        if counted is not None:
            await open_sockets().go(counted)
        await self.join_only(set())

    async def prepare(self) -> None:
        """What has to be done before it is asked who comes; for most sockets nothing."""

    async def begin(self, follow: Callable[[], Awaitable[None]], *, counted_as: Limit) -> None:
        """Does what a new socket begins with; where that cannot be done, says so and closes."""
        try:
            rate_key = self.rate_key()
            await open_sockets().come(rate_key)
            self.counted = rate_key
            await acount(counted_as, rate_key)
            await self.prepare()
            await follow()
        except (TooMany, RateLimited) as refused:
            await self.refuse(refused)
            await self.send_away(TOO_MANY)
        except Refused as refused:
            await self.refuse(refused)
            await self.send_away(NOT_FOUND)
        except Exception as error:  # noqa: BLE001 the page tries again, and people know why
            await self.fail(error)
            await self.send_away(TRY_AGAIN)

    async def fail(self, error: Exception, command_id: CommandId = None) -> None:
        """Logs where a fault of ours is, without any value, and tells the sender."""
        logger.error("a socket's work failed: %s", fault_of(error))
        await self.refuse(failed(), command_id)

    async def refuse(self, refused: Refused, command_id: CommandId = None) -> None:
        """Tells the sender, and nobody else, what cannot be done and why."""
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
        """Writes a frame as it is: this is all that happens for each recipient of a push."""
        if self.held is not None:
            self.held.append(frame)
        else:
            await self.send_frame(frame)

    async def send_frame(self, frame: str) -> None:
        """Writes a frame at once, whatever is held back."""
        await self.base_send({"type": "websocket.send", "text": frame, "bytes": None})

    @asynccontextmanager
    async def holding(self) -> AsyncIterator[None]:
        """Frames that come meanwhile are written afterwards, in their order.

        For reading a state that frames may be newer than: it must not overtake them.
        """
        held: list[str] = []
        self.held = held
        try:
            yield
        finally:
            while held:  # more may come while these are written
                await self.send_frame(held.pop(0))
            self.held = None

    async def tell(self, event: Event) -> None:
        """Writes an event to this socket alone."""
        await self.write(encode(event))


class NoSuchAddress(AsyncWebsocketConsumer):
    """A socket at an address that is none: it says so, and closes."""

    channel_layer_alias = GroupSocket.channel_layer_alias

    async def connect(self) -> None:
        """Accepts, so that the reason can be read, and closes."""
        await self.accept()
        sorry = gettext("There is nothing at this address.")
        await self.send(encode(Error(now=timezone.now(), code="not-found", message=sorry)))
        await self.close(NOT_FOUND)


class RateLimitedSocket(AsyncWebsocketConsumer):
    """A socket that came too fast: it says so, and closes."""

    channel_layer_alias = GroupSocket.channel_layer_alias

    async def connect(self) -> None:
        """Accepts, so that the reason can be read, and closes."""
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

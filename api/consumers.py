"""The socket that sends the events of all games of a token's member: the same lines as the
stream."""

from __future__ import annotations

import asyncio
from contextlib import aclosing, suppress
from typing import Any
from urllib.parse import parse_qs

from accounts.models import Scope
from accounts.sockets import MemberSocket
from api.events import MOVED as STREAM_MOVED
from api.events import MemberStream, read_after, read_bot_takes
from transport.limits import STREAMS
from transport.refusals import Refused
from transport.sockets import MOVED, TRY_AGAIN
from transport.threads import in_thread


class EventsConsumer(MemberSocket):
    """Writes each line of :class:`api.events.MemberStream` as a frame. It reads no commands: those
    have addresses of their own."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.writing: asyncio.Task[None] | None = None

    async def connect(self) -> None:
        """Accepts the socket and starts the stream; closes it if there is no token that may
        read."""
        await self.accept()
        await self.begin(self.follow, counted_as=STREAMS)

    async def follow(self) -> None:
        """Starts sending lines. Raises Refused: ``login-needed``, ``bad-command``,
        ``bad-takes``."""
        token = await in_thread(self.token) if "token" in self.scope else None
        if token is None or Scope.READ not in token.scopes:
            raise Refused("login-needed", "Open this socket with a token that may read.")
        query = parse_qs(self.scope["query_string"].decode(errors="replace"))
        after = read_after(query.get("after", [""])[0])
        takes = read_bot_takes(token, query.get("takes", [""])[0])
        stream = MemberStream(token, after, takes, counted=True)
        self.writing = asyncio.create_task(self._write_lines(stream))

    def end_turn(self) -> None:
        """Does nothing: what the first line tells is still being read, and the turn ends with
        it."""

    async def _write_lines(self, stream: MemberStream) -> None:
        async with aclosing(stream.lines()) as lines:
            async for line in lines:
                await self.send_frame(line)
        self.writing = None
        await self.send_away(MOVED if stream.closed == STREAM_MOVED else TRY_AGAIN)

    async def process_ends(self, _message: dict[str, Any]) -> None:
        """Does nothing: the stream ends by itself, and then the socket."""

    async def look_at_account(self) -> None:
        """Does nothing: the stream checks its token by itself."""

    async def leave_all(self) -> None:
        """Also ends the stream."""
        writing, self.writing = self.writing, None
        if writing is not None:
            writing.cancel()
            with suppress(asyncio.CancelledError):
                await writing
        await super().leave_all()

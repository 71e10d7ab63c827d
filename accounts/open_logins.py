"""Closes sockets whose session or token has ended, even if the push that says so is lost.

If Redis is away when a session ends, a page that was left open would go on receiving what is meant
for its member's seat. So each process regularly asks the database which of its sockets' sessions
and tokens still log somebody in.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Protocol

from django.utils import timezone

from accounts.services.tokens import tokens_that_work
from accounts.sessions import sessions_that_last
from transport.refusals import fault_of
from transport.singletons import loop_singleton
from transport.threads import in_thread

LOOK_EVERY = 30.0
"""How many seconds pass between two checks, and so how long a socket can outlast its session."""

LoginKey = str | int
"""The key of a session, or the id of a token."""

logger = logging.getLogger(__name__)


class LoggedIn(Protocol):
    """A member's open socket."""

    async def look_at_account(self) -> None:
        """Closes the socket if its login has ended."""


class OpenLogins:
    """The open sockets of one event loop, each with the session or token that opened it."""

    def __init__(self) -> None:
        self.sockets: dict[LoggedIn, LoginKey] = {}
        self.looking: asyncio.Task[None] | None = None

    def come(self, socket: LoggedIn, key: LoginKey) -> None:
        """Notes a socket that has been opened."""
        self.sockets[socket] = key
        if self.looking is None or self.looking.done():
            self.looking = asyncio.create_task(self._look_for_ever())

    def go(self, socket: LoggedIn) -> None:
        """Forgets a socket that is closed."""
        self.sockets.pop(socket, None)

    async def look(self) -> None:
        """Closes the sockets whose session or token has ended."""
        sockets = dict(self.sockets)
        lasting = await in_thread(logins_that_last, set(sockets.values()))
        for socket, key in sockets.items():
            if key not in lasting:
                await socket.look_at_account()

    async def _look_for_ever(self) -> None:
        while self.sockets:
            await asyncio.sleep(LOOK_EVERY)
            try:
                await self.look()
            except Exception as error:  # noqa: BLE001 the database is away: try again soon
                logger.warning("could not check which sessions have ended: %s", fault_of(error))


def logins_that_last(keys: set[LoginKey]) -> set[LoginKey]:
    """Returns which of these sessions and tokens still log somebody in."""
    now = timezone.now()
    sessions = sessions_that_last([key for key in keys if isinstance(key, str)], now)
    tokens = tokens_that_work([key for key in keys if isinstance(key, int)], now)
    return {*sessions, *tokens}


@loop_singleton
def open_logins() -> OpenLogins:
    """Returns the logins of the running event loop's sockets."""
    return OpenLogins()

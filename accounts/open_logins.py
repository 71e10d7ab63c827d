"""Closes sockets whose session or token has ended without their hearing of it.

A session that ends is told to its open sockets by a push. If the push is lost, as while Redis is
away, a page that was left open would go on receiving what is meant for its member's seat. So each
process regularly asks the database which of the sessions and tokens of its sockets still last.
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
"""How many seconds a socket can outlast its session at most, if no push says that it has ended."""

LoginKey = str | int
"""The key of a session, or the id of a token."""

logger = logging.getLogger(__name__)


class LoggedIn(Protocol):
    """A socket that somebody is logged in on."""

    async def look_at_account(self) -> None:
        """Closes the socket if its login has ended."""


class OpenLogins:
    """The open sockets of this process with what they are logged in by. Belongs to the event
    loop."""

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
        """Has the sockets whose login has ended look at their account."""
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
                logger.warning("it is not known which sessions have ended: %s", fault_of(error))


def logins_that_last(keys: set[LoginKey]) -> set[LoginKey]:
    """Those of these sessions and tokens that still log somebody in."""
    now = timezone.now()
    sessions = sessions_that_last([key for key in keys if isinstance(key, str)], now)
    tokens = tokens_that_work([key for key in keys if isinstance(key, int)], now)
    return {*sessions, *tokens}


@loop_singleton
def open_logins() -> OpenLogins:
    """The logins of the running event loop's sockets."""
    return OpenLogins()

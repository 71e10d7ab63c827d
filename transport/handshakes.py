"""Floods of handshakes are refused before the database is asked who comes."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from transport.addresses import address_of_scope
from transport.limits import HANDSHAKES, RateLimited, acount, address_rate_key

Application = Callable[[Any, Any, Any], Awaitable[None]]


class CountedHandshakes:
    """An ASGI application that hands a socket to ``application``, or, where its address opens
    them too fast, to ``refusing`` with ``scope["refused"]``."""

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

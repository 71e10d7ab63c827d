"""Removes headers that only a proxy in front may set."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from django.conf import settings

Send = Callable[[Any], Awaitable[None]]
Application = Callable[[Any, Any, Send], Awaitable[None]]

PROXY_HEADERS = frozenset(
    {
        b"daphne-root-path",
        b"forwarded",
        b"front-end-https",
        b"proxy",
        b"true-client-ip",
        b"x-client-ip",
        b"x-cluster-client-ip",
        b"x-forwarded-for",
        b"x-forwarded-host",
        b"x-forwarded-port",
        b"x-forwarded-prefix",
        b"x-forwarded-proto",
        b"x-forwarded-protocol",
        b"x-forwarded-scheme",
        b"x-forwarded-server",
        b"x-forwarded-ssl",
        b"x-http-method",
        b"x-http-method-override",
        b"x-method-override",
        b"x-original-host",
        b"x-original-url",
        b"x-real-ip",
        b"x-rewrite-url",
        b"x-scheme",
        b"x-script-name",
        b"x-url-scheme",
    }
)
"""Headers that some server or framework trusts."""


class ProxyHeaders:
    """The outermost ASGI application; removes headers that the others must not trust.

    The root path is always empty. The client's address comes from the server (in production from
    ``X-Forwarded-For``, which the proxy sets); nothing behind this reads that header. In
    production, the scheme is the only one of :data:`PROXY_HEADERS` that is kept.
    """

    def __init__(self, application: Application) -> None:
        self.application = application
        believed = settings.SECURE_PROXY_SSL_HEADER
        scheme = believed[0].removeprefix("HTTP_").lower().replace("_", "-") if believed else ""
        self.dropped = PROXY_HEADERS - {scheme.encode()}

    async def __call__(self, scope: Any, receive: Any, send: Send) -> None:
        """Passes the request on without those headers."""
        headers = [pair for pair in scope["headers"] if pair[0] not in self.dropped]
        await self.application({**scope, "root_path": "", "headers": headers}, receive, send)

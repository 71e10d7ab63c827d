"""Headers: those of a request that only a proxy may set, the policy for a page's content, and the
cookie that carries messages to the next page."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from csp.constants import HEADER
from csp.middleware import CSPMiddleware, PolicyParts
from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.contrib.messages.storage.fallback import FallbackStorage
from django.contrib.messages.storage.session import SessionStorage
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponseBase

from transport.requests import is_for_programs

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


FOR_PROGRAMS = "default-src 'none'; frame-ancestors 'none'"


class ContentSecurityPolicy(CSPMiddleware):
    """Also allows sockets to the requested host, because ``'self'`` does not include them in every
    browser."""

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        """Returns the response with its policy. Answers to programs are no pages and may load
        nothing."""
        if is_for_programs(request):
            response.headers.setdefault(HEADER, FOR_PROGRAMS)
            return response
        return super().process_response(request, response)

    def get_policy_parts(
        self, request: HttpRequest, response: HttpResponseBase, report_only: bool = False
    ) -> PolicyParts:
        """Returns the settings' policy plus the sockets for this response."""
        parts = super().get_policy_parts(request, response, report_only)
        host = _host(request)
        if host:
            parts.update = {**(parts.update or {}), "connect-src": _sockets(host)}
        return parts


def _sockets(host: str) -> list[str]:
    return [f"ws://{host}", f"wss://{host}"]


def _host(request: HttpRequest) -> str:
    try:
        return request.get_host()
    except DisallowedHost:  # the response is a 400
        return ""


class MessagesCookie(CookieStorage):
    """Django's cookie storage, which has a fixed name."""

    cookie_name = settings.MESSAGES_COOKIE_NAME


class Messages(FallbackStorage):
    """Messages in the cookie, or in the session if they are too long for it."""

    storage_classes = (MessagesCookie, SessionStorage)

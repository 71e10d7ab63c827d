"""Decides which sockets may open: those of our own pages, and of programs without a session."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.http import parse_cookie
from django.http.request import split_domain_port, validate_host
from django.utils.http import is_same_domain

from config.headers import Application, Send
from games.live.consumers import known_numbers
from games.play.events import SPECTATORS

OF_GAMES = ("/ws/games/", "/ws/embedded/")
"""Where the addresses of games' sockets begin."""

DEFAULT_PORTS = {"http": 80, "https": 443}

Origin = tuple[str, str, int]
"""Scheme, lower-case host and port."""


class OurPagesOnly:
    """An ASGI application that refuses all other handshakes before sessions are looked up.

    A browser sends the site's cookie with a handshake from any page; ``Origin`` names the page's
    own site. A page of another site, or from another port of the same machine, must not act as the
    member. A client that sends no origin is not a browser, and may only come without a session.
    """

    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: Any, receive: Any, send: Send) -> None:
        """Passes the handshake on, or makes the server answer 403."""
        if may_open(scope["headers"]):
            await self.application(scope, receive, send)
        else:
            await receive()  # websocket.connect
            await send({"type": "websocket.close"})


def may_open(headers: list[tuple[bytes, bytes]]) -> bool:
    """Returns whether a handshake with these headers is for this site and from its own pages."""
    hosts = values(headers, b"host")
    origins = values(headers, b"origin")
    if len(hosts) != 1 or len(origins) > 1:
        return False
    domain, _ = split_domain_port(hosts[0])
    if not domain or not validate_host(domain, settings.ALLOWED_HOSTS):
        return False
    if not origins:
        return not has_session(headers)
    origin = read_origin(origins[0])
    return origin is not None and (
        origin == read_origin(f"{scheme(headers)}://{hosts[0]}")
        or any(is_trusted(origin, trusted) for trusted in settings.CSRF_TRUSTED_ORIGINS)
    )


def only_watches(scope: Mapping[str, Any]) -> bool:
    """Whether nobody can miss a choice while this socket waits to be opened: it is that of a game's
    page, and a visitor's, or its page already reads what only spectators may. Whoever claims that
    comes later than others, and gains nothing."""
    if not scope["path"].startswith(OF_GAMES):
        return False
    headers = scope["headers"]
    if not has_session(headers) and not values(headers, b"authorization"):
        return True
    return SPECTATORS in (known_numbers(scope["query_string"]) or {})


def values(headers: list[tuple[bytes, bytes]], wanted: bytes) -> list[str]:
    """Returns the values of all headers with this name."""
    return [value.decode("latin-1") for name, value in headers if name == wanted]


def has_session(headers: list[tuple[bytes, bytes]]) -> bool:
    """Returns whether a session cookie is sent, valid or not."""
    return any(
        settings.SESSION_COOKIE_NAME in parse_cookie(cookie)
        for cookie in values(headers, b"cookie")
    )


def scheme(headers: list[tuple[bytes, bytes]]) -> str:
    """Returns ``https`` if a trusted proxy says so, else ``http``."""
    if settings.SECURE_PROXY_SSL_HEADER:
        name, secure = settings.SECURE_PROXY_SSL_HEADER
        said = values(headers, name.removeprefix("HTTP_").lower().replace("_", "-").encode())
        if said == [secure]:
            return "https"
    return "http"


def read_origin(text: str) -> Origin | None:
    """Returns the origin in ``text``, with its port; None if it names none (``null``)."""
    try:
        parts = urlsplit(text)
        port = parts.port or DEFAULT_PORTS[parts.scheme]
    except (KeyError, ValueError):
        return None
    if not parts.hostname or text != f"{parts.scheme}://{parts.netloc}" or "@" in parts.netloc:
        return None
    return parts.scheme, parts.hostname, port


def is_trusted(origin: Origin, trusted: str) -> bool:
    """Returns whether ``trusted`` names the origin, read as Django does for forms
    (``https://*.example.org``)."""
    known = read_origin(trusted.replace("://*.", "://."))
    return (
        known is not None
        and (origin[0], origin[2]) == (known[0], known[2])
        and is_same_domain(origin[1], known[1])
    )

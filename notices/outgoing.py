"""Requests to servers that members name, many at a time, and only to the public Internet."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from typing import Any
from urllib.parse import urlsplit

from notices.endpoints import is_public
from transport.requests import parse_int

logger = logging.getLogger(__name__)

PATIENCE = 10.0
"""Timeout of a request in seconds. Only the response's status and headers are read."""

AT_ONCE = 100
"""Parallel requests."""

SILENT_AFTER = 3
"""After this many requests in a row without an answer a server is skipped for a while, so that it
does not delay what is meant for others."""

SILENCE = timedelta(seconds=30)
"""How long an unresponsive server is skipped."""

MOST_SILENT = 1000
"""How many servers are remembered. Limited because members name them."""

LONGEST_WAIT = timedelta(hours=6)
"""The longest pause that a server can ask for."""


@dataclass(frozen=True)
class Post:
    """A POST request."""

    address: str
    body: bytes
    headers: Mapping[str, str]


@dataclass(frozen=True)
class Reply:
    """A server's answer: its status, and the pause that it asks for, if any. ``status``: None if
    there was no answer, or if the server was skipped."""

    status: int | None
    wait: timedelta | None = None


class SilentServers:
    """The servers that have not answered this process: the number of failures in a row, and the
    time of the last one."""

    def __init__(self) -> None:
        self._asked: dict[str, tuple[int, datetime]] = {}

    def is_silent(self, server: str, now: datetime) -> bool:
        """Whether to skip the server now."""
        times, last = self._asked.get(server, (0, now))
        return times >= SILENT_AFTER and now - last < SILENCE

    def answered(self, server: str) -> None:
        """Records that the server answered, with any status."""
        self._asked.pop(server, None)

    def did_not_answer(self, server: str, now: datetime) -> None:
        """Records that the server did not answer."""
        times, _ = self._asked.pop(server, (0, now))
        self._asked[server] = times + 1, now
        if len(self._asked) > MOST_SILENT:
            del self._asked[next(iter(self._asked))]


def post_all(posts: Sequence[Post], *, silent: SilentServers, now: datetime) -> list[Reply]:
    """Sends all requests and returns one reply for each, in the same order. A slow one delays
    others by :data:`PATIENCE` at most. Redirects are not followed."""
    return asyncio.run(_post_all(posts, silent, now))


async def _post_all(posts: Sequence[Post], silent: SilentServers, now: datetime) -> list[Reply]:
    from aiohttp import ClientSession, ClientTimeout, DummyCookieJar, TCPConnector

    # A semaphore rather than the connector's limit: waiting for that would count towards timeouts.
    places = asyncio.Semaphore(AT_ONCE)

    async def post(each: Post) -> Reply:
        async with places:
            return await _post(session, each, silent, now)

    async with ClientSession(
        connector=TCPConnector(socket_factory=_socket_to_a_public_address),
        timeout=ClientTimeout(total=PATIENCE),
        cookie_jar=DummyCookieJar(),
    ) as session:
        return await asyncio.gather(*(post(each) for each in posts))


async def _post(session: Any, post: Post, silent: SilentServers, now: datetime) -> Reply:
    from aiohttp import ClientError

    server = urlsplit(post.address).netloc
    if silent.is_silent(server, now):
        return Reply(None)
    try:
        async with session.post(
            post.address, data=post.body, headers=post.headers, allow_redirects=False
        ) as response:
            silent.answered(server)
            return Reply(response.status, _wait(response.headers.get("Retry-After"), now))
    except (ClientError, OSError, TimeoutError, ValueError) as error:
        logger.info("a server does not answer: %s", type(error).__name__)
        silent.did_not_answer(server, now)
        return Reply(None)


def _wait(retry_after: str | None, now: datetime) -> timedelta | None:
    """The pause in a Retry-After header, which has seconds or a date (RFC 9110)."""
    if not retry_after:
        return None
    seconds = parse_int(retry_after, digits=9)
    if seconds is not None:
        wait = timedelta(seconds=seconds)
    else:
        try:
            until = parsedate_to_datetime(retry_after)
        except (ValueError, OverflowError):  # a year or hour that no date can have
            return None
        wait = (until if until.tzinfo else until.replace(tzinfo=UTC)) - now
    return min(max(wait, timedelta()), LONGEST_WAIT)


def _socket_to_a_public_address(address: Any) -> socket.socket:
    """Opens a socket only for a public address. It is called with the resolved address immediately
    before connecting, so that a name cannot be pointed elsewhere after the check."""
    family, kind, protocol, _, where = address
    if not is_public(where[0]):
        raise OSError("not a public address")
    found = socket.socket(family, kind, protocol)
    found.setblocking(False)
    return found

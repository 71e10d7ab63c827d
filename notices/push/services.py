"""Sends messages to the push services of browsers (RFC 8030), encrypted for each browser
(RFC 8291), many at a time."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.utils import parseaddr, parsedate_to_datetime
from enum import Enum
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings

from notices.push.endpoints import is_endpoint, is_public
from notices.push.keys import private_key
from transport.requests import parse_int

PATIENCE = 10.0
"""Timeout of a request in seconds. Only the response's status and headers are read."""

AT_ONCE = 100
"""Parallel requests."""

SILENT_AFTER = 3
"""After this many requests in a row without an answer a service is skipped for a while, so that it
does not delay other services' messages."""

SILENCE = timedelta(seconds=30)
"""How long an unresponsive service is skipped."""

MOST_SILENT = 1000
"""How many services are remembered. Limited because their names come from browsers."""

SIGNED_FOR = timedelta(hours=12)
"""How long a signature is valid. At most 24 hours (RFC 8292)."""

LONGEST_WAIT = timedelta(hours=6)
"""The longest pause that a service can ask for."""

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Browser:
    """A browser's address at its push service, and its two keys in URL-safe base64."""

    endpoint: str
    p256dh: str
    auth: str


@dataclass(frozen=True)
class Push:
    """A message for one browser. ``ttl``: how many seconds the service keeps it while the browser
    is offline. ``topic``: a later message with the same topic replaces one not yet delivered."""

    to: Browser
    text: bytes
    ttl: int
    urgency: str
    topic: str


class Outcome(Enum):
    """The outcome of sending a message."""

    TAKEN = "taken"
    GONE = "gone"
    """The subscription no longer exists."""
    NOT_NOW = "not now"
    """No answer, or a temporary failure."""


@dataclass(frozen=True)
class ServiceAnswer:
    """A service's answer; ``wait``: the pause that it asks for, if any."""

    outcome: Outcome
    wait: timedelta | None = None


def push_all(pushes: Sequence[Push], *, now: datetime) -> list[ServiceAnswer]:
    """Sends all messages and returns one answer for each, in the same order. A slow message delays
    others by :data:`PATIENCE` at most; this process skips a service that does not answer for
    :data:`SILENCE`."""
    return asyncio.run(_push_all(pushes, now))


async def _push_all(pushes: Sequence[Push], now: datetime) -> list[ServiceAnswer]:
    from aiohttp import ClientSession, ClientTimeout, DummyCookieJar, TCPConnector

    # A semaphore rather than the connector's limit: waiting for that would count towards timeouts.
    places = asyncio.Semaphore(AT_ONCE)

    async def push(each: Push) -> ServiceAnswer:
        async with places:
            return await _push(session, each, now)

    async with ClientSession(
        connector=TCPConnector(socket_factory=_socket_to_a_public_address),
        timeout=ClientTimeout(total=PATIENCE),
        cookie_jar=DummyCookieJar(),
    ) as session:
        return await asyncio.gather(*(push(each) for each in pushes))


async def _push(session: Any, push: Push, now: datetime) -> ServiceAnswer:
    from aiohttp import ClientError

    if not is_endpoint(push.to.endpoint):  # the settings may have changed since it was stored
        return ServiceAnswer(Outcome.GONE)
    service = urlsplit(push.to.endpoint).netloc
    if _silent.is_silent(service, now):
        return ServiceAnswer(Outcome.NOT_NOW)
    try:
        body = encrypt(push.text, push.to)
    except Exception:  # noqa: BLE001 the keys are invalid: no browser made them
        return ServiceAnswer(Outcome.GONE)
    try:
        async with session.post(
            push.to.endpoint, data=body, headers=headers(push, now), allow_redirects=False
        ) as response:
            _silent.answered(service)
            return answer(response.status, response.headers.get("Retry-After"), now)
    except (ClientError, OSError, TimeoutError, ValueError) as error:
        logger.info("a push service does not answer: %s", type(error).__name__)
        _silent.did_not_answer(service, now)
        return ServiceAnswer(Outcome.NOT_NOW)


class Silent:
    """The services that have not answered this process: the number of failures in a row, and the
    time of the last one."""

    def __init__(self) -> None:
        self._asked: dict[str, tuple[int, datetime]] = {}

    def is_silent(self, service: str, now: datetime) -> bool:
        """Whether to skip the service now."""
        times, last = self._asked.get(service, (0, now))
        return times >= SILENT_AFTER and now - last < SILENCE

    def answered(self, service: str) -> None:
        """Records that the service answered, with any status."""
        self._asked.pop(service, None)

    def did_not_answer(self, service: str, now: datetime) -> None:
        """Records that the service did not answer."""
        times, _ = self._asked.pop(service, (0, now))
        self._asked[service] = times + 1, now
        if len(self._asked) > MOST_SILENT:
            del self._asked[next(iter(self._asked))]


_silent = Silent()


def encrypt(text: bytes, to: Browser) -> bytes:
    """The text, encrypted for this browser."""
    from pywebpush import WebPusher

    keys = {"p256dh": to.p256dh, "auth": to.auth}
    body = WebPusher({"endpoint": to.endpoint, "keys": keys}).encode(text, "aes128gcm")["body"]
    assert isinstance(body, bytes)
    return body


def headers(push: Push, now: datetime) -> dict[str, str]:
    """The headers of the request: who sends, how long to keep the message, and its urgency."""
    from py_vapid import Vapid02

    service = urlsplit(push.to.endpoint)
    claims = {
        "aud": f"{service.scheme}://{service.netloc}",
        "exp": int((now + SIGNED_FOR).timestamp()),
        "sub": contact(),
    }
    signed: dict[str, str] = Vapid02(private_key()).sign(claims)
    return {
        **signed,
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(push.ttl),
        "Urgency": push.urgency,
        "Topic": push.topic,
    }


def contact() -> str:
    """The contact for push services: the site's address or, if that is not public, its mail
    address."""
    if settings.SITE_URL.startswith("https://"):
        return str(settings.SITE_URL)
    return f"mailto:{parseaddr(settings.DEFAULT_FROM_EMAIL)[1]}"


def answer(status: int, retry_after: str | None, now: datetime) -> ServiceAnswer:
    """Interprets a status. 404 and 410 mean that the subscription no longer exists."""
    if 200 <= status < 300:
        return ServiceAnswer(Outcome.TAKEN)
    if status in (404, 410):
        return ServiceAnswer(Outcome.GONE)
    logger.info("a push service answers %s", status)
    return ServiceAnswer(Outcome.NOT_NOW, _wait(retry_after, now))


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
        except ValueError:
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

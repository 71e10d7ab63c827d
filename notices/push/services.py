"""Handing messages to the push services of browsers (RFC 8030), encrypted for each browser alone
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
"""Seconds until an answer must be there; nothing but its status is read."""

AT_ONCE = 100
"""Messages that are under way at a time."""

SILENT_AFTER = 3
"""A service that was asked so often in succession and has not answered is not asked for a while, so
that nobody who is told by another waits for it."""

SILENCE = timedelta(seconds=30)
"""For so long."""

MOST_SILENT = 1000
"""Services that are remembered: their names come from browsers."""

SIGNED_FOR = timedelta(hours=12)
"""How long a service may believe a signature; no more than 24 hours (RFC 8292)."""

LONGEST_WAIT = timedelta(hours=6)
"""A service that asks for more patience is asked again after so long all the same."""

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Browser:
    """Where and for whom: a service's address, and the browser's two keys in URL-safe base64."""

    endpoint: str
    p256dh: str
    auth: str


@dataclass(frozen=True)
class Push:
    """A message for one browser. ``ttl``: seconds for which the service keeps it while the browser
    is away. ``topic``: a later message takes the place of one that has not come yet."""

    to: Browser
    text: bytes
    ttl: int
    urgency: str
    topic: str


class Came(Enum):
    """What became of a message."""

    TAKEN = "taken"
    GONE = "gone"
    """There is no such browser any more."""
    NOT_NOW = "not now"
    """Nobody answered, or nobody who could take it."""


@dataclass(frozen=True)
class ServiceAnswer:
    """What a service said; ``wait``: how long it asks to be left alone, where it says so."""

    came: Came
    wait: timedelta | None = None


def push_all(pushes: Sequence[Push], *, now: datetime) -> list[ServiceAnswer]:
    """Hands over all of them, and returns what became of each, in their order. One that takes long
    keeps others waiting for :data:`PATIENCE` at most; a service that does not answer is not asked
    by this process for :data:`SILENCE`."""
    return asyncio.run(_push_all(pushes, now))


async def _push_all(pushes: Sequence[Push], now: datetime) -> list[ServiceAnswer]:
    from aiohttp import ClientSession, ClientTimeout, DummyCookieJar, TCPConnector

    places = asyncio.Semaphore(AT_ONCE)  # of the connector's own places each would wait in its time

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

    if not is_endpoint(push.to.endpoint):  # the settings allow less than when it was stored
        return ServiceAnswer(Came.GONE)
    service = urlsplit(push.to.endpoint).netloc
    if _silent.is_silent(service, now):
        return ServiceAnswer(Came.NOT_NOW)
    try:
        body = encrypt(push.text, push.to)
    except Exception:  # noqa: BLE001 a browser that cannot have made these keys
        return ServiceAnswer(Came.GONE)
    try:
        async with session.post(
            push.to.endpoint, data=body, headers=headers(push, now), allow_redirects=False
        ) as response:
            _silent.answered(service)
            return answer(response.status, response.headers.get("Retry-After"), now)
    except (ClientError, OSError, TimeoutError, ValueError) as error:
        logger.info("a push service does not answer: %s", type(error).__name__)
        _silent.did_not_answer(service, now)
        return ServiceAnswer(Came.NOT_NOW)


class Silent:
    """Which services do not answer, as far as this process knows: by each how often in succession,
    and when last."""

    def __init__(self) -> None:
        self._asked: dict[str, tuple[int, datetime]] = {}

    def is_silent(self, service: str, now: datetime) -> bool:
        """Whether it is not to be asked now."""
        times, last = self._asked.get(service, (0, now))
        return times >= SILENT_AFTER and now - last < SILENCE

    def answered(self, service: str) -> None:
        """It did, whatever it said."""
        self._asked.pop(service, None)

    def did_not_answer(self, service: str, now: datetime) -> None:
        """It was asked in vain."""
        times, _ = self._asked.pop(service, (0, now))
        self._asked[service] = times + 1, now
        if len(self._asked) > MOST_SILENT:
            del self._asked[next(iter(self._asked))]


_silent = Silent()


def encrypt(text: bytes, to: Browser) -> bytes:
    """The text, for this browser alone."""
    from pywebpush import WebPusher

    keys = {"p256dh": to.p256dh, "auth": to.auth}
    body = WebPusher({"endpoint": to.endpoint, "keys": keys}).encode(text, "aes128gcm")["body"]
    assert isinstance(body, bytes)
    return body


def headers(push: Push, now: datetime) -> dict[str, str]:
    """What the service is told: who sends, for how long it matters, and how much."""
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
    """Whom a service may write to: the site, or where it has no address for others its mail's."""
    if settings.SITE_URL.startswith("https://"):
        return str(settings.SITE_URL)
    return f"mailto:{parseaddr(settings.DEFAULT_FROM_EMAIL)[1]}"


def answer(status: int, retry_after: str | None, now: datetime) -> ServiceAnswer:
    """What a status means; by 404 and 410 a service says that the browser's subscription is
    gone."""
    if 200 <= status < 300:
        return ServiceAnswer(Came.TAKEN)
    if status in (404, 410):
        return ServiceAnswer(Came.GONE)
    logger.info("a push service answers %s", status)
    return ServiceAnswer(Came.NOT_NOW, _wait(retry_after, now))


def _wait(retry_after: str | None, now: datetime) -> timedelta | None:
    """The header's seconds, or its date (RFC 9110)."""
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
    """Called with each address that a name stands for, just before it is connected to: a name that
    stands for another a moment later leads nowhere, either."""
    family, kind, protocol, _, where = address
    if not is_public(where[0]):
        raise OSError("not a public address")
    found = socket.socket(family, kind, protocol)
    found.setblocking(False)
    return found

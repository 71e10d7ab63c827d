"""Sends messages to the push services of browsers (RFC 8030), encrypted for each browser
(RFC 8291), many at a time."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from email.utils import parseaddr
from enum import Enum
from urllib.parse import urlsplit

from django.conf import settings

from notices.endpoints import is_endpoint
from notices.outgoing import Post, Reply, SilentServers, post_all
from notices.push.keys import private_key

SIGNED_FOR = timedelta(hours=12)
"""How long a signature is valid. At most 24 hours (RFC 8292)."""

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
    """Sends all messages and returns one answer for each, in the same order. This process skips a
    service that does not answer for a while (:mod:`notices.outgoing`)."""
    posts = [_post_of(push, now) for push in pushes]
    sent = [post for post in posts if post is not None]
    replies = iter(post_all(sent, silent=_silent, now=now))
    return [
        ServiceAnswer(Outcome.GONE) if post is None else answer(next(replies)) for post in posts
    ]


_silent = SilentServers()


def _post_of(push: Push, now: datetime) -> Post | None:
    """The request that sends the message; None if no browser can have named this address and these
    keys."""
    if not is_endpoint(push.to.endpoint):  # the settings may have changed since it was stored
        return None
    try:
        body = encrypt(push.text, push.to)
    except Exception:  # noqa: BLE001 the keys are invalid: no browser made them
        return None
    return Post(push.to.endpoint, body, headers(push, now))


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


def answer(reply: Reply) -> ServiceAnswer:
    """Interprets a reply. 404 and 410 mean that the subscription no longer exists."""
    if reply.status is not None and 200 <= reply.status < 300:
        return ServiceAnswer(Outcome.TAKEN)
    if reply.status in (404, 410):
        return ServiceAnswer(Outcome.GONE)
    logger.info("a push service answers %s", reply.status)
    return ServiceAnswer(Outcome.NOT_NOW, reply.wait)

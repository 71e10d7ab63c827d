"""A push service for the tests and the browsers it serves. It accepts messages as a real one does
(RFC 8030, 8292), and a browser decrypts them (RFC 8188, 8291). It shares no code with the library
that the site uses for sending."""

from __future__ import annotations

import json
import os
import threading
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tests.servers.site import free_port

DAY = 86_400
Headers = dict[str, str]


class Browser:
    """A browser of the service: its keys, and all messages that arrived, decrypted."""

    def __init__(self, service: PushService, name: str) -> None:
        self.endpoint = f"{service.address}/{name}"
        self.auth = os.urandom(16)
        self.private = ec.generate_private_key(ec.SECP256R1())
        self.answers: list[tuple[int, Headers]] = []
        """The service's next answers, to use up before it accepts messages again."""
        self.came: list[dict[str, Any]] = []
        self.headers: list[Headers] = []
        self.asked = 0
        """How many messages were sent to it, accepted or not."""
        self.kept: dict[str, dict[str, Any]] = {}
        """Messages that wait while the browser is away: the last one of each topic."""

    @property
    def keys(self) -> dict[str, str]:
        """The endpoint and keys as the browser reports them to the site."""
        return {
            "endpoint": self.endpoint,
            "p256dh": encoded(point(self.private.public_key())),
            "auth": encoded(self.auth),
        }

    def decrypt(self, body: bytes) -> bytes:
        """Decrypts a message of one record. Raises InvalidTag or AssertionError."""
        salt, size, length = body[:16], int.from_bytes(body[16:20]), body[20]
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        assert len(sealed) <= size
        assert len(body) <= 4096, "services take no more"
        server = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
        shared = self.private.exchange(ec.ECDH(), server)
        info = b"WebPush: info\0" + point(self.private.public_key()) + sender
        secret = derived(shared, self.auth, info, 32)
        key = derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
        nonce = derived(secret, salt, b"Content-Encoding: nonce\0", 12)
        padded = AESGCM(key).decrypt(nonce, sealed, None).rstrip(b"\0")
        assert padded.endswith(b"\2"), "the last record ends so"
        return padded[:-1]


class PushService:
    """A context manager that listens on this machine. ``key`` returns the sender's public key, read
    anew for each message; messages from others are refused. ``now`` is its clock."""

    def __init__(
        self, key: Callable[[], str], now: Callable[[], datetime] = lambda: datetime.now(UTC)
    ) -> None:
        self.key = key
        self.now = now
        self.browsers: dict[str, Browser] = {}
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.refused: list[str] = []
        """The reasons why messages were refused."""

    def browser(self, name: str) -> Browser:
        """Adds a new browser."""
        made = self.browsers[name] = Browser(self, name)
        return made

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.stop()

    def start(self) -> None:
        """Starts listening, always on the same port."""
        handler = type("Handler", (_Handler,), {"service": self})
        self._server = ThreadingHTTPServer(("127.0.0.1", self.port), handler)
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,))
        self._thread.start()

    def stop(self) -> None:
        """Stops listening."""
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def take(self, name: str, headers: Headers, body: bytes) -> tuple[int, Headers]:
        """Returns the answer to a message: its status and headers."""
        browser = self.browsers.get(name)
        if browser is None:
            return 404, {}
        browser.asked += 1
        if browser.answers:
            return browser.answers.pop(0)
        try:
            self._check(headers)
            text = json.loads(browser.decrypt(body))
        except (AssertionError, InvalidSignature, KeyError, ValueError) as error:
            self.refused.append(f"{type(error).__name__}: {error}")
            return 400, {}
        browser.came.append(text)
        browser.headers.append(headers)
        browser.kept[headers["topic"]] = text
        return 201, {"Location": f"{browser.endpoint}/receipt"}

    def _check(self, headers: Headers) -> None:
        """Raises if a real service would refuse the message."""
        assert headers["content-encoding"] == "aes128gcm"
        assert headers["ttl"].isdigit(), "TTL"
        assert headers.get("urgency", "normal") in ("very-low", "low", "normal", "high")
        topic = headers.get("topic", "")
        assert len(topic) <= 32
        assert not topic.strip("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
        scheme, rest = headers["authorization"].split(" ", 1)
        told = dict(part.strip().split("=", 1) for part in rest.split(","))
        assert scheme == "vapid"
        assert told["k"] == self.key(), "another key than browsers were given"
        signed, signature = told["t"].rsplit(".", 1)
        head, claims = (json.loads(decoded(part)) for part in signed.split("."))
        assert head["alg"] == "ES256"
        raw = decoded(signature)
        numbers = int.from_bytes(raw[:32]), int.from_bytes(raw[32:])
        key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(told["k"]))
        key.verify(encode_dss_signature(*numbers), signed.encode(), ec.ECDSA(hashes.SHA256()))
        assert claims["aud"] == self.address
        assert self.now().timestamp() < claims["exp"] <= self.now().timestamp() + DAY
        assert claims["sub"].startswith(("mailto:", "https://"))


class _Handler(BaseHTTPRequestHandler):
    service: PushService

    def do_POST(self) -> None:
        """Answers a message."""
        body = self.rfile.read(int(self.headers["Content-Length"]))
        headers = {name.lower(): value for name, value in self.headers.items()}
        status, more = self.service.take(self.path.strip("/"), headers, body)
        self.send_response(status)
        for name, value in {**more, "Content-Length": "0"}.items():
            self.send_header(name, value)
        self.end_headers()

    def log_message(self, *_: Any) -> None:
        """Logs nothing: tests need no log."""


def derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    """Derives a key by HKDF with SHA-256 (RFC 5869)."""
    return HKDF(hashes.SHA256(), length=length, salt=salt, info=info).derive(secret)


def point(key: ec.EllipticCurvePublicKey) -> bytes:
    """Returns a public key as 65 bytes."""
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def encoded(raw: bytes) -> str:
    """Encodes bytes as URL-safe base64 without padding."""
    return urlsafe_b64encode(raw).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    """Decodes URL-safe base64 without padding."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))

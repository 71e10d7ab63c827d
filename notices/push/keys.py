"""The club's key pair, which identifies it to push services and browsers (VAPID, RFC 8292)."""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from functools import cache
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from django.core import checks

LENGTH = 32
"""Length of a private key in bytes."""


def is_on() -> bool:
    """Whether the club has a key, and so can push."""
    return bool(settings.VAPID_PRIVATE_KEY)


def private_key() -> ec.EllipticCurvePrivateKey:
    """The key from the settings. Raises ValueError if there is none, or it is not 32 bytes in
    URL-safe base64."""
    return _private_key(settings.VAPID_PRIVATE_KEY)


def public_key() -> str:
    """The key with which browsers subscribe at their push service, in URL-safe base64."""
    point = private_key().public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return urlsafe_b64encode(point).rstrip(b"=").decode()


@cache
def _private_key(text: str) -> ec.EllipticCurvePrivateKey:
    raw = urlsafe_b64decode(text + "=" * (-len(text) % 4))
    if len(raw) != LENGTH:
        raise ValueError(f"a private key has {LENGTH} bytes, this one {len(raw)}")
    return ec.derive_private_key(int.from_bytes(raw), ec.SECP256R1())


def check_key(**_: Any) -> list[checks.CheckMessage]:
    """A system check that reports an invalid key in the settings."""
    try:
        if is_on():
            private_key()
    except ValueError:
        hint = 'Make one: python3 -c "import secrets; print(secrets.token_urlsafe(32))"'
        return [checks.Error("VAPID_PRIVATE_KEY is no key.", hint=hint, id="notices.E001")]
    return []

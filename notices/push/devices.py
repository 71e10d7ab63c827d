"""Members' push devices, that is, browsers: adding, finding and removing them. A device is removed
with the session in which it was added, and with the account; a new password disables it."""

from __future__ import annotations

import re
from base64 import urlsafe_b64decode
from collections.abc import Sequence
from datetime import datetime
from hashlib import sha256
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from django.conf import settings
from django.db import transaction
from django.db.models.signals import post_delete
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from accounts.models import Session, User
from accounts.sessions import handle_of
from notices.endpoints import is_endpoint
from notices.models import PushDevice
from notices.push.keys import is_on
from notices.push.offering import answer_offer
from notices.push.services import Browser
from transport.refusals import Refused

BASE64 = re.compile(r"[A-Za-z0-9_-]+={0,2}")
AUTH_LENGTH = 16
"""Length of a browser's authentication secret in bytes (RFC 8291)."""


@transaction.atomic
def add_device(
    *, member: User, browser: Browser, session_key: str | None, language: str, now: datetime
) -> None:
    """Registers this browser as a device of the member, and of nobody else: another member's
    registration is replaced. Beyond ``PUSH_DEVICES_PER_MEMBER`` the oldest are removed.

    Raises Refused ``push-off``, ``bad-endpoint``.
    """
    if not is_on():
        raise Refused("push-off", "This site does not send notifications to devices.")
    if not is_endpoint(browser.endpoint) or not _are_keys(browser):
        raise Refused(
            "bad-endpoint",
            "This browser’s push service is at an address that the site does not send to.",
        )
    values: dict[str, Any] = {
        "member": member,
        "p256dh": browser.p256dh,
        "auth": browser.auth,
        "language": language,
        "session": handle_of(session_key),
        "password": password_mark(member.get_session_auth_hash()),
        "created_at": now,
        "failing_since": None,
        "again_at": None,
        "waiting": [],
    }
    PushDevice.objects.update_or_create(endpoint=browser.endpoint, defaults=values)
    kept = member.push_devices.values_list("pk", flat=True)[: settings.PUSH_DEVICES_PER_MEMBER]
    member.push_devices.exclude(pk__in=list(kept)).delete()
    answer_offer(member=member, now=now)


def remove_device(*, member: User, endpoint: str) -> bool:
    """Removes a device of the member; False if there is none with this endpoint."""
    return bool(member.push_devices.filter(endpoint=endpoint).delete()[0])


def remove_other_devices(*, member: User, session_key: str | None) -> int:
    """Removes the member's devices except that of this session; returns their number."""
    return member.push_devices.exclude(session=handle_of(session_key)).delete()[0]


def device_state(member: User, session_key: str | None) -> dict[str, bool | int]:
    """Whether the browser with this session is a device of the member (``is_device``), and how many
    ``others`` they have."""
    handle, found = handle_of(session_key), devices_of(member)
    here = sum(device.session == handle for device in found)
    return {"is_device": here > 0, "others": len(found) - here}


def devices_of(member: User) -> Sequence[PushDevice]:
    """The member's devices, except those that a new password has logged out."""
    if not member.is_active:
        return []
    hashes = [member.get_session_auth_hash(), *member.get_session_auth_fallback_hash()]
    marks = [password_mark(each) for each in hashes]
    return [
        device
        for device in member.push_devices.all()  # with the member set: no query for each device
        if any(constant_time_compare(device.password, mark) for mark in marks)
    ]


def password_mark(session_auth_hash: str) -> str:
    """A mark that changes with the password, as the hash in sessions does, but is no secret that
    could be used to log in."""
    return sha256(session_auth_hash.encode()).hexdigest()[:24]


def connect_signals() -> None:
    """Removes a device when the session in which it was added ends."""
    post_delete.connect(_session_ended, sender=Session, dispatch_uid="notices.push.session_ended")


def _session_ended(instance: Session, **_signal: Any) -> None:
    """Removes the session's device if somebody logged out. An expired session keeps its device, so
    that people who rarely log in still get notifications."""
    if instance.user_id is not None and instance.expire_date > timezone.now():
        PushDevice.objects.filter(session=handle_of(instance.session_key)).delete()


def _are_keys(browser: Browser) -> bool:
    try:
        point, secret = _decoded(browser.p256dh), _decoded(browser.auth)
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    except ValueError:
        return False
    return len(secret) == AUTH_LENGTH


def _decoded(text: str) -> bytes:
    if not BASE64.fullmatch(text):
        raise ValueError("not URL-safe base64")
    return urlsafe_b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4))

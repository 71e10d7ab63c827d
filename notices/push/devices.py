"""The browsers in which a member is told by push: added, looked up, and gone with the session in
which they were added, with the password, and with the account."""

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
from notices.models import PushDevice
from notices.push.endpoints import is_endpoint
from notices.push.keys import is_on
from notices.push.offering import answer_offer
from notices.push.services import Browser
from transport.refusals import Refused

BASE64 = re.compile(r"[A-Za-z0-9_-]+={0,2}")
AUTH_LENGTH = 16
"""Bytes of a browser's secret (RFC 8291)."""


@transaction.atomic
def add_device(
    *, member: User, browser: Browser, session_key: str | None, language: str, now: datetime
) -> None:
    """From now on the member is told in this browser, and nobody else: another member who was told
    there no longer is. Beyond ``PUSH_DEVICES_PER_MEMBER`` the oldest go.

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
    """The member is told in this browser no longer; False if they were not."""
    return bool(member.push_devices.filter(endpoint=endpoint).delete()[0])


def remove_other_devices(*, member: User, session_key: str | None) -> int:
    """The member is told in no browser but that of this session; returns in how many they were."""
    return member.push_devices.exclude(session=handle_of(session_key)).delete()[0]


def told_where(member: User, session_key: str | None) -> dict[str, bool | int]:
    """Whether the member is ``told`` in the browser that has this session, and in how many
    ``others``."""
    handle, found = handle_of(session_key), devices_of(member)
    told = sum(device.session == handle for device in found)
    return {"told": told > 0, "others": len(found) - told}


def devices_of(member: User) -> Sequence[PushDevice]:
    """Where the member is told: not where they are since logged out by a new password."""
    if not member.is_active:
        return []
    hashes = [member.get_session_auth_hash(), *member.get_session_auth_fallback_hash()]
    marks = [password_mark(each) for each in hashes]
    return [
        device
        for device in member.push_devices.all()  # each knows the member, who is read no more
        if any(constant_time_compare(device.password, mark) for mark in marks)
    ]


def password_mark(session_auth_hash: str) -> str:
    """What changes with the password, as the hash in its sessions does, and logs nobody in."""
    return sha256(session_auth_hash.encode()).hexdigest()[:24]


def connect_signals() -> None:
    """From now on a device goes with the session in which it was added."""
    post_delete.connect(_session_ended, sender=Session, dispatch_uid="notices.push.session_ended")


def _session_ended(instance: Session, **_signal: Any) -> None:
    """Somebody logged out there, or was logged out. A session whose time was up has ended by
    itself: who plays a turn a day goes on being told."""
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

"""Setting, testing and removing webhooks."""

from __future__ import annotations

import secrets
from base64 import b64encode
from datetime import datetime

from django.db import transaction

from accounts.models import User
from accounts.models.tokens import digest_of
from accounts.services.locking import lock_member
from notices.hooks.sending import BEGINNING, may_have_address
from notices.models import HookCall, Webhook
from transport.refusals import Refused


def new_secret() -> str:
    """A new secret of 256 bits, in the form that Standard Webhooks defines."""
    return BEGINNING + b64encode(secrets.token_bytes(32)).decode()


def check_address(address: str) -> None:
    """Raises Refused ``bad-address`` if a webhook may not have this address."""
    if not may_have_address(address):
        raise Refused(
            "bad-address",
            "Enter a complete address that begins with https:// and a host name, without a port.",
            at="address",
        )


def set_webhook(*, member: User, address: str, now: datetime) -> Webhook:
    """Sets the member's webhook, with a new secret, in place of an earlier one. Raises Refused
    ``bad-address``."""
    check_address(address)
    with transaction.atomic():
        lock_member(member.pk)  # they may click twice
        remove_webhook(member=member)
        return Webhook.objects.create(
            member=member,
            address=address,
            secret=new_secret(),
            password_digest=digest_of(member.password),
            made_at=now,
        )


def confirm_webhook(*, hook: Webhook, member: User) -> None:
    """Lets the site send to the member's webhook again after a change of their password."""
    Webhook.objects.filter(pk=hook.pk, member=member).update(
        password_digest=digest_of(member.password)
    )


def remove_webhook(*, member: User) -> bool:
    """Removes the member's webhook; False if there is none."""
    return bool(Webhook.objects.filter(member=member).delete()[0])


def send_test(*, hook: Webhook, now: datetime) -> None:
    """Has a test sent by the next worker, unless one is waiting."""
    if not hook.calls.filter(what=HookCall.What.TEST).exists():
        HookCall.objects.create(hook=hook, what=HookCall.What.TEST, made_at=now, due_at=now)

"""Telling a member's open pages that their notices have changed: a hint without content."""

from __future__ import annotations

from django.utils import timezone

from accounts.sockets import sockets_of
from transport.messages import Event
from transport.sending import send_on_commit


class NoticesChanged(Event, tag="notices.changed"):
    """Something in this member's notices changed."""


def hint(member: int) -> tuple[str, Event]:
    """The group of all open pages of a member, and the hint for it."""
    return sockets_of(member), NoticesChanged()


def hint_on_commit(member: int) -> None:
    """Sends the hint when the transaction commits."""
    group, message = hint(member)
    message.now = timezone.now()
    send_on_commit((group, message))

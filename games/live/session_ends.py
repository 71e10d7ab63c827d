"""Tells a member's open sockets that a session may have ended, so that they look again.

A socket outlives the request that it was opened with. Whoever logs out, gets a new password, is
shut out or deletes the account leaves pages open, here and elsewhere: what is meant for a seat
must not reach them any longer.
"""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.db.models.signals import post_delete, post_save

from accounts.models import Session, User
from games.live import groups
from games.live.sending import send_now

ENDING = {"password", "is_active"}
"""The columns of a member with which sessions end."""


def connect_signals() -> None:
    """From now on the ends of sessions are told."""
    post_delete.connect(_session_deleted, sender=Session, dispatch_uid="games.session_deleted")
    post_delete.connect(_member_deleted, sender=User, dispatch_uid="games.member_deleted")
    post_save.connect(_member_saved, sender=User, dispatch_uid="games.member_saved")


def tell_sockets(user_id: int) -> None:
    """Lets every open socket of a member look again, once the transaction has committed."""

    def send() -> None:
        send_now([(groups.account(user_id), "")])

    transaction.on_commit(send, robust=True)


def _session_deleted(instance: Session, **_signal: Any) -> None:
    if instance.user_id is not None:
        tell_sockets(instance.user_id)


def _member_deleted(instance: User, **_signal: Any) -> None:
    tell_sockets(instance.pk)


def _member_saved(
    instance: User, created: bool, update_fields: frozenset[str] | None, **_signal: Any
) -> None:
    if not created and (update_fields is None or ENDING & update_fields):
        tell_sockets(instance.pk)

"""Suspending members, and lifting suspensions; their open pages are told."""

from __future__ import annotations

from datetime import datetime

from accounts.models import Suspension, User
from accounts.roles import is_appointed
from accounts.sockets import tell_sockets
from transport.refusals import Refused


def check_suspension(*, user: User, until: datetime, by: User | None, now: datetime) -> None:
    """Raises Refused ``self``, ``moderator``, ``bot`` or ``past`` if this makes no sense."""
    if by is not None and user.pk == by.pk:
        raise Refused("self", "You cannot suspend yourself.")
    if user.is_bot:
        raise Refused("bot", "Bots cannot be suspended; a host can take a bot off the table.")
    if is_appointed(user):
        raise Refused("moderator", "Moderators cannot be suspended; ask a superuser.")
    if until <= now:
        raise Refused("past", "The end of a suspension lies in the future.")


def suspend(
    *, user: User, reason: str, until: datetime, by: User | None, now: datetime
) -> Suspension:
    """Lets the member watch but not play, host or chat until then. Raises Refused."""
    check_suspension(user=user, until=until, by=by, now=now)
    made = Suspension.objects.create(user=user, reason=reason, until=until, by=by, created_at=now)
    tell_sockets(user.pk)
    return made


def lift(*, suspension: Suspension, now: datetime) -> None:
    """Ends a suspension early. Lifting twice changes nothing."""
    Suspension.objects.filter(pk=suspension.pk, lifted_at=None).update(lifted_at=now)
    suspension.refresh_from_db(fields=["lifted_at"])
    tell_sockets(suspension.user_id)

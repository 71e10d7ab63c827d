"""Measures by moderators: warning, banning from chats, suspending, and lifting the last two. The
member is notified, and their open pages are updated."""

from __future__ import annotations

from datetime import datetime
from typing import TypeVar

from django.contrib.admin.models import CHANGE, LogEntry
from django.db import transaction
from django.db.models import Model

from accounts import publishing
from accounts.models import ChatBan, MemberWarning, Restriction, Suspension, User
from accounts.roles import is_appointed
from accounts.sockets import tell_sockets
from transport.refusals import Refused

Restricting = TypeVar("Restricting", bound=Restriction)


def check_measure(
    *, user: User, by: User | None, now: datetime, until: datetime | None = None
) -> None:
    """Raises Refused ``self``, ``moderator``, ``bot`` or ``past`` if the measure is not
    possible."""
    if by is not None and user.pk == by.pk:
        raise Refused("self", "You cannot do that to yourself.")
    if user.owner is not None:
        values = {"name": user.owner}
        raise Refused("bot", "This is a bot of %(name)s, who answers for it.", values=values)
    if user.is_bot:
        raise Refused("bot", "This is a bot; a host can take a bot off the table.")
    if is_appointed(user):
        raise Refused(
            "moderator", "Moderators cannot do that to moderators; ask the site’s administrator."
        )
    if until is not None and until <= now:
        raise Refused("past", "The end must be in the future.")


def warn(*, user: User, reason: str, by: User | None, now: datetime) -> MemberWarning:
    """Warns a member. Raises Refused like :func:`check_measure`."""
    check_measure(user=user, by=by, now=now)
    with transaction.atomic():
        made = MemberWarning.objects.create(user=user, reason=reason, by=by, created_at=now)
        publishing.emit(made)
    return made


def ban_from_chat(
    *, user: User, reason: str, until: datetime, by: User | None, now: datetime
) -> ChatBan:
    """Bans a member from writing in chats until ``until``; they can still read. Raises Refused."""
    return _restrict(ChatBan, user, reason, until, by, now)


def suspend(
    *, user: User, reason: str, until: datetime, by: User | None, now: datetime
) -> Suspension:
    """Suspends a member until ``until``: they can watch but not play, host or chat. Raises
    Refused."""
    return _restrict(Suspension, user, reason, until, by, now)


def lift(*, restriction: Restriction, now: datetime, by: User | None = None) -> bool:
    """Ends a chat ban or a suspension early; returns whether it was in force. Lifting twice changes
    nothing."""
    with transaction.atomic():
        held = type(restriction).objects.holding(now).filter(pk=restriction.pk)
        lifted = held.update(lifted_at=now, lifted_by=by)
        restriction.refresh_from_db(fields=["lifted_at", "lifted_by"])
        if lifted:
            publishing.emit(restriction)
            tell_sockets(restriction.user_id)
    return bool(lifted)


def _restrict(
    kind: type[Restricting],
    user: User,
    reason: str,
    until: datetime,
    by: User | None,
    now: datetime,
) -> Restricting:
    check_measure(user=user, by=by, now=now, until=until)
    with transaction.atomic():
        made = kind(user=user, reason=reason, until=until, by=by, created_at=now)
        made.save()
        publishing.emit(made)
        tell_sockets(user.pk)
    return made


def note_act(*, by: User, of: Model, what: str) -> None:
    """Adds an entry to a row's history about what a moderator did to it, as the admin does for its
    own changes."""
    LogEntry.objects.log_actions(by.pk, [of], CHANGE, what, single_object=True)

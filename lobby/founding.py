"""Founding a club: its first moderator, and an invitation.

All in one transaction: an interrupted founding starts over, and a finished one is never repeated.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.contrib.auth.models import Group

from accounts.models import Invitation, User
from accounts.roles import HOSTS
from accounts.services.invitations import invite
from accounts.services.roles import make_moderator, set_host

FIRST_MODERATOR = "Steward"
FIRST_INVITATION_USES = 10
INVITATION_LASTS = timedelta(days=30)


@dataclass(frozen=True)
class Founding:
    """What the first moderator needs to know."""

    moderator: User
    password: str
    invitation: Invitation


def is_founded() -> bool:
    """Whether the club has a superuser. Call it in a transaction: it locks the hosts' group, so
    that only one founding runs at a time."""
    list(Group.objects.select_for_update().filter(name=HOSTS))
    return User.objects.filter(is_superuser=True).exists()


def found_club(*, now: datetime) -> Founding:
    """Creates the first moderator, a superuser, and an invitation for the first members.

    The caller holds the transaction and has checked :func:`is_founded`.
    """
    password = secrets.token_urlsafe(12)
    moderator = User.objects.create_superuser(FIRST_MODERATOR, password=password)
    make_moderator(user=moderator)
    set_host(user=moderator, hosts=True)
    invitation = invite(
        creator=moderator,
        note="For the first members",
        most_uses=FIRST_INVITATION_USES,
        expires_at=now + INVITATION_LASTS,
        now=now,
    )
    return Founding(moderator, password, invitation)

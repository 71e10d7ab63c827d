"""Making and revoking invitations, and joining with one."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import F, QuerySet

from accounts import publishing
from accounts.invitations import find_invitation
from accounts.models import Invitation, InvitationUse, Suspension, User
from accounts.names import NAME_TAKEN
from accounts.publishing import Joined
from accounts.services.locking import lock_member
from accounts.services.names import lock_names, why_taken
from accounts.zones import own_zone
from transport.refusals import Refused, lazy_moment

LASTS = timedelta(days=30)
"""How long a member's invitation is valid, and how long it counts towards the member's limit."""


def invite(
    *, creator: User | None, note: str = "", most_uses: int = 1, expires_at: datetime, now: datetime
) -> Invitation:
    """Makes an invitation with a random code."""
    return Invitation.objects.create(
        creator=creator, note=note, most_uses=most_uses, expires_at=expires_at, created_at=now
    )


def invite_as_member(*, member: User, note: str, now: datetime) -> Invitation:
    """Makes a member's own invitation, for one person. Locks the member's row, so that two requests
    at the same time cannot exceed the limit.

    Raises Refused ``not-allowed``, ``suspended`` or ``too-many``.
    """
    with transaction.atomic():
        lock_member(member.pk)
        if settings.INVITATIONS_PER_MEMBER <= 0 or member.is_bot or not member.is_active:
            raise Refused("not-allowed", "In this club moderators invite. Ask one of them.")
        suspension = Suspension.of(member, now)
        if suspension is not None:
            raise Refused(
                "suspended",
                "You are suspended until %(until)s and cannot invite anyone. Reason: %(reason)s",
                values={
                    "until": lazy_moment(suspension.until.astimezone(own_zone(member))),
                    "reason": suspension.reason,
                },
            )
        if invitations_left(member, now) <= 0:
            raise Refused(
                "too-many",
                "You have used all your invitations for 30 days. You can withdraw one that "
                "nobody has used and make it again.",
            )
        return invite(creator=member, note=note, expires_at=now + LASTS, now=now)


def invitations_left(member: User, now: datetime) -> int:
    """How many people this member may still invite now. An invitation that was withdrawn before
    anybody used it does not count."""
    return max(0, settings.INVITATIONS_PER_MEMBER - _counted(member, now).count())


@dataclass(frozen=True)
class NoneLeft:
    """A member has no invitation left: ``until`` when, and whether they ``can_withdraw`` one that
    counts, so as to have one now."""

    until: datetime
    can_withdraw: bool


def none_left(member: User, now: datetime) -> NoneLeft | None:
    """When the member, who has no invitation left, may invite again; None if they may now, or if
    only moderators invite."""
    most, counted = settings.INVITATIONS_PER_MEMBER, _counted(member, now)
    made = list(counted.order_by("-created_at").values_list("created_at", flat=True)[:most])
    if most <= 0 or len(made) < most:
        return None
    unused = counted.filter(used=0, expires_at__gt=now)
    return NoneLeft(made[-1] + LASTS, can_withdraw=unused.exists())


def _counted(member: User, now: datetime) -> QuerySet[Invitation]:
    """The member's invitations that count towards the limit."""
    made = Invitation.objects.filter(creator=member, created_at__gt=now - LASTS)
    return made.exclude(revoked_at__isnull=False, used=0)


def revoke_own_invitation(*, member: User, invitation_id: int, now: datetime) -> None:
    """Withdraws an invitation that the member has made. Raises Refused ``not-found``."""
    own = Invitation.objects.filter(creator=member, pk=invitation_id).first()
    if own is None:
        raise Refused("not-found", "You have no such invitation.")
    revoke_invitation(invitation=own, now=now)


def revoke_invitation(*, invitation: Invitation, now: datetime) -> bool:
    """Withdraws an invitation: nobody else can join with it. Those who already have stay members.
    Idempotent; returns whether it had not been withdrawn before."""
    open_ones = Invitation.objects.filter(pk=invitation.pk, revoked_at=None)
    revoked = open_ones.update(revoked_at=now)
    invitation.refresh_from_db(fields=["revoked_at"])
    return bool(revoked)


def register_member(
    *, code: str, name: str, password: str, email: str, now: datetime, guest: User | None = None
) -> User:
    """Makes a member, uses the invitation once, and notes who used it and when. The row of a
    ``guest`` becomes the member's, so that their games do, too.

    One transaction. The use is counted by a conditional update, which locks the invitation's row:
    if two people try to take the last place, the second finds none left. Raises Refused
    ``unknown``, ``revoked``, ``expired``, ``used-up`` or ``name-taken``; then nothing is stored.
    """
    with transaction.atomic():
        invitation = _use_once(code, now)
        user = _make_member(name, password, email, guest, now)
        InvitationUse.objects.create(invitation=invitation, user=user, used_at=now)
        if email:
            EmailAddress.objects.create(user=user, email=email, primary=True, verified=False)
        publishing.emit(Joined(user))
    return user


def _use_once(code: str, now: datetime) -> Invitation:
    invitation = find_invitation(code, now)
    still_open = Invitation.objects.filter(
        pk=invitation.pk, used__lt=F("most_uses"), revoked_at=None, expires_at__gt=now
    )
    if not still_open.update(used=F("used") + 1):
        raise Refused(
            "used-up",
            "Somebody has just used the last place of this invitation. Ask the person who "
            "invited you for a new code; what you entered is kept here.",
        )
    return invitation


def _make_member(name: str, password: str, email: str, guest: User | None, now: datetime) -> User:
    lock_names()
    taken = why_taken(name)
    if taken is not None:
        raise Refused("name-taken", taken)
    try:
        with transaction.atomic():
            was = None if guest is None else _lock_guest(guest)
            if was is None:
                return User.objects.create_user(name, email=email, password=password)
            was.username, was.email = User.normalize_username(name), email
            was.is_guest, was.date_joined = False, now
            was.set_password(password)
            was.save()
            return was
    except IntegrityError:  # somebody took it just now
        raise Refused("name-taken", NAME_TAKEN) from None


def _lock_guest(guest: User) -> User | None:
    """The guest's row, locked; None if it has been deleted or is a member's by now."""
    return User.objects.select_for_update().filter(pk=guest.pk, is_guest=True).first()

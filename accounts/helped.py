"""Sessions of members who had help with logging in, and what these sessions do not show.

A superuser who makes a link for a new password could use it, log in as the member and open a game.
A session that begins after such help is therefore *helped*: it does not show what the member sealed
or planned before it began (:func:`accounts.sessions.hidden_before`). Nothing that is changed in
such a session ends this. It ends when the member proves their identity by a second factor or a
mailbox that they had before the help. Then whatever the helper may have left in the account is
removed (:func:`end_help`).
"""

from __future__ import annotations

from datetime import datetime

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.db import transaction
from django.utils.crypto import constant_time_compare, salted_hmac

from accounts.models import User

PROVED = "proved"
"""Key of a session's data: the id of the member who used a second factor from before the help."""

OWN = "own"
"""Key of a factor's data, present if it was set up after help, in a session that was not helped."""


def note_help(user: User, now: datetime) -> None:
    """Marks the member as helped: sessions that begin from now on are helped. If they already were,
    the time of the first help stays, because whatever was set up since then proves nothing. The
    caller holds the transaction."""
    if User.objects.filter(pk=user.pk, helped_at=None).update(
        helped_at=now, helped_address=_mark_of_address(user)
    ):
        user.refresh_from_db(fields=["helped_at", "helped_address"])


def note_factor_used(session: object, user: User, factor: Authenticator) -> None:
    """Stores in the session that a second factor was used, to log in or to confirm the identity. It
    counts only if it was set up before the help."""
    helped_at = _helped_at(user)
    if helped_at is not None and factor.created_at < helped_at:
        session[PROVED] = user.pk  # type: ignore[index]


def note_own_factor(user: User, factor: Authenticator) -> None:
    """Stores that a factor was set up in a session that is not helped: the end of the help leaves
    it where it is. Without help there is nothing to store."""
    if _helped_at(user) is not None:
        factor.data[OWN] = True
        factor.save(update_fields=["data"])


def begins_helped(session: object, user: User) -> bool:
    """Whether the session in which this member is logging in is helped."""
    proved = session.get(PROVED) == user.pk  # type: ignore[attr-defined]
    return _helped_at(user) is not None and not proved


def note_mailbox_shown(user: User) -> bool:
    """Ends the help of a member who chose a password with a link sent to their address, if they had
    the same address before the help; returns whether anything was removed (:func:`end_help`)."""
    mark = User.objects.values_list("helped_address", flat=True).get(pk=user.pk)
    shown = mark and constant_time_compare(mark, _mark_of_address(user))
    return bool(shown) and end_help(user)


@transaction.atomic
def end_help(user: User) -> bool:
    """Marks the member as no longer helped, so that new sessions show everything again.

    The helper could have left a way into the account, so this also removes second factors that were
    not set up by the member for certain, and addresses that were never confirmed. Returns whether
    there were any.
    """
    helped_at = User.objects.select_for_update().get(pk=user.pk).helped_at
    if helped_at is None:
        return False
    since = Authenticator.objects.filter(user=user, created_at__gte=helped_at)
    left = [factor.pk for factor in since if not factor.data.get(OWN)]
    unproved = EmailAddress.objects.filter(user=user, verified=False)
    addresses = list(unproved.values_list("email", flat=True))
    Authenticator.objects.filter(pk__in=left).delete()
    unproved.delete()
    User.objects.filter(pk=user.pk, email__in=addresses).update(email="")
    User.objects.filter(pk=user.pk).update(helped_at=None, helped_address="")
    return bool(left or addresses)


def _helped_at(user: User) -> datetime | None:
    return User.objects.values_list("helped_at", flat=True).get(pk=user.pk)


def _mark_of_address(user: User) -> str:
    """A keyed hash of the member's confirmed address; empty if they have none."""
    own = EmailAddress.objects.filter(user=user, verified=True).order_by("pk").first()
    return "" if own is None else salted_hmac("accounts.helped", own.email.lower()).hexdigest()

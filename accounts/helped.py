"""Members whom somebody else helped to log in, and what is not shown to them then.

A superuser who makes a link for a new password could use it, log in as the member and open a game.
So a session that begins after such help is *helped*: it is not shown what the member sealed or
planned before it began (:func:`accounts.sessions.hidden_before`). That lasts, whatever is changed
in such a session, until the member has shown that they are there themselves: by a second factor, or
a mailbox, that they had before the help.
"""

from __future__ import annotations

from datetime import datetime

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.utils.crypto import constant_time_compare, salted_hmac

from accounts.models import User

PROVED = "proved"
"""The key of a session's data under which the member stands who showed a second factor of before
the help."""


def note_help(user: User, now: datetime) -> None:
    """From now on sessions of this member begin helped. Help that was given before counts on: what
    has been set up since is nobody's proof. The caller holds the transaction."""
    if User.objects.filter(pk=user.pk, helped_at=None).update(
        helped_at=now, helped_address=_mark_of_address(user)
    ):
        user.refresh_from_db(fields=["helped_at", "helped_address"])


def note_factor_used(session: object, user: User, factor: Authenticator) -> None:
    """A second factor was shown in this session, to log in or once more."""
    helped_at = _helped_at(user)
    if helped_at is not None and factor.created_at < helped_at:
        session[PROVED] = user.pk  # type: ignore[index]


def begins_helped(session: object, user: User) -> bool:
    """Whether the session in which this member logs in now is helped."""
    proved = session.get(PROVED) == user.pk  # type: ignore[attr-defined]
    return _helped_at(user) is not None and not proved


def note_mailbox_shown(user: User) -> None:
    """The member chose a password with a link that was sent to their address: where it is the one
    that they had before the help, the help is over."""
    mark = User.objects.values_list("helped_address", flat=True).get(pk=user.pk)
    if mark and constant_time_compare(mark, _mark_of_address(user)):
        end_help(user)


def end_help(user: User) -> None:
    """Sessions that begin from now on are shown everything."""
    User.objects.filter(pk=user.pk).update(helped_at=None, helped_address="")


def _helped_at(user: User) -> datetime | None:
    return User.objects.values_list("helped_at", flat=True).get(pk=user.pk)


def _mark_of_address(user: User) -> str:
    """What tells the member's confirmed address from others; empty where there is none."""
    own = EmailAddress.objects.filter(user=user, verified=True).order_by("pk").first()
    return "" if own is None else salted_hmac("accounts.helped", own.email.lower()).hexdigest()

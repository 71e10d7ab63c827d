"""Links for members who forgot their password: a superuser makes one, and it works once."""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta
from hashlib import sha256

from django.db import transaction
from django.utils.translation import gettext_lazy

from accounts import publishing
from accounts.helped import note_help
from accounts.models import PasswordLink, User
from accounts.publishing import Helped
from accounts.services.sessions import end_other_sessions
from transport.refusals import Refused

LASTS = timedelta(days=3)
"""How long a link works; the same as for links sent by mail."""

LONGEST_TOKEN = 100

GONE = gettext_lazy(
    "This link has been used, or it is too old. Ask the administrator for a new one."
)


def make_password_link(*, member: User, by: User, now: datetime) -> str:
    """Makes a link and returns its secret part, which is not stored. Earlier links for the member
    stop working. The member is notified; the caller sends them a mail."""
    token = secrets.token_urlsafe(24)
    with transaction.atomic():
        PasswordLink.objects.filter(member=member, used_at=None).delete()
        PasswordLink.objects.create(
            member=member, by=by, digest=_digest(token), made_at=now, expires_at=now + LASTS
        )
        publishing.emit(Helped(member, "link-made"))
    return token


def find_password_link(token: str, now: datetime) -> PasswordLink:
    """The link with this secret part, if it still works. Raises Refused ``link-gone``."""
    known = len(token) <= LONGEST_TOKEN and token.isascii()
    links = PasswordLink.objects.select_related("member")
    found = links.filter(digest=_digest(token), used_at=None).first() if known else None
    if found is None or found.expires_at <= now or not found.member.is_active:
        raise Refused("link-gone", GONE)
    return found


def use_password_link(*, token: str, password: str, now: datetime) -> User:
    """Gives the member this password; the link works only once. All their sessions end, and those
    that begin from now on are helped (:mod:`accounts.helped`). Raises Refused ``link-gone``."""
    with transaction.atomic():
        link = find_password_link(token, now)
        if not PasswordLink.objects.filter(pk=link.pk, used_at=None).update(used_at=now):
            raise Refused("link-gone", GONE)
        member = link.member
        note_help(member, now)
        member.set_password(password)
        member.save(update_fields=["password"])
        end_other_sessions(user=member, kept=None)
        publishing.emit(Helped(member, "link-used"))
    return member


def forget_password_links(*, now: datetime) -> int:
    """Deletes links that expired over a month ago; returns how many."""
    return PasswordLink.objects.filter(expires_at__lt=now - timedelta(days=30)).delete()[0]


def _digest(token: str) -> str:
    return sha256(token.encode(errors="replace")).hexdigest()

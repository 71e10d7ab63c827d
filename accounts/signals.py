"""The reactions to logging in and to changing how one logs in: log lines, data in the session,
ending other sessions, mail."""

from __future__ import annotations

import logging
from datetime import UTC
from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from allauth.account.signals import email_removed, password_changed, password_reset
from allauth.mfa.models import Authenticator
from allauth.mfa.signals import (
    authenticator_added,
    authenticator_removed,
    authenticator_reset,
    authenticator_used,
)
from django.contrib import messages
from django.contrib.auth.signals import user_logged_in, user_logged_out, user_login_failed
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext

from accounts.helped import (
    PROVED,
    begins_helped,
    end_help,
    note_factor_used,
    note_mailbox_shown,
    note_own_factor,
)
from accounts.models import User
from accounts.roles import is_appointed
from accounts.second_factors import SECOND_FACTORS
from accounts.services.members import note_seen
from accounts.services.sessions import end_other_sessions
from accounts.sessions import HELPED, note_login

logger = logging.getLogger("accounts.security")
"""Logs at INFO which member, by id, logged in, logged out or changed how they log in."""


def connect_signals() -> None:
    """Connects the receivers below."""
    for signal, receiver in (
        (user_logged_in, _logged_in),
        (user_logged_out, _logged_out),
        (user_login_failed, _login_failed),
        (authenticator_added, _factor_added),
        (authenticator_reset, _codes_renewed),
        (authenticator_used, _factor_used),
        (password_reset, _password_reset),
        (password_changed, _password_changed),
        (authenticator_removed, _factor_removed),
        (email_removed, _address_removed),
    ):
        signal.connect(receiver, dispatch_uid=f"accounts.{receiver.__name__}")


def _logged_in(request: HttpRequest, user: User, **_signal: Any) -> None:
    if user.is_guest:
        return  # a guest's session notes nothing
    logger.info("member %s logged in", user.pk)
    now = timezone.now()
    note_seen(member_id=user.pk, now=now)
    user.last_seen_on = now.astimezone(UTC).date()  # in case the whole row is saved later
    note_login(
        request.session,
        agent=request.headers.get("User-Agent", ""),
        moderates=is_appointed(user),
        now=now,
        helped=begins_helped(request.session, user),
    )


def _logged_out(user: User | None, **_signal: Any) -> None:
    if user is not None:
        logger.info("member %s logged out", user.pk)


def _login_failed(**_signal: Any) -> None:
    logger.info("a name and a password did not fit together")


def _factor_added(
    request: HttpRequest, user: User, authenticator: Authenticator, **_signal: Any
) -> None:
    """Ends all other sessions once the first second factor is set up, as they were begun without
    one."""
    logger.info("member %s set up %s", user.pk, authenticator.type)
    if not request.session.get(HELPED):
        note_own_factor(user, authenticator)
    factors = Authenticator.objects.filter(user=user, type__in=SECOND_FACTORS)
    if authenticator.type in SECOND_FACTORS and factors.count() == 1:
        end_other_sessions(user=user, kept=request.session.session_key)


def _codes_renewed(
    request: HttpRequest, user: User, authenticator: Authenticator, **_signal: Any
) -> None:
    logger.info("member %s made new %s", user.pk, authenticator.type)
    if not request.session.get(HELPED):
        note_own_factor(user, authenticator)


def _factor_used(
    request: HttpRequest, user: User, authenticator: Authenticator, **_signal: Any
) -> None:
    note_factor_used(request.session, user, authenticator)
    if request.session.get(PROVED) == user.pk:  # ends the help in this session, too
        request.session.pop(HELPED, None)


def _password_reset(request: HttpRequest, user: User, **_signal: Any) -> None:
    """Ends the help if it may, after the password was changed with a link mailed to the member."""
    if note_mailbox_shown(user):
        _tell_of_removed(request, user)


def _password_changed(request: HttpRequest, user: User, **_signal: Any) -> None:
    """Ends the help, unless the session is helped itself: the new password is the member's own."""
    if not request.session.get(HELPED) and end_help(user):
        _tell_of_removed(request, user)


def _tell_of_removed(request: HttpRequest, user: User) -> None:
    """Tells the member, on the page and by mail, what was removed when the help ended."""
    logger.info("member %s lost what was set up during help", user.pk)
    words = gettext(
        "You had been helped with logging in. What has been added to your account since then and "
        "may not be yours is removed now: apps, passkeys, recovery codes, addresses that were not "
        "confirmed. If it was yours, please add it again."
    )
    messages.warning(request, words)
    get_adapter().send_notification_mail("account/email/help_ended", user)


def _factor_removed(user: User, authenticator: Authenticator, **_signal: Any) -> None:
    logger.info("member %s removed %s", user.pk, authenticator.type)


def _address_removed(user: User, email_address: EmailAddress, **_signal: Any) -> None:
    """Sends a mail to the address that was removed; there is no other to write to."""
    if email_address.verified:
        get_adapter().send_notification_mail(
            "account/email/email_deleted",
            user,
            {"deleted_email": email_address.email},
            email=email_address.email,
        )

"""The club's adapter for allauth: sign-up, limits on password attempts, and mail."""

from __future__ import annotations

import logging
import time
from typing import Any, ClassVar
from urllib.parse import urlsplit

from allauth.account import app_settings as account_settings
from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.authentication import get_authentication_records
from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.base_user import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.urls import get_script_prefix, reverse, set_script_prefix
from django.utils import timezone, translation
from django.utils.translation import gettext, gettext_lazy

from accounts.language import language_for
from accounts.models import User
from accounts.password_attempts import remember_browser, try_password
from accounts.zones import own_zone
from transport.refusals import Refused

logger = logging.getLogger(__name__)

CONFIRMATION_SENT = "account/messages/email_confirmation_sent.txt"
NO_MAIL = gettext_lazy(
    "The email with the link could not be sent: the mail server is not responding. Wait "
    "a few minutes, then send it again from your account."
)


class ClubAdapter(DefaultAccountAdapter):
    """Closes allauth's own sign-up; error messages say what to do."""

    error_messages: ClassVar[dict[str, Any]] = {
        **DefaultAccountAdapter.error_messages,
        "account_inactive": gettext_lazy(
            "This account is closed. If this is a mistake, ask a moderator."
        ),
        "enter_current_password": gettext_lazy("That is not your password. Please enter it again."),
        "incorrect_password": gettext_lazy("That is not your password. Please enter it again."),
        "username_password_mismatch": gettext_lazy(
            "Wrong name or password. Check both; capital letters matter in the "
            "password, not in the name."
        ),
        "too_many_login_attempts": gettext_lazy(
            "Too many wrong codes in a row. Wait five minutes, then try again."
        ),
        "duplicate_email": gettext_lazy("This is already your address."),
        "same_as_current": gettext_lazy("This is already your address."),
        "rate_limited": gettext_lazy(
            "Too many attempts in a row. Wait a few minutes, then try again."
        ),
    }

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """False: members register in accounts.views.joining, not on allauth's page."""
        return False

    def is_safe_url(self, url: str) -> bool:
        """Whether it is safe to redirect to this URL; False if it cannot be parsed."""
        try:
            return super().is_safe_url(url)
        except ValueError:  # such as "http://[::1"
            return False

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Counts the attempt as wrong until the password proves right. Raises ``ValidationError``
        after too many attempts."""
        try:
            self.attempt = try_password(request, credentials.get("username", ""))
        except Refused as refused:
            raise ValidationError(refused.message, code=refused.code) from None

    def authenticate(self, request: HttpRequest, **credentials: Any) -> AbstractBaseUser | None:
        """The user with this name and password; None if they do not match."""
        user: AbstractBaseUser | None = super().authenticate(request, **credentials)
        if user is not None:
            self.attempt.was_right()
            _keep_logged_in(request, user)
        return user

    def set_password(self, user: AbstractBaseUser, password: str) -> None:
        """Stores the password, and nothing else of a row that was read a while ago: a moderator may
        close the account meanwhile."""
        user.set_password(password)
        user.save(update_fields=["password"])

    def post_login(self, request: HttpRequest, user: AbstractBaseUser, **more: Any) -> HttpResponse:
        """Redirects, and remembers the browser."""
        response: HttpResponse = super().post_login(request, user, **more)
        remember_browser(request, response, user)
        return response

    def is_reauthentication_required(self, *, app: str, **more: Any) -> bool:
        """Whether a member has to confirm their identity, unless they just did. Logging in and
        joining confirm it, too; allauth itself would ask again at once."""
        records = get_authentication_records(self.request, self.request.user)
        if records and time.time() - records[-1]["at"] < account_settings.REAUTHENTICATION_TIMEOUT:
            return False
        return super().is_reauthentication_required(app=app, **more)

    def get_reauthentication_methods(self, user: Any) -> list[dict[str, Any]]:
        """The ways to confirm one's identity, described in the club's words."""
        words = {
            "reauthenticate": gettext("Use your password"),
            "mfa_reauthenticate": gettext("Use a code"),
            "mfa_reauthenticate:webauthn": gettext("Use a passkey"),
        }
        return [
            {**method, "description": words[method["id"]]}
            for method in super().get_reauthentication_methods(user)
        ]

    def send_confirmation_mail(
        self, request: HttpRequest, emailconfirmation: Any, signup: bool
    ) -> None:
        """Sends the link that confirms an address.

        If the address belongs to another member, that member gets a mail instead. The page says the
        same in both cases, so that nobody can find out whose addresses are registered. If the mail
        cannot be sent, the rest of the form is stored all the same, and the page says so.
        """
        try:
            self._send_confirmation_mail(request, emailconfirmation, signup)
        except OSError as error:  # includes smtplib's; their messages contain addresses
            logger.error("a link to confirm an address was not sent: %s", type(error).__name__)
            request.mail_failed = True  # type: ignore[attr-defined]

    def _send_confirmation_mail(
        self, request: HttpRequest, emailconfirmation: Any, signup: bool
    ) -> None:
        address = emailconfirmation.email_address
        theirs = EmailAddress.objects.filter(email=address.email, verified=True)
        owner = theirs.exclude(user=address.user).select_related("user").first()
        if owner is None:
            super().send_confirmation_mail(request, emailconfirmation, signup)
        else:
            context = {"user": owner.user, "reset_url": address_in_mail("account_reset_password")}
            self.send_mail("account/email/account_already_exists", owner.email, context)

    def add_message(
        self, request: HttpRequest, level: int, message_template: str | None = None, *more: Any,
        **named: Any,
    ) -> None:  # fmt: skip
        """Shows a message; if a confirmation mail could not be sent, a warning instead."""
        if message_template == CONFIRMATION_SENT and getattr(request, "mail_failed", False):
            messages.warning(request, NO_MAIL)
            return
        super().add_message(request, level, message_template, *more, **named)

    def send_password_reset_mail(
        self, user: AbstractBaseUser, email: str, context: dict[str, Any]
    ) -> None:
        """Sends the link for choosing a new password. If sending fails, the page says the same as
        for an unknown address."""
        try:
            super().send_password_reset_mail(user, email, context)
        except OSError as error:
            logger.error("a link for a new password was not sent: %s", type(error).__name__)

    def send_notification_mail(
        self,
        template_prefix: str,
        user: AbstractBaseUser,
        context: dict[str, Any] | None = None,
        email: str | None = None,
    ) -> None:
        """Mails a member about a change, at their confirmed address; without one, sends nothing.

        The mail names no browser and no place. The change stands even if the mail cannot be sent.
        """
        if email is None:
            own = EmailAddress.objects.filter(user_id=user.pk, verified=True).first()
            email = own.email if own else None
        if email is None:
            return
        links = {
            "account_url": address_in_mail("account"),
            "reset_url": address_in_mail("account_reset_password"),
        }
        now = timezone.now()
        try:
            self.send_mail(
                template_prefix, email, {"user": user, "now": now, **links, **(context or {})}
            )
        except OSError as error:  # includes smtplib's; their messages contain addresses
            logger.error("a mail about a change could not be sent: %s", type(error).__name__)

    def format_email_subject(self, subject: str) -> str:
        """The subject, prefixed with the club's name."""
        return f"Miai: {subject}"

    def render_mail(
        self,
        template_prefix: str,
        email: str | list[str],
        context: dict[str, Any],
        headers: dict[str, str] | None = None,
    ) -> Any:
        """Renders a mail as text and as HTML, in the recipient's language and time zone. The site's
        address is taken from ``SITE_URL``."""
        reader = context.get("user")
        with (
            translation.override(language_for(reader, self.request)),
            timezone.override(own_zone(reader)),
        ):
            return self._render(template_prefix, email, context, headers)

    def _render(
        self,
        template_prefix: str,
        email: str | list[str],
        context: dict[str, Any],
        headers: dict[str, str] | None,
    ) -> Any:
        host = urlsplit(settings.SITE_URL).netloc
        site = {"domain": host, "name": host}
        context = {**context, "site_url": settings.SITE_URL, "current_site": site}
        mail = super().render_mail(template_prefix, email, context, headers)
        words = {"subject": mail.subject, "text": mail.body}
        mail.attach_alternative(render_to_string("account/email/page.html", words), "text/html")
        return mail

    def get_reset_password_from_key_url(self, key: str) -> str:
        """The link for choosing a new password, as sent by mail."""
        user, _, token = key.partition("-")
        return address_in_mail("account_reset_password_from_key", uidb36=user, key=token)

    def get_email_confirmation_url(self, request: HttpRequest, emailconfirmation: Any) -> str:
        """The link for confirming an address, as sent by mail."""
        return address_in_mail("account_confirm_email", key=emailconfirmation.key)


def is_mail_sent() -> bool:
    """Whether a mail server is configured; without one, mails are only printed."""
    return bool(settings.EMAIL_HOST)


def address_in_mail(name: str, **arguments: str) -> str:
    """The full URL of a page, built from ``SITE_URL``. The Host header of the request is not used:
    whoever sends the request chooses it, and somebody else reads the mail."""
    prefix = get_script_prefix()
    set_script_prefix("/")
    try:
        return settings.SITE_URL + reverse(name, kwargs=arguments)
    finally:
        set_script_prefix(prefix)


def _keep_logged_in(request: HttpRequest, user: AbstractBaseUser) -> None:
    """Keeps this session valid if checking the password stored it under a stronger hash. Otherwise
    confirming their identity would log the member out."""
    member = request.user
    if isinstance(member, User) and member.pk == user.pk and member.password != user.password:
        update_session_auth_hash(request, User.objects.get(pk=user.pk))

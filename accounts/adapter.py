"""Where allauth is told how this club does it."""

from __future__ import annotations

from typing import Any, ClassVar
from urllib.parse import urlsplit

from allauth.account.adapter import DefaultAccountAdapter
from django.conf import settings
from django.http import HttpRequest
from django.urls import get_script_prefix, reverse, set_script_prefix


class ClubAdapter(DefaultAccountAdapter):
    """Registering goes by invitation only; errors say what to do."""

    error_messages: ClassVar[dict[str, Any]] = {
        **DefaultAccountAdapter.error_messages,
        "account_inactive": "This account is closed. Ask a moderator if that should not be.",
        "enter_current_password": "That is not your password. Please type it again.",
        "incorrect_password": "That is not your password. Please type it again.",
        "username_password_mismatch": (
            "Name and password do not fit together. Check both; capital letters count in the "
            "password, not in the name."
        ),
        "too_many_login_attempts": (
            "There were too many wrong passwords in a row. Wait five minutes, then try again."
        ),
        "email_taken": "A member has this address already. Please use another one.",
        "duplicate_email": "This is your address already.",
        "same_as_current": "This is your address already.",
        "rate_limited": "That was too often in a row. Wait a few minutes, then try again.",
    }

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Never by allauth's own page: accounts.views.joining asks for an invitation."""
        return False

    def is_safe_url(self, url: str) -> bool:
        """Whether one may be led there; what is no address at all is not."""
        try:
            return super().is_safe_url(url)
        except ValueError:  # such as "http://[::1"
            return False

    def format_email_subject(self, subject: str) -> str:
        """The subject with the club's name before it."""
        return f"Miai: {subject}"

    def render_mail(
        self,
        template_prefix: str,
        email: str | list[str],
        context: dict[str, Any],
        headers: dict[str, str] | None = None,
    ) -> Any:
        """A mail that names the address of the site."""
        host = urlsplit(settings.SITE_URL).netloc
        site = {"domain": host, "name": host}
        context = {**context, "site_url": settings.SITE_URL, "current_site": site}
        return super().render_mail(template_prefix, email, context, headers)

    def get_reset_password_from_key_url(self, key: str) -> str:
        """The link of a mail to someone who forgot their password."""
        user, _, token = key.partition("-")
        return address_in_mail("account_reset_password_from_key", uidb36=user, key=token)

    def get_email_confirmation_url(self, request: HttpRequest, emailconfirmation: Any) -> str:
        """The link of a mail that asks whether an address is the member's."""
        return address_in_mail("account_confirm_email", key=emailconfirmation.key)

    def send_account_already_exists_mail(self, email: str) -> None:
        """Tells a member that somebody gave their address as a new one."""
        context = {
            "signup_url": address_in_mail("account_signup"),
            "password_reset_url": address_in_mail("account_reset_password"),
        }
        self.send_mail("account/email/account_already_exists", email, context)

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """Wrong passwords are counted by name. allauth counts by host, too, which the request
        says as it likes: each port would be another five attempts."""
        return str(credentials.get("email", credentials.get("username", ""))).lower()


def address_in_mail(name: str, **arguments: str) -> str:
    """The whole address of a page. A request says where the site is as its sender likes, and the
    reader of a mail is somebody else: only ``SITE_URL`` counts."""
    asked_for = get_script_prefix()
    set_script_prefix("/")
    try:
        return settings.SITE_URL + reverse(name, kwargs=arguments)
    finally:
        set_script_prefix(asked_for)

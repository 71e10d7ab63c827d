"""Where allauth is told how this club does it."""

from __future__ import annotations

from typing import Any, ClassVar

from allauth.account.adapter import DefaultAccountAdapter
from django.conf import settings
from django.http import HttpRequest


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
        context = {**context, "site_url": settings.SITE_URL}
        return super().render_mail(template_prefix, email, context, headers)

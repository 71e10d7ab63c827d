"""allauth's pages behind links in mails. Looking at one logs nobody out: anybody could lead a
member to such a link of their own."""

from __future__ import annotations

from typing import Any

from allauth.account.views import ConfirmEmailView, PasswordResetFromKeyView


class ConfirmAddressView(ConfirmEmailView):
    """Asks whether an address is the member's. Confirming it logs out whoever else is logged in."""

    def logout_other_user(self, confirmation: Any) -> None:
        """Logs another member out, once the button was pressed."""
        if self.request.method == "POST":
            super().logout_other_user(confirmation)


class NewPasswordView(PasswordResetFromKeyView):
    """Asks for a new password. Sending it logs out whoever else is logged in."""

    def logout(self) -> None:
        """Logs another member out, once the form was sent."""
        if self.request.method == "POST":
            super().logout()

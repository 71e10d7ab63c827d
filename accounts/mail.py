"""Whether the club sends mail. If it does not, pages do not mention mail."""

from __future__ import annotations

from django.conf import settings


def is_mail_sent() -> bool:
    """Whether a mail server is configured; without one, mails are only printed."""
    return bool(settings.EMAIL_HOST)

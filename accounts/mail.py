"""Whether the club sends mail. Where it does not, members are shown nothing of it."""

from __future__ import annotations

from django.conf import settings


def is_mail_sent() -> bool:
    """Whether there is a mail server; without one mails are printed."""
    return bool(settings.EMAIL_HOST)

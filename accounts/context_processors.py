"""The variables about the viewer in every template."""

from __future__ import annotations

from functools import cache
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils import timezone
from django.utils.functional import lazy
from django.utils.translation import gettext

from accounts.adapter import is_mail_sent
from accounts.models import Preferences, Suspension
from accounts.roles import lacks_second_factor


def member(request: HttpRequest) -> dict[str, Any]:
    """Template variables: ``preferences`` of the viewer (a visitor has the defaults), their
    ``suspension``, whether they are a moderator who ``lacks_second_factor``, ``is_mail_sent``, and
    ``whom_to_ask`` for an invitation.

    All but ``is_mail_sent`` are looked up when a template first uses them. Functions, as a template
    takes several steps for each attribute of a lazy object.
    """

    @cache
    def preferences() -> Preferences:
        return Preferences.of(getattr(request, "user", None))

    @cache
    def suspension() -> Suspension | None:
        user = getattr(request, "user", None)
        if not getattr(user, "is_suspended", True):  # known of a request's member
            return None
        return Suspension.of(user, timezone.now())

    @cache
    def lacks() -> bool:
        user = getattr(request, "user", None)
        return getattr(user, "is_staff", False) and lacks_second_factor(user)

    return {
        "lacks_second_factor": lacks,
        "is_mail_sent": is_mail_sent(),
        "preferences": preferences,
        "suspension": suspension,
        "whom_to_ask": lazy(whom_to_ask, str)(),
    }


def whom_to_ask() -> str:
    """A sentence that says whom to ask for an invitation."""
    if settings.INVITATION_CONTACT:
        return str(settings.INVITATION_CONTACT)
    if settings.INVITATIONS_PER_MEMBER > 0:
        return gettext("Ask a member for an invitation.")
    return gettext("Moderators send them: if you know a member, ask them whom to write to.")

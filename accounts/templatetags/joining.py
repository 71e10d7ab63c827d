"""Sentences about joining the club, for templates."""

from __future__ import annotations

from django import template
from django.conf import settings
from django.utils.translation import gettext

register = template.Library()


@register.simple_tag
def whom_to_ask() -> str:
    """A sentence that says whom to ask for an invitation."""
    if settings.INVITATION_CONTACT:
        return str(settings.INVITATION_CONTACT)
    if settings.INVITATIONS_PER_MEMBER > 0:
        return gettext("Ask a member for an invitation.")
    return gettext("Moderators send them: if you know a member, ask them whom to write to.")

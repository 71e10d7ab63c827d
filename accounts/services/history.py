"""Entries in the admin's history for what moderators do on the site's own pages."""

from __future__ import annotations

from django.contrib.admin.models import CHANGE, LogEntry
from django.db.models import Model

from accounts.models import User


def note_act(*, by: User, of: Model, what: str) -> None:
    """Adds an entry to a row's history about what a moderator did to it, as the admin does for its
    own changes."""
    LogEntry.objects.log_actions(by.pk, [of], CHANGE, what, single_object=True)

"""The admin's history, for what moderators do on the site's own pages."""

from __future__ import annotations

from django.contrib.admin.models import CHANGE, LogEntry
from django.db.models import Model

from accounts.models import User


def note_act(*, by: User, of: Model, what: str) -> None:
    """Notes in the history of a row what a moderator did to it, as the admin does of its own."""
    LogEntry.objects.log_actions(by.pk, [of], CHANGE, what, single_object=True)

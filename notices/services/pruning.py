"""What of notices is forgotten: what was read long ago, and what is nobody's any more."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from accounts.models import User
from notices.models import Announcement, Notice

AT_ONCE = 1000
"""Rows that one statement deletes, so that nobody waits for it."""

MOST = 20
"""Statements a tick."""


def prune_notices(*, now: datetime) -> int:
    """Deletes what was read ``READ_NOTICES_DAYS`` ago, what was written for a member in the moment
    in which the account was deleted, and what moderators wrote to all members and is shown no more;
    returns how many. What is left waits for the next tick."""
    long_ago = now - timedelta(days=settings.READ_NOTICES_DAYS)
    old = Notice.objects.filter(read_at__lte=long_ago)
    nobodys = Notice.objects.filter(
        ~Exists(User.objects.filter(pk=OuterRef("member_id"))), at__lte=now - timedelta(hours=1)
    )
    over = Notice.objects.filter(announcement__isnull=False).exclude(
        announcement__in=Announcement.objects.running(now)
    )
    return _delete(old) + _delete(nobodys) + _delete(over)


def _delete(notices: QuerySet[Notice]) -> int:
    """What is just being replaced is passed over: no game waits for a row here while its own are
    waited for."""
    deleted = 0
    for _ in range(MOST):
        with transaction.atomic():
            free = notices.order_by().select_for_update(skip_locked=True, of=("self",))
            keys = list(free.values_list("pk", flat=True)[:AT_ONCE])
            deleted += Notice.objects.filter(pk__in=keys).delete()[0]
        if len(keys) < AT_ONCE:
            break
    return deleted

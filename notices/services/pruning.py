"""Deletes notices that were read long ago or belong to nobody."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from accounts.models import User
from notices.models import Announcement, Notice

AT_ONCE = 1000
"""Rows per statement, so that none holds up others."""

MOST = 20
"""Statements per tick."""


def prune_notices(*, now: datetime) -> int:
    """Deletes notices that were read ``READ_NOTICES_DAYS`` ago, those of announcements that have
    ended, and those written for a member just as the account was deleted. Returns how many; the
    rest waits for the next tick."""
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
    """Skips locked rows, which a game is replacing: waiting for them could deadlock with it."""
    deleted = 0
    for _ in range(MOST):
        with transaction.atomic():
            free = notices.order_by().select_for_update(skip_locked=True, of=("self",))
            keys = list(free.values_list("pk", flat=True)[:AT_ONCE])
            deleted += Notice.objects.filter(pk__in=keys).delete()[0]
        if len(keys) < AT_ONCE:
            break
    return deleted

"""Marks notices as read, on all of a member's pages and devices, and deletes old ones."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from accounts.models import User
from notices.lists import read_on
from notices.live import hint_on_commit
from notices.models import Announcement, Notice


def read_all(*, member: User, now: datetime) -> int:
    """Marks everything as read; returns how many notices were unread."""
    return _read(member, Notice.objects.all(), now)


def read_game(*, member: User, public_id: str, now: datetime) -> int:
    """Marks the member's notices of a game and of its table as read; returns how many were
    unread."""
    return _read(member, Notice.objects.filter(read_on(game=public_id)), now)


def read_table(*, member: User, public_id: str, now: datetime) -> int:
    """Marks the member's notices of a table as read; returns how many were unread."""
    return _read(member, Notice.objects.filter(read_on(table=public_id)), now)


def read_notice(*, member: User, number: int, now: datetime) -> int:
    """Marks one notice as read; returns 0 if it already was, or is not the member's."""
    return _read(member, Notice.objects.filter(read_on(notice=number)), now)


def _read(member: User, notices: QuerySet[Notice], now: datetime) -> int:
    """Skips locked rows: a notice that is being replaced stays unread, and no game has to wait."""
    unread = notices.filter(member=member, read_at=None).order_by()
    with transaction.atomic():
        locked = unread.select_for_update(skip_locked=True, of=("self",))
        keys = list(locked.values_list("pk", flat=True))
        if keys:
            Notice.objects.filter(pk__in=keys).update(read_at=now)
            hint_on_commit(member.pk)
    return len(keys)


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

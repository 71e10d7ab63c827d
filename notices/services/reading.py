"""Marks notices as read, on all of a member's pages and devices."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet

from accounts.models import User
from notices.lists import read_on
from notices.live import hint_on_commit
from notices.models import Notice


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

"""Which uploads are waiting, which are being replayed, and who may see them."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import connection, transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.crypto import salted_hmac

from games.archive.uploads import content, words
from games.models import Upload
from transport.limits import RateKey
from transport.refusals import Refused

State = Upload.State

AT_ONCE = {"member": 4, "address": 2}
"""How many uploads of one member, or from one visitor's address, may wait or be replayed."""

SHOWN_AT_ONCE = {True: 16, False: 8}
"""How many replayed uploads of members (True) and of visitors (False) are kept."""

WORKER_GONE = timedelta(seconds=10)
"""A worker that has not reported for this long is gone."""

LOCK = 7_306_002
"""The key of the PostgreSQL advisory lock that is held to admit and claim uploads."""


def admit(record: bytes, sender: RateKey, token: str) -> Upload:
    """Queues a record, which only the holder of ``token`` may see. Raises Refused and
    RedisError."""
    by_member, sender_hash = sender.kind == "member", _hash(f"{sender.kind}:{sender.key}")
    with transaction.atomic():
        _lock()
        now = timezone.now()
        _drop_left(now)
        under_way = Upload.objects.filter(state__in=[State.WAITING, State.REPLAYING])
        if under_way.filter(sender=sender_hash).count() >= AT_ONCE[sender.kind]:
            raise Refused("too-fast", words.ENOUGH)
        # Visitors get at most half of the places, so that members always find one.
        places = settings.UPLOADS_WAITING if by_member else settings.UPLOADS_WAITING // 2
        if under_way.count() >= places:
            raise Refused("too-fast", words.BUSY)
        upload = Upload.objects.create(
            owner=_hash(token), sender=sender_hash, by_member=by_member, seen_at=now
        )
        content.keep(upload.public_id, record=record)
    return upload


def look(public_id: str, token: str) -> Upload | None:
    """Returns the upload to whoever sent it; None to anybody else, or if it is gone.

    Each look keeps the upload stored and its replay running. If its worker is gone, it is refused.
    Raises RedisError.
    """
    upload = Upload.objects.filter(public_id=public_id, owner=_hash(token)).first()
    now = timezone.now()
    if upload is None or upload.seen_at < _kept_since(now):
        return None
    Upload.objects.filter(pk=upload.pk).update(seen_at=now)
    content.keep_longer(public_id)
    if upload.state == State.REPLAYING and (upload.worked_at or now) < now - WORKER_GONE:
        refuse(upload, "interrupted")
    return upload


def ahead_of(upload: Upload) -> int:
    """Returns how many uploads come before a waiting one."""
    later = Q(by_member=upload.by_member, pk__gte=upload.pk) | Q(by_member__lt=upload.by_member)
    waiting = Upload.objects.filter(state=State.WAITING).exclude(later)
    return waiting.count() + Upload.objects.filter(state=State.REPLAYING).count()


def claim(uploads: QuerySet[Upload], state: Upload.State) -> Upload | None:
    """Gives the first of these uploads to a worker and sets its state; returns None if no place is
    free or there is no upload."""
    with transaction.atomic():
        _lock()
        now = timezone.now()
        _drop_left(now)
        busy = Upload.objects.filter(state=state, worked_at__gt=now - WORKER_GONE).count()
        upload = uploads.first() if busy < settings.UPLOADS_AT_ONCE else None
        if upload is not None:
            upload.state, upload.worked_at = state, now
            upload.save(update_fields=["state", "worked_at"])
    return upload


def report(upload: Upload, step: int, steps: int) -> bool:
    """Stores the worker's progress; returns whether somebody still waits for the upload."""
    now = timezone.now()
    wanted = Upload.objects.filter(pk=upload.pk, state=upload.state, seen_at__gt=_left_since(now))
    return bool(wanted.update(step=step, steps=steps, worked_at=now))


def finish(upload: Upload, state: Upload.State, **parts: Any) -> None:
    """Takes the upload from its worker, sets its state, and stores ``parts`` of its content. Raises
    RedisError."""
    content.keep(upload.public_id, **parts)
    upload.state = state
    Upload.objects.filter(pk=upload.pk).update(state=state, worked_at=None)
    shown = Upload.objects.filter(state=State.SHOWN, by_member=upload.by_member)
    drop(*shown.order_by("-seen_at", "-pk")[SHOWN_AT_ONCE[upload.by_member] :])


def refuse(upload: Upload, end: str, why: Any = "") -> None:
    """Ends a replay without a page; only the reason is kept. Raises RedisError."""
    content.drop(upload.public_id)
    finish(upload, State.REFUSED, result={"end": end, "why": why})


def drop(*uploads: Upload) -> None:
    """Deletes uploads with their content. Raises RedisError."""
    for upload in uploads:
        if Upload.objects.filter(pk=upload.pk, state=upload.state).delete()[0]:
            content.drop(upload.public_id)


def drop_old(now: datetime) -> None:
    """Deletes the rows of uploads whose content has expired in Redis."""
    Upload.objects.filter(seen_at__lt=_kept_since(now)).delete()


def _drop_left(now: datetime) -> None:
    """Deletes abandoned uploads that no worker is busy with."""
    left = Upload.objects.filter(seen_at__lte=_left_since(now))
    idle = Q(state=State.WAITING) | Q(state=State.REPLAYING, worked_at__lte=now - WORKER_GONE)
    drop(*left.filter(idle))


def _left_since(now: datetime) -> datetime:
    return now - timedelta(seconds=settings.UPLOAD_LEFT_SECONDS)


def _kept_since(now: datetime) -> datetime:
    return now - timedelta(seconds=settings.UPLOAD_KEPT_SECONDS)


def _hash(value: str) -> str:
    return salted_hmac("games.archive.uploads", value, algorithm="sha256").hexdigest()


def _lock() -> None:
    """Waits until no other transaction admits or claims uploads, and keeps others waiting."""
    with connection.cursor() as database:
        database.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])
